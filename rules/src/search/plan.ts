/** What a game tells the search: how to imagine a position, how to play on from it, and what it is worth. */
import type { Question } from '../contract/bot.ts';
import type { Chance } from '../contract/chance.ts';
import type { Game } from '../contract/game.ts';
import type { Seat } from '../contract/seat.ts';

export interface Plan<S, M, V, O> {
  readonly game: Pick<Game<S, M, unknown, unknown, string>, 'toMove' | 'apply'>;
  /** What each legal move is worth before the search, in points. */
  readonly guess: (question: Question<V, M, O>) => readonly number[];
  /**
   * A position that the seat may be in: it shows the seat the same view. What the seat cannot see is drawn at random.
   * Undefined if the view tells too little, such as in the middle of a battle.
   */
  readonly sampled: (question: Question<V, M, O>, chance: Chance) => S | undefined;
  /** The move of any seat after the one that is tried. It should be quick and sensible. */
  readonly playsOn: (state: S, seat: Seat, chance: Chance) => M;
  /** What a position is worth to a seat, in points. */
  readonly worth: (state: S, seat: Seat) => number;
  /** The time of the game, such as the number of turns. It never runs back. */
  readonly clock: (state: S) => number;
  readonly limits: Limits;
}

/** How much is searched. Nothing is counted in milliseconds, so that the same chance gives the same choice. */
export interface Limits {
  /** The most moves that are tried. */
  readonly candidates: number;
  /** Moves whose guess is so many points below the best one are not tried. */
  readonly margin: number;
  /** How far each trial goes, by the clock of the game. */
  readonly horizon: number;
  /** The moves that all trials of one decision may play together. */
  readonly moves: number;
  /** The guess counts as much as so many trials. */
  readonly trust: number;
}
