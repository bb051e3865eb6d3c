/** The titles and texts of cards. The terminal asks for them once, before the first board. */
import type { CardList, FlowerWarClient } from '@flower-war/client';
import { explain } from '../screen/problem.ts';

export type CardWords = CardList['cards'][number];
/** The words of each card by its id. A missing card is shown by its id alone. */
export type Cards = ReadonlyMap<string, CardWords>;

export const NO_CARDS: Cards = new Map();

/** Asks for the cards. An old server does not tell them; a match can be played without. */
export async function readCards(client: Pick<FlowerWarClient, 'cards'>, game: string): Promise<Cards> {
  try {
    return byId(await client.cards(game));
  } catch (error) {
    if (explain(error) === undefined) throw error;
    return NO_CARDS;
  }
}

export function byId(cards: readonly CardWords[]): Cards {
  return new Map(cards.map((card) => [card.id, card]));
}

/** `Dart Thrower (W10)`. */
export function titleOf(cards: Cards, id: string): string {
  const title = cards.get(id)?.title;
  return title === undefined ? id : `${title} (${id})`;
}

/** `: ATTACK CHOSEN`, to follow the title. */
export function textAfter(cards: Cards, id: string): string {
  const text = cards.get(id)?.text ?? '';
  return text === '' ? '' : `: ${text}`;
}

/** The title and text of the card whose id is one of these words: `Dart Thrower: ATTACK CHOSEN`. */
export function noteOn(cards: Cards, words: string): string | undefined {
  const card = words.split(' ').flatMap((word) => cards.get(word) ?? [])[0];
  return card === undefined ? undefined : `${card.title}${textAfter(cards, card.id)}`;
}
