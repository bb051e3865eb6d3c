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
  | { readonly kind: 'tossed'; readonly seat: Colour; readonly heads: number }
  | { readonly kind: 'introduced' | 'moved'; readonly seat: Colour; readonly from: number; readonly to: number }
  | {
      readonly kind: 'fought';
      readonly seat: Colour;
      readonly at: number;
      readonly coins: readonly Face[];
      readonly won: boolean;
    }
  /** Tokens go back to their reserve: the defender's, or the attacker's token after a lost battle. */
  | { readonly kind: 'captured'; readonly seat: Colour; readonly at: number; readonly tokens: number }
  | { readonly kind: 'extra-turn'; readonly seat: Colour; readonly by: 'ring' | 'sun' }
  | { readonly kind: 'turn-ended' | 'retired'; readonly seat: Colour }
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
