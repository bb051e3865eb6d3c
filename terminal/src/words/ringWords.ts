/** Names that are printed on the ring of twenty days, as people read them. */
export const DAY_NAMES: readonly string[] = [
  'Cipactli',
  'Ehecatl',
  'Calli',
  'Cuetzpalin',
  'Coatl',
  'Miquiztli',
  'Mazatl',
  'Tochtli',
  'Atl',
  'Itzcuintli',
  'Ozomahtli',
  'Malinalli',
  'Acatl',
  'Ocelotl',
  'Cuauhtli',
  'Cozcacuauhtli',
  'Olin',
  'Tecpatl',
  'Quiyahuitl',
  'Xochitl',
];

/** What the days mean, in the same order. */
export const ENGLISH_NAMES: readonly string[] = [
  'Crocodile',
  'Wind',
  'House',
  'Lizard',
  'Serpent',
  'Death',
  'Deer',
  'Rabbit',
  'Water',
  'Dog',
  'Monkey',
  'Grass',
  'Reed',
  'Jaguar',
  'Eagle',
  'Vulture',
  'Quake',
  'Flint',
  'Rain',
  'Flower',
];

/** Decks, and the gods that two of them are called after. */
export const DECK_NAMES = { war: 'War', rain: 'Rain', day: 'Day' } as const;

/** `Crocodile (Cipactli)`: the English name first, and beside it the one that moves use. Days are numbered from 1. */
export function dayName(day: number): string {
  const name = DAY_NAMES[day - 1];
  return name === undefined ? `day ${day}` : `${ENGLISH_NAMES[day - 1]} (${name})`;
}

/** Where there is no room for two names. */
export const shortName = (day: number): string => ENGLISH_NAMES[day - 1] ?? `day ${day}`;

/** The day that notation calls so, or 0. */
export const dayOf = (name: string): number => DAY_NAMES.findIndex((one) => one.toLowerCase() === name) + 1;

/** The rule that each calendar disc changes, by its day. */
const OMENS: readonly string[] = [
  'one attack on anybody, from afar',
  'one attack from one day farther',
  'take a card from a pile instead of drawing',
  'a coin for one more skull',
  'no Rain cards may be played',
  'all hands are lost',
  'go to any day',
  'skulls may be given to the day',
  'cards may stand for skulls in a sacrifice',
  'its taker cancels another omen',
  'one step instead of a roll, a coin instead of battle dice',
  'marriages instead of battles',
  'cards may stand for skulls in a sacrifice',
  'the stake of a battle is one more',
  'a sacrifice takes two skulls',
  'pick up one skull more',
  'move twice',
  'who can sacrifice must',
  'no War cards may be played',
  'poor spoils in battle',
];

export const omenOf = (day: number): string => OMENS[day - 1] ?? '';
