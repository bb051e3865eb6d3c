/**
 * Counts requests of players and addresses against the table of limits. All processes count together, and each also for itself:
 * that decides while the shared meters do not answer, and after they were lost.
 */
import { BUCKETS, type Bucket, type BucketName } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import { Meter, ownMetersOnly, type SharedMeters } from './meter.ts';

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
interface Counted {
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

  private countedFor(name: BucketName, { address, player }: Caller): readonly Counted[] {
    const meters = this.meters?.get(name);
    if (meters === undefined) return [];
    const place = addressKey(address);
    const ofAddress = { meter: meters.addresses, own: place, shared: `${name}:from:${place}` };
    if (player === undefined || meters.players === undefined) return [ofAddress];
    return [ofAddress, { meter: meters.players, own: player, shared: `${name}:by:${player}` }];
  }
}

/** A request that this process refuses by itself costs nothing elsewhere. */
function askingAt(counted: readonly Counted[], now: number): 'take' | 'look' {
  return ownWait(counted, now) > 0 ? 'look' : 'take';
}

function ownWait(counted: readonly Counted[], now: number): number {
  return Math.max(...counted.map(({ meter, own }) => meter.wait(own, now)));
}

function metersOf({ perPlayer, perAddress, seconds }: Bucket, scale: number): Meters {
  const meter = (most: number) => new Meter({ most: Math.max(1, most * scale), milliseconds: seconds * 1000 });
  return { addresses: meter(perAddress), players: perPlayer === undefined ? undefined : meter(perPlayer) };
}
