/**
 * The time of a server. It never goes back, even if the machine's clock is set back. It also detects gaps, in which no
 * player could act: the machine slept, the process was stopped, or the clock was set forward.
 */

/** A longer pause between beats counts as an outage, a shorter one as a busy machine. */
export const OUTAGE_AFTER_MS = 3000;

/** The two clocks of a machine, in milliseconds. */
export interface Sources {
  /** Since 1970. It may be set by hand. */
  readonly wall: () => number;
  /** Since an arbitrary moment, at an even pace. */
  readonly elapsed: () => number;
}

/** From `at - lost` to `at` no player could act. */
export interface Gap {
  readonly at: number;
  readonly lost: number;
}

export type OnGap = (listener: (gap: Gap) => void) => () => void;

export interface Time {
  readonly now: () => number;
  /** Something else kept players from acting: the store was away. */
  readonly lose: (since: number) => void;
  /** Listeners are called while the time is read, before the reader uses it. */
  readonly onGap: OnGap;
}

export class ServerTime implements Time {
  private readonly sources: Sources;
  private readonly listeners = new Set<(gap: Gap) => void>();
  private latest: number;
  private readAt: number;
  /** The end of the last gap that was told. */
  private toldUntil = 0;

  /** Begins no earlier than `since`, the last moment noted in the data. */
  constructor(sources: Sources, since = 0) {
    this.sources = sources;
    this.latest = Math.max(sources.wall(), since);
    this.readAt = sources.elapsed();
  }

  /** A server reads the time at least once a second. A longer pause means that it stood still. */
  readonly now = (): number => {
    const before = this.latest;
    const [elapsed, wall] = [this.sources.elapsed(), this.sources.wall()];
    const even = before + Math.max(0, elapsed - this.readAt);
    this.latest = wall - even > OUTAGE_AFTER_MS ? wall : even;
    this.readAt = elapsed;
    if (this.latest - before > OUTAGE_AFTER_MS) this.tell(Math.floor(before));
    return Math.floor(this.latest);
  };

  readonly onGap: OnGap = (listener) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Tells of the time from then until now as lost, unless it was told already. */
  readonly lose = (since: number): void => {
    this.now();
    const from = Math.max(since, this.toldUntil);
    if (this.latest - from > OUTAGE_AFTER_MS) this.tell(Math.floor(from));
  };

  private tell(before: number): void {
    const at = Math.floor(this.latest);
    this.toldUntil = at;
    for (const listener of [...this.listeners]) listener({ at, lost: at - before });
  }
}

/** A time from outside, as in tests. It reports no gaps. */
export function givenTime(now: () => number): Time {
  return { now, lose: () => {}, onGap: () => () => {} };
}
