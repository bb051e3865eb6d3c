/**
 * The debounce of a temple, once for everything that runs in TypeScript. It does what the firmware's pair of filters
 * does (`delayed_on: 3ms`, `delayed_off: 40ms`): a bead is a beam that stays dark for 3 ms, and the next one can be
 * certain no sooner than 40 ms after that darkness ended. Times are milliseconds of any one clock.
 */
export interface DebounceTimes {
  readonly darkMs: number;
  readonly lightMs: number;
}
export const DEBOUNCE: DebounceTimes = { darkMs: 3, lightMs: 40 };

/** A light barrier as the debounce sees it. */
export interface Gate {
  readonly isDark: boolean;
  readonly changedAt: number;
  /** Dark for so long that it is no bounce. */
  readonly isSolid: boolean;
  /** When it was solid last. */
  readonly clearedAt: number;
  /** A bead has been counted, and the light has not been back for long enough. */
  readonly isHeld: boolean;
}
export const OPEN_GATE: Gate = { isDark: false, changedAt: 0, isSolid: false, clearedAt: 0, isHeld: false };

export interface Sensed {
  readonly gate: Gate;
  readonly isBead: boolean;
}

/** What time alone tells: whether the beam has now been dark for long enough. */
export function wait(gate: Gate, at: number, times: DebounceTimes): Sensed {
  const solidAt = solidFrom(gate, times);
  const openAt = gate.isHeld && !gate.isSolid ? gate.clearedAt + times.lightMs : Number.POSITIVE_INFINITY;
  if (solidAt <= at)
    return { gate: { ...gate, isSolid: true, isHeld: true }, isBead: !gate.isHeld || openAt <= solidAt };
  return { gate: openAt <= at ? { ...gate, isHeld: false } : gate, isBead: false };
}

/** The beam changes; a bead may have become certain before. */
export function change(before: Gate, edge: { readonly at: number; readonly isDark: boolean }, times: DebounceTimes) {
  const { gate, isBead } = wait(before, edge.at, times);
  if (gate.isDark === edge.isDark) return { gate, isBead };
  const clearedAt = gate.isSolid ? edge.at : gate.clearedAt;
  return { gate: { ...gate, isDark: edge.isDark, changedAt: edge.at, isSolid: false, clearedAt }, isBead };
}

/** When a bead becomes certain if nothing changes; never, if it does not. */
export function solidFrom(gate: Gate, { darkMs }: DebounceTimes): number {
  return gate.isDark && !gate.isSolid ? gate.changedAt + darkMs : Number.POSITIVE_INFINITY;
}

/** One light barrier, for programs that hear edges and own a timer. */
export class Debounce {
  private gate: Gate = OPEN_GATE;
  private readonly times: DebounceTimes;

  constructor(times: DebounceTimes = DEBOUNCE) {
    this.times = times;
  }

  /** True if a bead is now certain. */
  edge(isDark: boolean, at: number): boolean {
    return this.take(change(this.gate, { at, isDark }, this.times));
  }

  /** True if a bead is now certain; to be asked at `wakeAt`. */
  tick(at: number): boolean {
    return this.take(wait(this.gate, at, this.times));
  }

  get wakeAt(): number | undefined {
    const at = solidFrom(this.gate, this.times);
    return Number.isFinite(at) ? at : undefined;
  }

  private take({ gate, isBead }: Sensed): boolean {
    this.gate = gate;
    return isBead;
  }
}
