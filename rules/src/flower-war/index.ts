import type { Deck } from '../ring/model/card.ts';
import { changeFor, type Prices } from '../ring/parts.ts';
import { homeDeck } from '../ring/play/hand.ts';
import { ringGame } from '../ring/ringGame.ts';
import { FLOWER_WAR } from './edition.ts';
import { omens } from './discs.ts';
import type { FlowerEvent } from './table.ts';
import type { FlowerSettings } from './options.ts';
import type { FlowerView } from './view.ts';

// What moves cost in Flower War, from what the seat sees.

const PRICES: Prices<FlowerView, FlowerSettings> = {
  offering: ({ view, options }) => {
    const { price, takesCards, cardsDrawNothing } = omens({ omens: view.omens, options });
    const orCards = takesCards && view.hand.length > 0;
    return { skulls: price, orCards, mayDrawNothing: orCards && cardsDrawNothing };
  },
  /** There are no prayers. */
  prayer: () => 0,
  card: (seen, { cost }) => Math.max(0, cost + changeFor(seen, 'play-cost')),
  hasCards: ({ view, options }, deck) => {
    const { takesFromPiles } = omens({ omens: view.omens, options });
    return sizeOf(view, deck) > 0 || lyingIn(view, deck, takesFromPiles);
  },
  lying: ({ view }, { day, index }) => view.piles[day - 1]?.cards[index - 1]?.card,
};

function sizeOf({ warDeck, rainDeck }: FlowerView, deck: Deck): number {
  return { day: 0, war: warDeck, rain: rainDeck }[deck];
}

/** Whether piles hold cards of the deck: covered ones renew it, and an omen lets tribes take the others too. */
function lyingIn({ piles }: FlowerView, deck: Deck, withTop: boolean): boolean {
  return piles.some(({ cards }) =>
    cards.some(({ card }, index) => homeDeck(card) === deck && (withTop || index < cards.length - 1)),
  );
}

/** Tribes circle the ring of twenty days, fight, sacrifice, and race the apocalypse that they bring about. */
export const flowerWar = ringGame<FlowerView, FlowerEvent>(FLOWER_WAR, PRICES);
