/** What a move does, as data. It is not an interface, so that it fits where any fields are allowed. */
import type { Question, Seat } from '../contract/game.ts';
import type { CardId } from './cards.ts';
import type { Move, Phase } from './state.ts';
import type { View } from './view.ts';

type Told = {
  /** The part of the rules that the move belongs to. */
  readonly rule: Phase['kind'];
};

export type SpaceAztecsParts =
  | (Told & {
      /** What the seat does. */
      readonly verb: 'take';
      /** The pile, 1 to 8. */
      readonly pile: number;
      /** How many cards it has. */
      readonly cards: number;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'choose';
      /** The card that is chosen. */
      readonly card: CardId;
      /** The card that the seat had chosen before; it may be the same one. */
      readonly replaces?: CardId;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'hide';
      /** The Aztec that goes under a temple. */
      readonly card: CardId;
      /** The temple. */
      readonly temple: CardId;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'show';
      /** The Aztec that stays in the open. */
      readonly card: CardId;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'capture';
      /** The Aztec that is taken. */
      readonly card: CardId;
      /** The seat that loses it. */
      readonly seat: Seat;
      /** The saucer that takes it. */
      readonly saucer: CardId;
    });

export function parts({ view }: Pick<Question<View, Move>, 'view'>, move: Move): SpaceAztecsParts {
  const rule = view.phase;
  switch (move.kind) {
    case 'take':
      return { verb: 'take', rule, pile: move.pile, cards: view.piles[move.pile - 1]?.size ?? 0 };
    case 'choose':
      return { verb: 'choose', rule, card: move.card, ...(view.chosen !== '' && { replaces: view.chosen }) };
    case 'hide':
      return { verb: 'hide', rule, card: view.card, temple: move.temple };
    case 'show':
      return { verb: 'show', rule, card: view.card };
    case 'capture':
      return { verb: 'capture', rule, card: move.card, seat: move.seat, saucer: view.card };
  }
}
