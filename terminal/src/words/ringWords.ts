/** The names printed on the ring of twenty days, as people read them. */
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

/** The decks; two of them have the names of gods. */
export const DECK_NAMES = { war: 'War', rain: 'Rain', day: 'Day' } as const;

/** `Crocodile (Cipactli)`: the English name, then the name that moves use. Days are numbered from 1. */
export function dayName(day: number): string {
  const name = DAY_NAMES[day - 1];
  return name === undefined ? `day ${day}` : `${ENGLISH_NAMES[day - 1]} (${name})`;
}

/** The English name alone, for narrow places. */
export const shortName = (day: number): string => ENGLISH_NAMES[day - 1] ?? `day ${day}`;

/** The day with this name in the notation, or 0. */
export const dayOf = (name: string): number => DAY_NAMES.findIndex((one) => one.toLowerCase() === name) + 1;

/** The change of the rules that each calendar disc brings, by its day. */
const OMENS: readonly string[] = [
  'one attack on any tribe, from afar',
  'one attack from one day farther',
  'take a card from a pile instead of drawing',
  'a coin for one more skull',
  'no Rain cards may be played',
  'all hands are lost',
  'go to any day',
  'skulls may be given to the day',
  'cards may stand for skulls in a sacrifice',
  'the tribe that takes it cancels another omen',
  'one step instead of a roll, a coin instead of battle dice',
  'marriages instead of battles',
  'cards may stand for skulls in a sacrifice',
  'the stake of a battle is one skull more',
  'a sacrifice takes two skulls',
  'pick up one skull more',
  'move twice',
  'a tribe that can sacrifice must',
  'no War cards may be played',
  'the stake of a battle is one skull less',
];

export const omenOf = (day: number): string => OMENS[day - 1] ?? '';
