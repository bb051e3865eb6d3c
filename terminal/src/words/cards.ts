/** The titles and texts of cards. The terminal asks for them once, before the first board. */
import type { CardList, FlowerWarClient } from '@flower-war/client';
import { english } from '@flower-war/words';
import { explain } from '../screen/problem.ts';

export type CardWords = Omit<CardList['cards'][number], 'face'>;
/** The words of each card by its id. A missing card is shown by its id alone. */
export type Cards = ReadonlyMap<string, CardWords>;

export const NO_CARDS: Cards = new Map();

/** Asks for the cards. An old server does not tell them; a match can be played without. */
export async function readCards(client: Pick<FlowerWarClient, 'cards'>, game: string): Promise<Cards> {
  try {
    const cards = await client.cards(game);
    return byId(cards.map((card) => ({ ...card, text: english.card(game, card).text })));
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

/** `: Attack a player of your choice`, to follow the title. The full stop is left to the sentence around it. */
export function textAfter(cards: Cards, id: string): string {
  const text = (cards.get(id)?.text ?? '').replace(/\.$/, '');
  return text === '' ? '' : `: ${text}`;
}

/** The title and text of the card whose id is one of these words: `Dart Thrower: Attack a player of your choice`. */
export function noteOn(cards: Cards, words: string): string | undefined {
  const card = words.split(' ').flatMap((word) => cards.get(word) ?? [])[0];
  return card === undefined ? undefined : `${card.title}${textAfter(cards, card.id)}`;
}
