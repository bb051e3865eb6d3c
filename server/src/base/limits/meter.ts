/** Counts events by key, with a token bucket for each key. The memory is bounded, however many keys there are. */
import { type Rate, type TokenBucket, tokensAt } from '@flower-war/protocol/hosting';

interface Allowance {
  readonly most: number;
  readonly milliseconds: number;
}

/** Beyond this number the key that was idle longest is dropped, so that a flood of addresses cannot fill the memory. */
export const MOST_KEYS = 10_000;

export class Meter {
  readonly rate: Rate;
  /** By key, the one charged longest ago first. */
  private readonly buckets = new Map<string, TokenBucket>();

  constructor({ most, milliseconds }: Allowance) {
    this.rate = { burst: most, perSecond: (most * 1000) / milliseconds };
  }

  get size(): number {
    return this.buckets.size;
  }

  /** How many milliseconds this key must wait for its next event. */
  wait(key: string, now: number): number {
    return this.waitWith(this.left(key, now));
  }

  /** The wait in milliseconds for a key with that many tokens left. */
  waitWith(left: number): number {
    return Math.max(0, Math.floor(((1 - left) * 1000) / this.rate.perSecond));
  }

  /** Counts one event, or one that weighs more. */
  charge(key: string, now: number, weight = 1): void {
    const left = this.left(key, now);
    const bucket = { tokens: Math.max(left - weight, Math.min(left - 1, 0)), at: now };
    this.buckets.delete(key);
    this.forgetIdle(now);
    this.buckets.set(key, bucket);
  }

  /** The events left, at least 0: events beyond the allowance add no debt. */
  left(key: string, now: number): number {
    return Math.max(0, tokensAt(this.buckets.get(key), this.rate, now));
  }

  private forgetIdle(now: number): void {
    for (const key of this.buckets.keys()) {
      if (this.left(key, now) < this.rate.burst && this.size < MOST_KEYS) return;
      this.buckets.delete(key);
    }
  }
}

// Meters that all processes on the same data share.

/** One key of one meter. */
export interface Counted {
  readonly key: string;
  readonly rate: Rate;
}

/** `take` counts an event on each key if all may go on, `charge` counts it in any case, `look` counts nothing. */
export type Asking = 'take' | 'charge' | 'look';

export interface SharedMeters {
  /** What was left of each before. Undefined if the answer does not come soon: then the process counts for itself. */
  ask(asking: Asking, counted: readonly Counted[]): Promise<readonly number[] | undefined>;
  stop(): void;
}

/** For a process that counts for itself. */
export const ownMetersOnly: SharedMeters = { ask: async () => undefined, stop: () => {} };
