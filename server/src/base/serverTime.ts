/**
 * The time of a server. It goes on evenly and never back, whatever becomes of the clock of the machine; and it finds the
 * times in which nobody could act: the machine slept, the process was stopped, or the clock was set forward.
 */

/** A pause between beats that counts as an outage rather than as a busy machine. */
export const OUTAGE_AFTER_MS = 3000;

/** What a machine knows of time, in milliseconds. */
export interface Sources {
  /** Since 1970, as somebody has set it. */
  readonly wall: () => number;
  /** Since any moment, at an even pace. */
  readonly elapsed: () => number;
}

/** From `at - lost` to `at` nobody could act. */
export interface Gap {
  readonly at: number;
  readonly lost: number;
}

export type OnGap = (listener: (gap: Gap) => void) => () => void;

export interface Time {
  readonly now: () => number;
  /** Listeners hear of a gap in the same moment in which the time is read, before the reader does anything with it. */
  readonly onGap: OnGap;
}

export class ServerTime implements Time {
  private readonly sources: Sources;
  private readonly listeners = new Set<(gap: Gap) => void>();
  private latest: number;
  private readAt: number;

  /** It goes on after `since`, which is the last moment that the data knows of. */
  constructor(sources: Sources, since = 0) {
    this.sources = sources;
    this.latest = Math.max(sources.wall(), since);
    this.readAt = sources.elapsed();
  }

  /** A server reads it at least once a second; where it did not, it stood still. */
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

  private tell(before: number): void {
    const at = Math.floor(this.latest);
    for (const listener of [...this.listeners]) listener({ at, lost: at - before });
  }
}

/** A time that somebody else keeps: nothing is known of its gaps. */
export function givenTime(now: () => number): Time {
  return { now, onGap: () => () => {} };
}
