/** A token bucket: so much at once, so much a second after that. */
export interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The bucket after one token was asked for, and whether there was one. Times are in milliseconds. */
export function take(bucket: Bucket | undefined, rate: Rate, now: number): readonly [Bucket, boolean] {
  const before = bucket ?? { tokens: rate.burst, at: now };
  const refilled = before.tokens + (Math.max(0, now - before.at) / 1000) * rate.perSecond;
  const tokens = Math.min(rate.burst, refilled);
  return tokens < 1 ? [{ tokens, at: now }, false] : [{ tokens: tokens - 1, at: now }, true];
}
