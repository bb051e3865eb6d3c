/** Which temples are online. A temple is offline if it or its last will says so, or if its odometer stops. */
import { type Availability, SILENT_AFTER_MS, type TempleId } from '@flower-war/protocol/temple';
import type { Clock } from './runtime.ts';

interface TemplePresence {
  said: Availability | undefined;
  heardAt: number;
  told: Availability | undefined;
}

export interface PresenceOptions {
  readonly clock: Clock;
  readonly tell: (temple: TempleId, is: Availability) => void;
}

/** A tick this late means that this process was paused and received no messages meanwhile. */
const ASLEEP_MS = 15_000;

export class Presence {
  private readonly options: PresenceOptions;
  private readonly temples = new Map<TempleId, TemplePresence>();
  private lookedAt: number;

  constructor(options: PresenceOptions) {
    this.options = options;
    this.lookedAt = options.clock.now();
  }

  /** The temple, or its last will, published its availability. */
  sawAvailability(temple: TempleId, is: Availability): void {
    this.seen(temple).said = is;
    this.look(temple);
  }

  /** The temple sent an odometer just now. Retained odometers do not count. */
  sawOdometer(temple: TempleId): void {
    this.seen(temple).heardAt = this.options.clock.now();
    this.look(temple);
  }

  /** Tells the server again, because the server may have concluded something else. */
  repeat(temple: TempleId): void {
    this.seen(temple).told = undefined;
    this.look(temple);
  }

  forget(temple: TempleId): void {
    this.temples.delete(temple);
  }

  /** To be called every few seconds. */
  tick(): void {
    const now = this.options.clock.now();
    const late = now - this.lookedAt;
    this.lookedAt = now;
    for (const [temple, seen] of this.temples) {
      if (late > ASLEEP_MS) seen.heardAt += late;
      this.look(temple);
    }
  }

  private look(temple: TempleId): void {
    const seen = this.seen(temple);
    const is = this.isThere(seen) ? 'online' : 'offline';
    if (is === seen.told) return;
    seen.told = is;
    this.options.tell(temple, is);
  }

  private isThere({ said, heardAt }: TemplePresence): boolean {
    return said !== 'offline' && this.options.clock.now() - heardAt < SILENT_AFTER_MS;
  }

  private seen(temple: TempleId): TemplePresence {
    const known = this.temples.get(temple);
    if (known !== undefined) return known;
    const fresh = { said: undefined, heardAt: this.options.clock.now(), told: undefined };
    this.temples.set(temple, fresh);
    return fresh;
  }
}
