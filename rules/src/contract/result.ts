import type { Seat } from './seat.ts';

/** One seat in the final order. Seats may share a place. `breakdown` gives the parts of the score. */
export interface Standing {
  readonly seat: Seat;
  readonly place: number;
  readonly score: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** How a match ended. `winners` may be empty (no seat wins) or hold several seats (they share the victory). */
export interface Result {
  readonly result: 'win' | 'draw' | 'forfeit' | 'none';
  readonly winners: readonly Seat[];
  readonly standings: readonly Standing[];
  /** What ended the match, in kebab-case: `all-home`, `turn-cap`, `retired`. */
  readonly reason: string;
}
