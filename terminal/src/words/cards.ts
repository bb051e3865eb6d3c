/** The titles and texts of cards. The terminal asks for them once, before the first board. */
import type { CardList, FlowerWarClient } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { explain } from '../screen/problem.ts';

type Listed = CardList['cards'][number];

/** A card in the language of the player. */
export interface CardWords extends Pick<Listed, 'id' | 'title' | 'timing' | 'text'> {
  /** When it may be played, in a sentence. */
  readonly when: string;
  /** What it costs, in a sentence; empty if it costs nothing. */
  readonly cost: string;
}

/** The words of each card by its id. A missing card is shown by its id alone. */
export type Cards = ReadonlyMap<string, CardWords>;

export const NO_CARDS: Cards = new Map();

/** Asks for the cards. An old server does not tell them; a match can be played without. */
export async function readCards(client: Pick<FlowerWarClient, 'cards'>, game: string, words: Words): Promise<Cards> {
  try {
    return cardsIn(await client.cards(game), game, words);
  } catch (error) {
    if (explain(error, words) === undefined) throw error;
    return NO_CARDS;
  }
}

export function cardsIn(cards: readonly Listed[], game: string, words: Words): Cards {
  return byId(
    cards.map((card) => ({
      id: card.id,
      timing: card.timing,
      ...(game === 'space-aztecs' && { mark: card.id }), // as the board calls it
      ...words.card(game, card),
    })),
  );
}

export function byId(cards: readonly CardWords[]): Cards {
  return new Map(cards.map((card) => [card.id, card]));
}

/** `Dart Thrower`. */
export function titleOf(cards: Cards, id: string): string {
  return cards.get(id)?.title ?? id;
}

/** What the card does whose id is one of these words. */
export function textOn(cards: Cards, words: string): string | undefined {
  return words.split(' ').flatMap((word) => cards.get(word)?.text ?? [])[0];
}
