import type { Seat } from '../contract/game.ts';
import type { Deck } from '../ring/model/card.ts';
import { changeFor, type MoveQuestion, type Prices } from '../ring/parts.ts';
import { sumOf } from '../ring/play/effects.ts';
import { ringGame } from '../ring/ringGame.ts';
import { MEXICA } from './edition.ts';
import type { MexicaSettings } from './options.ts';
import { bonusesOf, type MexicaEvent } from './table.ts';
import type { MexicaView } from './view.ts';

// What moves cost in Mexica and early Flower War, from what the seat sees.

type SeenHere = MoveQuestion<MexicaView, MexicaSettings>;

const PRICES: Prices<MexicaView, MexicaSettings> = {
  offering: (seen) => ({ skulls: price(seen, seen.options.godCardCost), orCards: false }),
  prayer: (seen) => price(seen, seen.options.tonantzinCost),
  card: () => 0,
  hasCards: ({ view }, deck) => cardsOf(view, deck) > 0,
  lying: () => undefined,
};

/** The view tells the holder of a week card as the state does, and other places by numbers that are not seats. */
function price(seen: SeenHere, usual: number): number {
  const { view, seat, options } = seen;
  const held = bonusesOf({ weeks: view.weeks as readonly Seat[], options }, seat);
  return Math.max(1, usual + changeFor(seen, 'offer-cost') + sumOf(held, 'offer-cost'));
}

/** The cards that can still be drawn: those of the deck, and the used ones that renew it. */
function cardsOf(view: MexicaView, deck: Deck): number {
  switch (deck) {
    case 'day':
      return view.dayDeck + view.dayDiscards.length;
    case 'war':
      return view.warDeck + view.warDiscards.length;
    case 'rain':
      return view.rainDeck + view.rainDiscards.length;
  }
}

/** The first tribe with all three signs wins. If no tribe has them in time, the world ends in flood or war. */
export const mexica = ringGame<MexicaView, MexicaEvent>(MEXICA, PRICES);
