/** Counts requests of players and addresses against the table of limits. */
import { BUCKETS, type Bucket, type BucketName } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import { Meter } from './meter.ts';

export interface Caller {
  readonly address: string;
  /** Absent if the caller is not signed in. */
  readonly player?: string | undefined;
}

interface Meters {
  readonly addresses: Meter;
  readonly players: Meter | undefined;
}

export class Limits {
  /** Undefined if limits are off. */
  private readonly meters: ReadonlyMap<string, Meters> | undefined;

  constructor(scale: number) {
    const names = Object.entries<Bucket>(BUCKETS);
    if (scale > 0) this.meters = new Map(names.map(([name, bucket]) => [name, metersOf(bucket, scale)]));
  }

  /** How many seconds the caller must wait; 0 if the caller may go on. */
  wait(name: BucketName, caller: Caller, now: number): number {
    const waits = this.metersFor(name, caller).map(([meter, key]) => meter.wait(key, now));
    return Math.ceil(Math.max(0, ...waits) / 1000);
  }

  charge(name: BucketName, caller: Caller, now: number): void {
    for (const [meter, key] of this.metersFor(name, caller)) meter.charge(key, now);
  }

  private metersFor(name: BucketName, { address, player }: Caller): readonly (readonly [Meter, string])[] {
    const meters = this.meters?.get(name);
    if (meters === undefined) return [];
    const own = player === undefined || meters.players === undefined ? [] : [[meters.players, player] as const];
    return [[meters.addresses, addressKey(address)], ...own];
  }
}

function metersOf({ perPlayer, perAddress, seconds }: Bucket, scale: number): Meters {
  const meter = (most: number) => new Meter({ most: Math.max(1, most * scale), milliseconds: seconds * 1000 });
  return { addresses: meter(perAddress), players: perPlayer === undefined ? undefined : meter(perPlayer) };
}
