/** Who is at the tables, and who asks for a seat, in the memory of this process. */
import type { Connection, Scope } from '@flower-war/protocol';
import { FairShares, whoseAt } from '@flower-war/protocol/hosting';
import type { Announced } from '../../announcing/announcements.ts';
import type { Caller } from '../../base/ids.ts';

// Which players are connected in other processes. Each process repeats what it knows, so what is not repeated is forgotten.

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
  /** The device, whose sign-out ends the connection, or the program's token, whose end does. */
  readonly session?: string;
  /** What the program may do. Absent for a device, which may do all. */
  readonly scopes?: readonly Scope[];
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

// Players who ask for a seat, and the decisions of the host on them. After a restart the host decides again.

/** A player who does not ask again within this time has gone. */
const ASKS_FOR_MS = 10_000;
const MOST_ASKING = 50;
const MOST_DECIDED = 200;
const MOST_MATCHES = 10_000;

type Decision = 'admitted' | 'dismissed';

interface AtOneMatch {
  /** When each player asked last. */
  readonly asking: Map<string, number>;
  readonly shares: FairShares<string>;
  readonly decided: Map<string, Decision>;
}

export class Approvals {
  private readonly matches = new Map<string, AtOneMatch>();

  decisionOn(match: string, player: string): Decision | undefined {
    return this.matches.get(match)?.decided.get(player);
  }

  /** The player waits for the host. If too many wait, a player of the network that asks most is dropped. */
  ask(match: string, { player, address }: Caller, now: number): void {
    const { asking, shares } = this.at(match);
    for (const [one, at] of asking) if (at + ASKS_FOR_MS <= now) this.forget({ asking, shares }, one);
    const gone = shares.take(player, whoseAt(address, player));
    asking.set(player, now);
    if (gone !== undefined) asking.delete(gone);
  }

  private forget({ asking, shares }: Pick<AtOneMatch, 'asking' | 'shares'>, player: string): void {
    asking.delete(player);
    shares.release(player);
  }

  decide(match: string, player: string, decision: Decision): void {
    const { decided, ...others } = this.at(match);
    this.forget(others, player);
    decided.delete(player);
    decided.set(player, decision);
    keepNewest(decided, MOST_DECIDED);
  }

  /** The players who wait now, the longest waiting first. */
  waitingAt(match: string, now: number): readonly string[] {
    const asking = this.matches.get(match)?.asking ?? [];
    return [...asking].flatMap(([player, at]) => (at + ASKS_FOR_MS > now ? [player] : []));
  }

  private at(match: string): AtOneMatch {
    const known = this.matches.get(match) ?? {
      asking: new Map(),
      shares: new FairShares(MOST_ASKING),
      decided: new Map(),
    };
    this.matches.delete(match); // then set again at the end: the least recently used match is forgotten first
    this.matches.set(match, known);
    keepNewest(this.matches, MOST_MATCHES);
    return known;
  }
}

// Spectators kicked by the operator. They may not watch the match until it ends, or until the server begins anew.

const MOST_KICKED = 200;

export class Kicked {
  private readonly matches = new Map<string, Set<string>>();

  add(match: string, player: string): void {
    const kicked = this.matches.get(match) ?? new Set();
    keepNewest(kicked.add(player), MOST_KICKED);
    this.matches.set(match, kicked);
    keepNewest(this.matches, MOST_MATCHES);
  }

  has(match: string, player: string): boolean {
    return this.matches.get(match)?.has(player) ?? false;
  }

  /** The match has ended. */
  forget(match: string): void {
    this.matches.delete(match);
  }
}

function keepNewest(all: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of all.keys()) {
    if (all.size <= most) return;
    all.delete(key);
  }
}
