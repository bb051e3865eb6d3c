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

/** A bucket for each account: says whether it had so many tokens. By account, not by connection: connecting again fills none. */
export function bucketsOf(rate: Rate): (account: string, many?: number) => boolean {
  const buckets = new Map<string, Bucket>();
  return (account, many = 1) => {
    for (let left = many; left > 0; left -= 1) {
      const [bucket, isAllowed] = take(buckets.get(account), rate, performance.now());
      buckets.set(account, bucket);
      if (!isAllowed) return false;
    }
    return true;
  };
}
