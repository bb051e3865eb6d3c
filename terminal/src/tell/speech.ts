import type { Cards } from '../words/cards.ts';

/** The names of seats, cards and counters in the sentences of a game. */
export interface Speech {
  readonly counter: 'skull' | 'token';
  readonly name: (seat: number) => string;
  readonly cards: Cards;
}
