/** What opens a live match. */
import type { MatchSummary } from '@flower-war/protocol';
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
  /** Absent for a spectator. */
  readonly rematch?: () => Promise<unknown>;
}
