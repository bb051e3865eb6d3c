/** The moves of a seat. notation.ts reads and writes them. */
import type { Compass, Day } from './calendar.ts';
import type { CardId, God } from './card.ts';

/** The aim of a card. It holds only what the card's effects ask for. */
export interface Aim {
  readonly target?: Compass;
  readonly god?: God;
  readonly day?: Day;
  readonly steps?: number;
}

export const PLAIN = [
  'roll',
  'pass',
  'tonantzin',
  'skull',
  'draw',
  'decline',
  'discard',
  'take',
  'done',
  'end',
] as const;

export type Move =
  | { readonly kind: (typeof PLAIN)[number] }
  | { readonly kind: 'go' | 'cancel'; readonly day: Day }
  | { readonly kind: 'step' | 'extra' | 'give'; readonly n: number }
  | { readonly kind: 'attack' | 'fight'; readonly target: Compass }
  | { readonly kind: 'play'; readonly card: CardId; readonly aim: Aim }
  | { readonly kind: 'pick'; readonly card: CardId }
  /** `n`: several sacrifices at once, each with the card that it draws. One, if absent. */
  | { readonly kind: 'offer'; readonly god: God; readonly n?: number }
  | { readonly kind: 'claim'; readonly god: God }
  /** Takes a card from the pile of a day, counted from the bottom, from 1. */
  | { readonly kind: 'take-card'; readonly day: Day; readonly index: number }
  | { readonly kind: 'choose'; readonly aim: Aim };

/** Why the games on the ring refuse a move. */
export type Reason =
  | 'match-over'
  | 'not-your-turn'
  | 'not-now'
  // moving
  | 'roll-first'
  | 'add-steps-first'
  | 'go-somewhere'
  | 'already-there'
  | 'one-step-only'
  // fighting
  | 'choose-an-opponent'
  | 'attack-or-pass'
  | 'out-of-range'
  | 'battle-first'
  | 'react-first'
  // offering
  | 'offer-first'
  | 'one-by-one'
  | 'sacrifice-first'
  | 'pay-first'
  | 'enough-sacrifices'
  | 'too-few-skulls'
  | 'no-tonantzin'
  | 'already-prayed'
  | 'already-sacrificed'
  | 'no-gifts'
  | 'no-room'
  // cards
  | 'draw-first'
  | 'deck-empty'
  | 'no-such-card'
  | 'not-in-hand'
  | 'not-playable-now'
  | 'play-or-done'
  | 'wrong-aim'
  | 'banned'
  | 'cannot-pay'
  | 'pick-a-card'
  | 'choose-first'
  // discs and omens
  | 'draw-or-decline'
  | 'take-or-decline'
  | 'cancel-an-omen';
