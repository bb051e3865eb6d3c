/**
 * A bounded number of places, shared fairly. While places are free, each newcomer gets one. When none is free, the
 * group that holds most places gives one up. So a few addresses never hold all places, and a newcomer that holds none
 * always gets one.
 */

/** The groups that a place belongs to, from the widest to the narrowest: a network, an address, a player. */
export type Whose = readonly string[];

type HeldPlace<T> = readonly [holder: T, whose: Whose];

export class FairShares<T> {
  private readonly most: number;
  /** The oldest place comes first. */
  private readonly places = new Map<T, Whose>();

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.places.size;
  }

  /**
   * Gives the newcomer a place. Returns the holder that loses its place for it, if one does. If that is the newcomer
   * itself, it gets no place.
   */
  take(holder: T, whose: Whose): T | undefined {
    if (this.places.has(holder) || this.places.size < this.most) return this.put(holder, whose);
    const loser = givesWay([...this.places], whose);
    if (loser === undefined) return holder;
    this.places.delete(loser[0]);
    this.put(holder, whose);
    return loser[0];
  }

  release(holder: T): void {
    this.places.delete(holder);
  }

  private put(holder: T, whose: Whose): undefined {
    this.places.set(holder, whose);
  }
}

/** At most `most` of the items, in their order. Each group keeps an equal number, as far as it has this many. */
export function fairly<T>(items: readonly T[], most: number, whoseOf: (item: T) => Whose): readonly T[] {
  if (items.length <= most) return items;
  const places = items.map((item): HeldPlace<T> => [item, whoseOf(item)]);
  const chosen = new Set(inTurns(places, 0).slice(0, most));
  return places.filter((place) => chosen.has(place)).map(([item]) => item);
}

/** The place that must be given up. There is none if the newcomer holds as much as its neighbours, at every level. */
function givesWay<T>(places: readonly HeldPlace<T>[], newcomer: Whose): HeldPlace<T> | undefined {
  let rivals = places;
  for (const [level, name] of newcomer.entries()) {
    const groups = grouped(rivals, level);
    const [own, largest] = [groups.get(name), largestOf(groups)];
    if (own === undefined || own.length + 1 < largest.length) return oldestOf(largest, level + 1);
    rivals = own;
  }
  return undefined;
}

/** The oldest place of the largest group, at every level. */
function oldestOf<T>(places: readonly HeldPlace<T>[], level: number): HeldPlace<T> | undefined {
  const isDeeper = places.some(([, whose]) => whose.length > level);
  return isDeeper ? oldestOf(largestOf(grouped(places, level)), level + 1) : places[0];
}

/** Of equally large groups, the one with the oldest place. */
function largestOf<T>(groups: ReadonlyMap<string, readonly HeldPlace<T>[]>): readonly HeldPlace<T>[] {
  return [...groups.values()].reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}

function inTurns<T>(places: readonly HeldPlace<T>[], level: number): readonly HeldPlace<T>[] {
  if (!places.some(([, whose]) => whose.length > level)) return places;
  const queues = [...grouped(places, level).values()].map((group) => inTurns(group, level + 1));
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat();
}

function grouped<T>(places: readonly HeldPlace<T>[], level: number): ReadonlyMap<string, readonly HeldPlace<T>[]> {
  return Map.groupBy(places, ([, whose]) => whose[level] ?? '');
}

/** A token bucket: it allows `burst` tokens at once, and `perSecond` more each second after that. */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: number;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface TokenRequest {
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
  { now, many = 1 }: TokenRequest,
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

  /** Whether the account could take this many tokens now. For more than a bucket can hold: whether the bucket is full. */
  has(account: string, many: number): boolean {
    const asked = { now: performance.now(), many: Math.min(many, this.rate.burst) };
    return take(this.buckets.get(account), this.rate, asked)[1];
  }

  /** Empties the bucket of an account that has sent more than it may, so that it must wait. */
  empty(account: string): void {
    this.buckets.set(account, { tokens: 0, at: performance.now() });
  }
}
