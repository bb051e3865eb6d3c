/** What opens a live match. */
import type { LegalMoves, MatchSummary } from '@flower-war/protocol';
import type { Waiting } from '../waiting/limited.ts';
import type { Way } from './connection.ts';

/** What to compare with the record once the match is over. */
export interface Fairness {
  /** The server's commitment, as it was before this client added to the dice. */
  readonly commitment: string;
  /** What this client added to the dice; absent for a spectator, and for a player who came back to a seat. */
  readonly contribution?: string;
}

export interface Opening<G extends string> {
  readonly summary: Pick<MatchSummary<G>, 'match' | 'game' | 'preset' | 'options' | 'seats'>;
  readonly fairness: Fairness;
  readonly way: Way;
  /** Asks the server what the legal moves of the player do. Absent for a spectator. */
  readonly explain?: (waiting: Waiting) => Promise<LegalMoves>;
  /** Absent for a spectator. */
  readonly rematch?: () => Promise<unknown>;
}
