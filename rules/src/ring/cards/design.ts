/** A card as it is printed: what it says, and how many copies of it each edition has. */
import type { Card, CardId, Effect, God, Timing } from '../model/card.ts';

/** Whose decks; early Flower War plays with Mexica's. */
export type Edition = 'mexica' | 'flowerWar';

export interface Design extends Card {
  readonly copies: Readonly<Record<Edition, number>>;
}

interface Printed {
  readonly timing: Timing;
  readonly cost: number;
  readonly copies: readonly [mexica: number, flowerWar: number];
}

/** A card of that god's deck, in one line. */
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

/** `K05`, `D020`: ids sort as their numbers do. */
export const numbered = (letter: string, number: number, digits: number): CardId =>
  letter + String(number).padStart(digits, '0');
