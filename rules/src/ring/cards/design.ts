/** A card as it is printed: its text, and how many copies each edition has. */
import type { Card, CardId, Effect, God, Timing } from '../model/card.ts';

/** The edition to which a deck belongs; early Flower War plays with Mexica's decks. */
export type Edition = 'mexica' | 'flowerWar';

export interface Design extends Card {
  readonly copies: Readonly<Record<Edition, number>>;
}

interface Printed {
  readonly timing: Timing;
  readonly cost: number;
  readonly copies: readonly [mexica: number, flowerWar: number];
}

/** Makes a card of this god's deck. */
export const designer =
  (deck: God) =>
  (id: CardId, { timing, cost, copies: [mexica, flowerWar] }: Printed, effects: readonly Effect[]): Design => ({
    id,
    deck,
    timing,
    cost,
    effects,
    copies: { mexica, flowerWar },
  });

/** An id such as `K05` or `D020`. Ids sort like their numbers. */
export const numbered = (letter: string, number: number, digits: number): CardId =>
  letter + String(number).padStart(digits, '0');
