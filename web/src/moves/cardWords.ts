/** The cards of a game in the language of the person. */
import type { CardList } from '@flower-war/client';
import type { Speech, Words } from '@flower-war/words';

type Listed = CardList['cards'][number];

export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** When it may be played, in a sentence. */
  readonly when: string;
  /** What it costs, in a sentence; empty if it costs nothing. */
  readonly cost: string;
  readonly deck: string;
}

export type Cards = ReadonlyMap<string, CardWords>;

export function cardsIn(listed: readonly Listed[], game: string, words: Words): Cards {
  return new Map(listed.map((card) => [card.id, { id: card.id, ...words.card(game, card) }]));
}

/** How sentences call seats and cards at this table. */
export interface TableSpeech extends Speech {
  readonly cards: Cards;
}

export const titleOf = (cards: Cards, id: string): string => cards.get(id)?.title ?? id;
