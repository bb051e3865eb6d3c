/**
 * The debounce of a temple, once for everything that runs in TypeScript; the firmware does the same: a bead is a beam
 * that stays dark for 3 ms, after it was light for 40 ms without a break. Times are milliseconds of any clock that
 * only goes forward.
 */
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

/** The beam turned dark, or light. */
export interface Turn {
  readonly isDark: boolean;
  readonly at: number;
}

export interface Judged {
  readonly beam: Beam;
  /** Whether a bead has passed that was not told before. */
  readonly bead: boolean;
}

/** What is known by now, when nothing has changed until then. */
export function look(beam: Beam, at: number, { leastDarkMs, rearmMs }: Timing): Judged {
  if (!beam.isDark) {
    const isRearmed = !beam.isArmed && beam.since + rearmMs <= at;
    return { beam: isRearmed ? { ...beam, isArmed: true } : beam, bead: false };
  }
  const bead = beam.isArmed && beam.since + leastDarkMs <= at;
  return { beam: bead ? { ...beam, isArmed: false } : beam, bead };
}

/** The beam changed; what was before it is judged first. */
export function change(beam: Beam, edge: Turn, timing: Timing): Judged {
  const judged = look(beam, edge.at, timing);
  if (edge.isDark === beam.isDark) return judged;
  return { ...judged, beam: { ...judged.beam, isDark: edge.isDark, since: edge.at } };
}

/** When a bead becomes certain if nothing changes; never, if it does not. */
export function certainAt({ isArmed, isDark, since }: Beam, { leastDarkMs }: Timing): number {
  return isArmed && isDark ? since + leastDarkMs : Number.POSITIVE_INFINITY;
}

/** One light barrier, for programs that hear edges and own a timer. */
export class Debounce {
  private beam: Beam = CLEAR;
  private readonly timing: Timing;

  constructor(timing: Timing = USUAL) {
    this.timing = timing;
  }

  /** True if a bead is now certain. */
  edge(isDark: boolean, at: number): boolean {
    return this.take(change(this.beam, { at, isDark }, this.timing));
  }

  /** True if a bead is now certain; to be asked at `wakeAt`. */
  tick(at: number): boolean {
    return this.take(look(this.beam, at, this.timing));
  }

  get wakeAt(): number | undefined {
    const at = certainAt(this.beam, this.timing);
    return Number.isFinite(at) ? at : undefined;
  }

  private take({ beam, bead }: Judged): boolean {
    this.beam = beam;
    return bead;
  }
}
