/**
 * Counts requests of players and addresses against the table of limits. All processes count together, and each also for itself:
 * that decides while the shared meters do not answer, and after they were lost.
 */
import { BUCKETS, type Bucket, type BucketName } from '@flower-war/protocol';
import { addressKey, type Rate, type TokenBucket, tokensAt } from '@flower-war/protocol/hosting';

export interface Caller {
  readonly address: string;
  /** Absent if the caller is not signed in. */
  readonly player?: string | undefined;
}

interface Meters {
  readonly addresses: Meter;
  readonly players: Meter | undefined;
}

/** One key of one meter. */
interface Metered {
  readonly meter: Meter;
  readonly own: string;
  /** The same key among those of all meters. */
  readonly shared: string;
}

export class Limits {
  /** Undefined if limits are off. */
  private readonly meters: ReadonlyMap<string, Meters> | undefined;
  private readonly shared: SharedMeters;

  constructor(scale: number, shared: SharedMeters = ownMetersOnly) {
    const names = Object.entries<Bucket>(BUCKETS);
    if (scale > 0) this.meters = new Map(names.map(([name, bucket]) => [name, metersOf(bucket, scale)]));
    this.shared = shared;
  }

  /** Counts the request if it may go on, and returns 0. Else returns how many seconds the caller must wait. */
  async admit(name: BucketName, caller: Caller, now: number): Promise<number> {
    const counted = this.countedFor(name, caller);
    if (counted.length === 0) return 0;
    const asked = counted.map(({ meter: { rate }, shared: key }) => ({ key, rate }));
    const left = this.shared === ownMetersOnly ? undefined : await this.shared.ask(askingAt(counted, now), asked);
    const elsewhere = counted.map(({ meter }, n) => meter.waitWith(left?.[n] ?? meter.rate.burst));
    const wait = Math.max(ownWait(counted, now), ...elsewhere);
    if (wait === 0) for (const { meter, own } of counted) meter.charge(own, now);
    return Math.ceil(wait / 1000);
  }

  private countedFor(name: BucketName, { address, player }: Caller): readonly Metered[] {
    const meters = this.meters?.get(name);
    if (meters === undefined) return [];
    const place = addressKey(address);
    const ofAddress = { meter: meters.addresses, own: place, shared: `${name}:from:${place}` };
    if (player === undefined || meters.players === undefined) return [ofAddress];
    return [ofAddress, { meter: meters.players, own: player, shared: `${name}:by:${player}` }];
  }
}

/** A request that this process refuses by itself costs nothing elsewhere. */
function askingAt(counted: readonly Metered[], now: number): 'take' | 'look' {
  return ownWait(counted, now) > 0 ? 'look' : 'take';
}

function ownWait(counted: readonly Metered[], now: number): number {
  return Math.max(...counted.map(({ meter, own }) => meter.wait(own, now)));
}

function metersOf({ perPlayer, perAddress, seconds }: Bucket, scale: number): Meters {
  const meter = (most: number) => new Meter({ most: Math.max(1, most * scale), milliseconds: seconds * 1000 });
  return { addresses: meter(perAddress), players: perPlayer === undefined ? undefined : meter(perPlayer) };
}

// Counts events by key, with a token bucket for each key. The memory is bounded, however many keys there are.

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
