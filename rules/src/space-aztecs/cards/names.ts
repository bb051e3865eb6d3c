/** The names of the sets and of the places around the sundial. */
import type { Colour } from './card.ts';

export const SET_NAMES: Readonly<Record<Colour, string>> = {
  P: 'Villagers and Animals',
  Y: 'Warriors',
  B: 'Superiors',
  G: 'Special Agents',
};

/** The places, from pile 1 on. */
export const PLACE_NAMES: readonly string[] = [
  'Ball Court',
  'Market',
  'Observatory',
  'Causeway',
  'Floating Gardens',
  'Palace',
  'Volcano',
  'Lake',
];
