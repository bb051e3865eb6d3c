/** How far a seat is ahead, in points that may be expected at the end. */
import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { Colour } from '../cards/card.ts';
import type { City } from '../model/state.ts';
import { type Census, censusesOf } from './census.ts';
import type { Outlook } from './outlook.ts';
import { decades, PROSPECTS } from './prospects.ts';
import { type Weight, WEIGHTS } from './prospectWeights.ts';

export interface Scene {
  readonly cities: readonly City[];
  readonly removed: Colour | 'none';
  readonly outlook: Outlook;
}

/** The worth of the victory beyond the points. */
const VICTORY = 9;

/** The lead over the best rival; at the end in points, with the worth of the victory. */
export function leadOf({ cities, removed, outlook }: Scene, seat: Seat): number {
  const isLast = outlook.rounds === 0;
  const worths = censusesOf(cities, removed).map((census) => (isLast ? census.score : worthOf(census, outlook)));
  const rivals = worths.filter((_, other) => other !== seat && cities[other]?.isHere === true);
  const lead = at(worths, seat) - Math.max(...rivals);
  return lead + (isLast ? VICTORY * Math.sign(lead) : 0);
}

const worthOf = (census: Census, outlook: Outlook): number =>
  PROSPECTS.reduce((sum, { name, of }) => {
    const [always, later] = WEIGHTS[name] ?? NOTHING;
    return sum + of(census, outlook) * (always + later * decades(outlook));
  }, census.score);

const NOTHING: Weight = [0, 0];
