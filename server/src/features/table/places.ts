/** The rooms of a match as a use case sees them: it reserves places in them and asks which players are connected. */
import type { Connection } from '@flower-war/protocol';

/** The owner of a connection. Our HTTP routes decide it, never the client. */
export interface Visitor {
  readonly player: string;
  /** Absent for a spectator, and in the lobby. */
  readonly seat?: number;
  /** The device, whose sign-out ends the connection. */
  readonly session?: string;
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
