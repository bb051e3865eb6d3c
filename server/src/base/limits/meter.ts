/** Counts events by key, with a token bucket for each key. The memory is bounded, however many keys there are. */
import { type Rate, type TokenBucket, tokensAt } from '@flower-war/protocol/hosting';

export interface Allowance {
  readonly most: number;
  readonly milliseconds: number;
}

/** Beyond this number the key that was idle longest is dropped, so that a flood of addresses cannot fill the memory. */
export const MOST_KEYS = 10_000;

export class Meter {
  private readonly rate: Rate;
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
    const missing = 1 - this.left(key, now);
    return Math.max(0, Math.floor((missing * 1000) / this.rate.perSecond));
  }

  /** How many events of the key's allowance are used up now. */
  used(key: string, now: number): number {
    return Math.ceil(this.rate.burst - this.left(key, now));
  }

  /** Counts one event. */
  charge(key: string, now: number): void {
    const bucket = { tokens: this.left(key, now) - 1, at: now };
    this.buckets.delete(key);
    this.forgetIdle(now);
    this.buckets.set(key, bucket);
  }

  /** The events left, at least 0: events beyond the allowance add no debt. */
  private left(key: string, now: number): number {
    return Math.max(0, tokensAt(this.buckets.get(key), this.rate, now));
  }

  private forgetIdle(now: number): void {
    for (const key of this.buckets.keys()) {
      if (this.left(key, now) < this.rate.burst && this.size < MOST_KEYS) return;
      this.buckets.delete(key);
    }
  }
}
