/** What a live match is opened with. */
import type { Place } from './connection.ts';

/** What to hold against the record once the match is over. */
export interface Fairness {
  /** The server's promise, as it was before this client added anything. */
  readonly commitment: string;
  /** What this client added to the dice; absent for a spectator, and for who comes back to a seat. */
  readonly contribution?: string;
}

export interface Opening {
  readonly match: string;
  readonly url: string;
  readonly fairness: Fairness;
  readonly reserve: () => Promise<Place>;
  /** Absent for a spectator. */
  readonly rematch?: () => Promise<unknown>;
}
