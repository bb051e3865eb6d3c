/**
 * The debounce of a temple for all programs in TypeScript; the firmware does the same. A bead is a beam that stays dark
 * for 3 ms after 40 ms of light without a break. Times are milliseconds of any clock that never goes back.
 */
export interface Timing {
  /** A falling bead darkens the beam for longer than this. */
  readonly leastDarkMs: number;
  /** The beam must be light for this long before the next bead counts: longer than any hole in a bead. */
  readonly rearmMs: number;
}
export const USUAL: Timing = { leastDarkMs: 3, rearmMs: 40 };

export interface Beam {
  readonly isArmed: boolean;
  readonly isDark: boolean;
  /** When the beam last changed between dark and light. */
  readonly since: number;
}
export const CLEAR: Beam = { isArmed: true, isDark: false, since: Number.NEGATIVE_INFINITY };

/** The beam turned dark or light. */
export interface Turn {
  readonly isDark: boolean;
  readonly at: number;
}

export interface Judged {
  readonly beam: Beam;
  /** Whether a bead has become certain. Each bead is told once. */
  readonly bead: boolean;
}

/** Judges the beam at a time until which it has not changed. */
export function look(beam: Beam, at: number, { leastDarkMs, rearmMs }: Timing): Judged {
  if (!beam.isDark) {
    const isRearmed = !beam.isArmed && beam.since + rearmMs <= at;
    return { beam: isRearmed ? { ...beam, isArmed: true } : beam, bead: false };
  }
  const bead = beam.isArmed && beam.since + leastDarkMs <= at;
  return { beam: bead ? { ...beam, isArmed: false } : beam, bead };
}

/** Judges the time before a change, then notes the change. */
export function change(beam: Beam, edge: Turn, timing: Timing): Judged {
  const judged = look(beam, edge.at, timing);
  if (edge.isDark === beam.isDark) return judged;
  return { ...judged, beam: { ...judged.beam, isDark: edge.isDark, since: edge.at } };
}

/** When a bead becomes certain if the beam does not change before; infinity if no bead is in the beam. */
export function certainAt({ isArmed, isDark, since }: Beam, { leastDarkMs }: Timing): number {
  return isArmed && isDark ? since + leastDarkMs : Number.POSITIVE_INFINITY;
}
