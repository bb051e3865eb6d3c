/** When a beam has seen a bead. Pure: times come in as milliseconds of any clock that only goes forward. */

export interface Timing {
  /** A bead that falls darkens the beam for longer than this. */
  readonly leastDarkMs: number;
  /** So long it has to be light until the next bead counts: longer than any hole in a bead. */
  readonly rearmMs: number;
}

export const USUAL: Timing = { leastDarkMs: 3, rearmMs: 40 };

export interface Beam {
  readonly isArmed: boolean;
  readonly isDark: boolean;
  /** When it last changed between dark and light. */
  readonly since: number;
}

export const CLEAR: Beam = { isArmed: true, isDark: false, since: Number.NEGATIVE_INFINITY };

export interface Edge {
  readonly isDark: boolean;
  readonly at: number;
}

export interface Judged {
  readonly beam: Beam;
  /** Whether a bead has passed that was not told before. */
  readonly bead: boolean;
}

/** What is known by `now`, when nothing has changed until then. */
export function look(beam: Beam, now: number, timing: Timing): Judged {
  const lasted = now - beam.since;
  if (!beam.isDark) return { beam: lasted >= timing.rearmMs ? { ...beam, isArmed: true } : beam, bead: false };
  const bead = beam.isArmed && lasted >= timing.leastDarkMs;
  return { beam: bead ? { ...beam, isArmed: false } : beam, bead };
}

/** The beam changed; what was before it is judged first. */
export function change(beam: Beam, edge: Edge, timing: Timing): Judged {
  const judged = look(beam, edge.at, timing);
  if (edge.isDark === beam.isDark) return judged;
  return { ...judged, beam: { ...judged.beam, isDark: edge.isDark, since: edge.at } };
}
