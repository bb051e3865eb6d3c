/**
 * What may still become of a city, as numbers, and what each is worth in points at the end. The weights are learned from
 * matches of `greedy` with some random moves: `npm run do -- learn --game space-aztecs` finds them.
 */
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import type { Colour, Goal } from '../cards.ts';
import type { City } from '../state.ts';
import { WARRIORS } from '../scoring.ts';
import { type Census, censusesOf } from './census.ts';
import type { Outlook } from './greedy.ts';
import { OF_MORE, OF_TWO, type Weight, type Weights } from './prospectWeights.ts';

interface Prospect {
  readonly name: string;
  readonly of: (census: Census, outlook: Outlook) => number;
}

export const PROSPECTS: readonly Prospect[] = [
  { name: 'score', of: ({ score }) => score },
  { name: 'next-eagle', of: next('eagle') },
  { name: 'next-jaguar', of: next('jaguar') },
  { name: 'next-otomi', of: next('otomi') },
  { name: 'lonely-priests', of: (census, { types }) => Math.max(0, priestsAhead(census)) * few(types.alien) },
  { name: 'lonely-aliens', of: (census, { types }) => Math.max(0, -priestsAhead(census)) * few(types.priest) },
  { name: 'fear', of: overColours(({ count, dearest }, { saucers }) => Math.min(count, saucers) * dearest) },
  { name: 'exposed', of: overColours(({ count }, { saucers }) => Math.min(count, saucers)) },
  { name: 'archivists', of: ({ bonuses }, { temples }) => bonuses * Math.min(1, temples.G ?? 0) },
  { name: 'shelter', of: overColours(({ count }, { temples }) => count * Math.min(1, temples)) },
  { name: 'guests', of: (census, outlook) => (census.agents > 0 ? guests(census, outlook) : 0) },
  { name: 'agent', of: ({ agents }) => Math.min(1, agents) },
  { name: 'temples', of: ({ temples }) => temples },
  { name: 'colours', of: ({ colours }) => colours.size },
  { name: 'codex-hours', of: codex('hours') },
  { name: 'codex-temple', of: codex('temple') },
  { name: 'codex-sheltered', of: codex('sheltered') },
  { name: 'codex-set', of: codex('set') },
  { name: 'codex-aztec', of: codex('aztec') },
  { name: 'aztecs', of: ({ aztecs }) => aztecs },
  { name: 'sheltered', of: ({ sheltered }) => sheltered },
  { name: 'fewest-pink', of: ({ isPoor }) => (isPoor ? 1 : 0) },
  { name: 'pink-lead', of: ({ pinkLead }) => pinkLead },
];

/** What the next warrior of a type would bring, by how many may still come. */
function next(type: 'eagle' | 'jaguar' | 'otomi'): Prospect['of'] {
  const worth = WARRIORS[type];
  return ({ types }, coming) => {
    const have = types[type] ?? 0;
    return have + 1 < worth.length ? ((worth[have + 1] ?? 0) - (worth[have] ?? 0)) * (coming.types[type] ?? 0) : 0;
  };
}

const priestsAhead = ({ types }: Census): number => (types.priest ?? 0) - (types.alien ?? 0);
const few = (coming = 0): number => Math.min(2, coming);

function overColours(
  value: (exposed: Census['visible'][number], coming: { readonly saucers: number; readonly temples: number }) => number,
): Prospect['of'] {
  return ({ visible }, { saucers, temples }) =>
    visible.reduce((sum, one) => {
      const coming = { saucers: saucers[one.colour] ?? 0, temples: temples[one.colour] ?? 0 };
      return sum + value(one, coming);
    }, 0);
}

/** The Aztecs to come that an Agent may bring under a temple. */
const guests = ({ colours }: Census, { aztecs }: Outlook): number =>
  [...colours].reduce((sum, colour) => sum + (aztecs[colour] ?? 0), 0);

/** A codex that counts cards to come counts those; another one counts the time. */
function codex(kind: Goal['kind']): Prospect['of'] {
  return ({ goals }, { rounds, counted }) =>
    goals
      .filter((goal) => goal.kind === kind)
      .reduce(
        (sum, goal) =>
          sum + (goal.kind === 'hours' || goal.kind === 'temple' ? goal.points * counted(goal) : decades({ rounds })),
        0,
      );
}

/** What the second weight of a prospect counts by. */
export const decades = ({ rounds }: Pick<Outlook, 'rounds'>): number => rounds / TEN;

const TEN = 10;

// How far a seat is ahead, in points that may be expected at the end.

export interface Scene {
  readonly cities: readonly City[];
  readonly removed: Colour | 'none';
  readonly outlook: Outlook;
  /** Those of this number of seats, if absent. */
  readonly weights?: Weights | undefined;
}

/** The worth of the victory beyond the points. */
const VICTORY = 9;

/** The lead over the best rival; at the end in points, with the worth of the victory. */
export function leadOf(scene: Scene, seat: Seat): number {
  const { cities, outlook } = scene;
  const isLast = outlook.rounds === 0;
  const worths = worthsIn(scene);
  const rivals = worths.filter((_, other) => other !== seat && cities[other]?.isHere === true);
  const lead = at(worths, seat) - Math.max(...rivals);
  return lead + (isLast ? VICTORY * Math.sign(lead) : 0);
}

/** By seat: the points that may be expected at the end. */
function worthsIn({ cities, removed, outlook, weights = weightsFor(cities.length) }: Scene): readonly number[] {
  return censusesOf(cities, removed).map((census) =>
    outlook.rounds === 0 ? census.score : worthOf(census, outlook, weights),
  );
}

const worthOf = (census: Census, outlook: Outlook, weights: Weights): number =>
  PROSPECTS.reduce((sum, { name, of }) => {
    const [always, later] = weights[name] ?? NOTHING;
    return sum + of(census, outlook) * (always + later * decades(outlook));
  }, census.score);

const weightsFor = (seats: number): Weights => (seats === 2 ? OF_TWO : OF_MORE);

const NOTHING: Weight = [0, 0];
