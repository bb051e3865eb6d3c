/** Every card of the ring by its id, and the contents of the decks. */
import type { Card, CardId, Deck } from '../model/card.ts';
import { DAY_CARDS } from './dayCards.ts';
import type { Design, Edition } from './design.ts';
import { LAND_CARDS } from './landCards.ts';
import { RAIN_CARDS } from './rainCards.ts';
import { WAR_CARDS } from './warCards.ts';
import { WEEK_CARDS } from './weekCards.ts';

const DESIGNS: readonly Design[] = [...DAY_CARDS, ...WAR_CARDS, ...RAIN_CARDS, ...LAND_CARDS];

export const CARDS: ReadonlyMap<CardId, Card> = new Map([...DESIGNS, ...WEEK_CARDS].map((card) => [card.id, card]));

export function cardOf(id: CardId): Card {
  const card = CARDS.get(id);
  if (!card) throw new Error(`no card ${id}`);
  return card;
}

type Decks = Readonly<Record<Deck, readonly CardId[]>>;
const DECKS: Readonly<Record<Edition, Decks>> = { mexica: decksOf('mexica'), flowerWar: decksOf('flowerWar') };

/** The ids of a whole deck in their order, each as often as the deck has copies of it. */
export const deckOf = (edition: Edition, deck: Deck): readonly CardId[] => DECKS[edition][deck];

function decksOf(edition: Edition): Decks {
  const copies = (deck: Deck) =>
    DESIGNS.filter((card) => card.deck === deck).flatMap((card) => copiesOf(card, edition));
  return { day: copies('day'), war: copies('war').sort(), rain: copies('rain').sort() };
}

function copiesOf({ id, copies }: Design, edition: Edition): readonly CardId[] {
  return Array.from({ length: copies[edition] }, () => id);
}
