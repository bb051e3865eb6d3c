/** How often something was done by each of many: a token bucket for each, and bounded memory however many there are. */
import { type Rate, type TokenBucket, tokensAt } from '@flower-war/protocol/hosting';

export interface Allowance {
  readonly most: number;
  readonly milliseconds: number;
}

/** Beyond it the one that was idle longest is forgotten: a flood of addresses must not fill the memory. */
export const MOST_KEYS = 10_000;

export class Meter {
  private readonly rate: Rate;
  /** By key; the one that was charged longest ago first. */
  private readonly buckets = new Map<string, TokenBucket>();

  constructor({ most, milliseconds }: Allowance) {
    this.rate = { burst: most, perSecond: (most * 1000) / milliseconds };
  }

  get size(): number {
    return this.buckets.size;
  }

  /** How many milliseconds this key must wait before it may do it once more. */
  wait(key: string, now: number): number {
    const missing = 1 - this.left(key, now);
    return Math.max(0, Math.floor((missing * 1000) / this.rate.perSecond));
  }

  /** How many times of its allowance are used up now. */
  used(key: string, now: number): number {
    return Math.ceil(this.rate.burst - this.left(key, now));
  }

  /** Notes that it was done. */
  charge(key: string, now: number): void {
    const bucket = { tokens: this.left(key, now) - 1, at: now };
    this.buckets.delete(key);
    this.forgetIdle(now);
    this.buckets.set(key, bucket);
  }

  /** What was done although nothing was left counts once, and no more. */
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
