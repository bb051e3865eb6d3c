import { type Colour, TOKENS, X } from './board.ts';
import type { Settings } from './options.ts';

export interface Side {
  /** Positions 1..14 of the tokens on the board, ascending. */
  readonly path: readonly number[];
  /** Tokens on X. */
  readonly home: number;
}

export type Phase =
  | { readonly kind: 'tossing'; readonly seat: Colour }
  | { readonly kind: 'acting'; readonly seat: Colour; readonly roll: number }
  /** The token at this position has reached a plus of its colour and may step on. */
  | { readonly kind: 'bonus'; readonly seat: Colour; readonly at: number }
  | { readonly kind: 'over'; readonly reason: 'all-home' | 'retired'; readonly winner: Colour }
  | { readonly kind: 'over'; readonly reason: 'turn-cap' };

export interface State {
  readonly options: Settings;
  readonly sides: readonly [red: Side, yellow: Side];
  readonly phase: Phase;
  /** Tosses of both seats so far, including extra turns. */
  readonly tosses: number;
}

export type Move =
  | { readonly kind: 'toss' | 'introduce' | 'pass' | 'step' | 'stay' }
  | { readonly kind: 'move'; readonly from: number };

export type Face = 'red' | 'yellow';

/** `seat` owns the tokens of the event; positions count along its own path. */
export type Event =
  /**
   * The four coins were tossed.
   * - `seat`: whose turn it is
   * - `heads`: how many show heads
   */
  | { readonly kind: 'tossed'; readonly seat: Colour; readonly heads: number }
  /**
   * A token has come onto the board.
   * - `seat`: the owner
   * - `from`: 0, which is the reserve
   * - `to`: its position
   */
  | { readonly kind: 'introduced'; readonly seat: Colour; readonly from: number; readonly to: number }
  /**
   * A token has moved.
   * - `seat`: the owner
   * - `from`: the position that it left
   * - `to`: its new position; 15 is the goal
   */
  | { readonly kind: 'moved'; readonly seat: Colour; readonly from: number; readonly to: number }
  /**
   * A token fights for a square.
   * - `seat`: the seat that attacks
   * - `at`: the position, along the path of this seat
   * - `coins`: the colours that the coins show
   * - `won`: whether the attacker won
   */
  | {
      readonly kind: 'fought';
      readonly seat: Colour;
      readonly at: number;
      readonly coins: readonly Face[];
      readonly won: boolean;
    }
  /**
   * Tokens go back to their reserve: the defender's, or the attacker's token after a lost battle.
   * - `seat`: their owner
   * - `at`: the position, along the path of their owner
   * - `tokens`: how many
   */
  | { readonly kind: 'captured'; readonly seat: Colour; readonly at: number; readonly tokens: number }
  /**
   * A seat has earned another turn.
   * - `seat`: the seat
   * - `by`: the mark on which its token landed
   */
  | { readonly kind: 'extra-turn'; readonly seat: Colour; readonly by: 'ring' | 'sun' }
  /**
   * A turn has ended.
   * - `seat`: whose turn it was
   */
  | { readonly kind: 'turn-ended'; readonly seat: Colour }
  /**
   * A seat has left the match.
   * - `seat`: the seat
   */
  | { readonly kind: 'retired'; readonly seat: Colour }
  /**
   * The match is over.
   * - `reason`: what ended it
   */
  | { readonly kind: 'ended'; readonly reason: 'all-home' | 'turn-cap' | 'retired' };

export type Reason =
  | 'match-over'
  | 'not-your-turn'
  | 'toss-first'
  | 'already-tossed'
  | 'bonus-first'
  | 'no-bonus'
  | 'must-move'
  | 'empty-reserve'
  | 'no-token-there'
  | 'roll-does-not-fit'
  | 'own-token-there'
  | 'sun-is-safe'
  | 'enemy-territory';

export const reserve = ({ path, home }: Side): number => TOKENS - path.length - home;

/** The sum of positions, with 15 for X. It decides at the turn cap. */
export const progress = ({ path, home }: Side): number => path.reduce((sum, position) => sum + position, home * X);
