import type { Cards } from '../words/cards.ts';

/** How seats, cards and counters are called in the sentences of a game. */
export interface Speech {
  readonly counter: 'skull' | 'token';
  readonly name: (seat: number) => string;
  readonly cards: Cards;
}
