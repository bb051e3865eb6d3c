/** Which players are connected in other processes. Each process repeats what it knows, so what is not repeated is forgotten. */
import type { Connection } from '@flower-war/protocol';
import type { Announced } from '../../announcing/announcements.ts';

export const REPEAT_MS = 20_000;
const FORGET_MS = 3 * REPEAT_MS;
const MOST_TABLES = 100_000;

interface Heard {
  readonly seats: ReadonlySet<number>;
  readonly at: number;
}

export class PresenceElsewhere {
  /** By match, the one heard longest ago first. */
  private readonly tables = new Map<string, Heard>();

  /** Returns the matches whose presence changed. */
  hear({ tables }: Announced<'presence'>, now: number): readonly string[] {
    this.forget(now);
    return tables.flatMap(({ match, seats }) => (this.put(match, { seats: new Set(seats), at: now }) ? [match] : []));
  }

  seatsAt(match: string, now: number): ReadonlySet<number> {
    const heard = this.tables.get(match);
    return heard !== undefined && heard.at + FORGET_MS > now ? heard.seats : NO_SEATS;
  }

  private put(match: string, heard: Heard): boolean {
    const before = this.tables.get(match)?.seats ?? NO_SEATS;
    this.tables.delete(match);
    if (heard.seats.size > 0) this.tables.set(match, heard);
    return before.size !== heard.seats.size || [...heard.seats].some((seat) => !before.has(seat));
  }

  private forget(now: number): void {
    for (const [match, { at }] of this.tables) {
      if (at + FORGET_MS > now && this.tables.size <= MOST_TABLES) return;
      this.tables.delete(match);
    }
  }
}

const NO_SEATS: ReadonlySet<number> = new Set();

// The rooms of a match as a use case sees them: it reserves places in them and asks which players are connected.

/** The owner of a connection. Our HTTP routes decide it, never the client. */
export interface Visitor {
  readonly player: string;
  /** Absent for a spectator, and in the lobby. */
  readonly seat?: number;
  /** The device, whose sign-out ends the connection. */
  readonly session?: string;
  /** The players whom this one had blocked when the place was reserved. */
  readonly unheard?: readonly string[];
}

export interface Places {
  reserve(match: string, visitor: Visitor): Promise<Connection>;
  /** For a spectator who sees the match with a delay. */
  reserveDelayed(match: string, visitor: Visitor): Promise<Connection>;
  /** The seats of a match whose players are connected. */
  seatsHere(match: string): ReadonlySet<number | undefined>;
  /** Tells all clients in the room of a match which match is its rematch. */
  announceRematch(match: string, rematch: string): void;
}
