/** What the sets and the places around the sundial are called. */
import type { Colour } from './card.ts';

export const SET_NAMES: Readonly<Record<Colour, string>> = {
  P: 'Villagers and Animals',
  Y: 'Warriors',
  B: 'Superiors',
  G: 'Special Agents',
};

/** From pile 1. */
export const PLACE_NAMES: readonly string[] = [
  ...['Ball Court', 'Market', 'Observatory', 'Causeway', 'Floating Gardens', 'Palace', 'Volcano', 'Lake'],
];
