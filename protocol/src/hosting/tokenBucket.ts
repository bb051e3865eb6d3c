/** A token bucket: it allows `burst` tokens at once, and `perSecond` more each second after that. */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: number;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Asked {
  /** In milliseconds. */
  readonly now: number;
  readonly many?: number;
}

/**
 * The bucket after a request for tokens, and whether it held enough. A refused request costs nothing: otherwise an
 * account that tries again and again would keep its bucket empty for ever.
 */
export function take(
  bucket: TokenBucket | undefined,
  rate: Rate,
  { now, many = 1 }: Asked,
): readonly [TokenBucket, boolean] {
  const tokens = tokensAt(bucket, rate, now);
  return tokens < many ? [{ tokens, at: now }, false] : [{ tokens: tokens - many, at: now }, true];
}

/** How many tokens a bucket holds now. A new bucket is full. A clock that goes back adds no tokens. */
export function tokensAt(bucket: TokenBucket | undefined, { perSecond, burst }: Rate, now: number): number {
  if (bucket === undefined) return burst;
  return Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
}

/** One bucket for each account, not for each connection: connecting again does not refill it. */
export class Buckets {
  private readonly rate: Rate;
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate) {
    this.rate = rate;
  }

  take(account: string, many = 1): boolean {
    const [bucket, isAllowed] = take(this.buckets.get(account), this.rate, { now: performance.now(), many });
    this.buckets.set(account, bucket);
    return isAllowed;
  }

  /** Whether the account could take so many tokens now. For more than a bucket can hold: whether the bucket is full. */
  has(account: string, many: number): boolean {
    const asked = { now: performance.now(), many: Math.min(many, this.rate.burst) };
    return take(this.buckets.get(account), this.rate, asked)[1];
  }

  /** Empties the bucket of an account that has sent more than it may, so that it must wait. */
  empty(account: string): void {
    this.buckets.set(account, { tokens: 0, at: performance.now() });
  }
}
