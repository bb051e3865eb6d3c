/** [D7] The score of a city, line by line: I codices, II Aztecs, III saucers. */
import {
  type AztecCard,
  type CardId,
  cardOf,
  type CodexCard,
  type Colour,
  COLOURS,
  type Goal,
  type Warrior,
} from './cards.ts';
import { aztecsIn, type City, type Quarters, shelteredIn } from './state.ts';

/** One line of a score, named for a card, or for a family of cards that score together. */
export type Line = readonly [name: string, points: number];

/** [D8] Points by the number of warriors of a type. */
export const WARRIORS: Readonly<Record<Warrior, readonly number[]>> = {
  eagle: [0, 3, 9, 18],
  jaguar: [0, 2, 7, 15],
  otomi: [0, 1, 4, 8, 14],
};
const WARRIOR_TYPES: readonly Warrior[] = ['eagle', 'jaguar', 'otomi'];
export const PAIR = 10;
export const FEWEST_PINK = -5;
const CAPTIVE = 1;

export const totalOf = (lines: readonly Line[]): number => lines.reduce((sum, [, points]) => sum + points, 0);

/** The lines of each city. A seat that has left has no score, and does not count for the fewest pink Aztecs. */
export function scoresOf(
  cities: readonly (Quarters & Pick<City, 'isHere'>)[],
  removed: Colour | 'none',
): readonly (readonly Line[])[] {
  const fewest = Math.min(...cities.filter((city) => city.isHere).map(pinkIn));
  const isPoor = (city: Quarters) => removed !== 'P' && pinkIn(city) === fewest;
  return cities.map((city) => {
    if (!city.isHere) return [];
    const penalty: readonly Line[] = isPoor(city) ? [['fewest-pink', FEWEST_PINK]] : [];
    return [...linesOf(city, removed), ...penalty];
  });
}

const pinkIn = (city: Quarters): number => aztecsIn(city).filter(({ colour }) => colour === 'P').length;

/** All lines of a city except the penalty, which depends on the other cities. */
export function linesOf(city: Quarters, removed: Colour | 'none'): readonly Line[] {
  return [...codexLines(city, removed), ...aztecLines(city), ...saucerLines(city)];
}

function codexLines(city: Quarters, removed: Colour | 'none'): readonly Line[] {
  return city.codices.map((id) => {
    const { goal } = codexOf(id);
    return [id, goal.points * timesMet(city, goal, removed)];
  });
}

function codexOf(id: CardId): CodexCard {
  const card = cardOf(id);
  if (card.kind !== 'codex') throw new Error(`${id} is not a codex`);
  return card;
}

function timesMet(city: Quarters, goal: Goal, removed: Colour | 'none'): number {
  switch (goal.kind) {
    case 'hours':
      return countedIn(city).filter((id) => isWithin(goal, cardOf(id).time)).length;
    case 'temple':
      return city.temples.length;
    case 'sheltered':
      return shelteredIn(city).length;
    case 'set': {
      const inGame = COLOURS.filter((colour) => colour !== removed);
      return Math.min(...inGame.map((wanted) => aztecsIn(city).filter(({ colour }) => colour === wanted).length));
    }
    case 'aztec':
      return aztecsIn(city).length;
  }
}

const isWithin = ({ from, to }: { readonly from: string; readonly to: string }, time: string): boolean =>
  from <= time && time <= to;

/** [SA-22] The cards that codices of hours count: all except saucers and their captives. */
const countedIn = (city: Quarters): readonly CardId[] => [
  ...city.visible,
  ...shelteredIn(city),
  ...city.temples.map(({ card }) => card),
  ...city.codices,
];

function aztecLines(city: Quarters): readonly Line[] {
  const aztecs = aztecsIn(city);
  const sheltered = shelteredIn(city);
  const single = aztecs.filter(({ type }) => !isWarrior(type) && type !== 'priest' && type !== 'alien');
  return [
    ...single.map((card): Line => [card.id, pointsOf(card) + (sheltered.includes(card.id) ? (card.bonus ?? 0) : 0)]),
    ...warriorLines(aztecs),
    ...pairLines(aztecs),
  ];
}

const isWarrior = (type: string): boolean => WARRIOR_TYPES.some((warrior) => warrior === type);

const pointsOf = ({ points = 0 }: AztecCard): number => points;

function warriorLines(aztecs: readonly AztecCard[]): readonly Line[] {
  return WARRIOR_TYPES.flatMap((warrior): readonly Line[] => {
    const count = aztecs.filter(({ type }) => type === warrior).length;
    const worth = WARRIORS[warrior];
    return count === 0 ? [] : [[warrior, worth[Math.min(count, worth.length - 1)] ?? 0]];
  });
}

/** [SA-19] As many pairs as possible. The Aliens that are worth most alone stay unpaired. */
function pairLines(aztecs: readonly AztecCard[]): readonly Line[] {
  const priests = aztecs.filter(({ type }) => type === 'priest');
  const aliens = aztecs.filter(({ type }) => type === 'alien').toSorted((a, b) => pointsOf(a) - pointsOf(b));
  const pairs = Math.min(priests.length, aliens.length);
  const alone = [...priests.slice(pairs), ...aliens.slice(pairs)];
  return [
    ...(pairs > 0 ? [['pairs', PAIR * pairs] as const] : []),
    ...alone.map((card): Line => [card.id, pointsOf(card)]),
  ];
}

function saucerLines({ saucers }: Quarters): readonly Line[] {
  return saucers.map(({ card, captured }) => [card, CAPTIVE * captured.length]);
}

/** [D7] The numbers that break a tie: Aztecs, then temples. */
export const tieBreaksOf = (city: Quarters): readonly number[] => [aztecsIn(city).length, city.temples.length];
