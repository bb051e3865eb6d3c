/** What a row of the table should be, and in what it is not so. */
import { chosenGame, chosenOptions } from '../match.ts';
import { wilson } from '../statistics.ts';
import type { Figures } from './figures.ts';
import { optionsText, type Row } from './rows.ts';

/** No seat should win more, or less, often than its share by more than this. */
const MOST_OFF = 0.05;

export type Fault = 'uneven' | 'unwon' | 'stalled';

/** A fault is named where chance does not explain it: where the whole 95 % interval lies beyond the limit. */
export function faultsOf(row: Row, { matches, shares, unwon, stalled }: Figures): readonly Fault[] {
  const won = Math.round(matches * (1 - unwon));
  const [leastUnwon] = wilson(unwon * matches, matches);
  const found: Record<Fault, boolean> = {
    uneven: won > 0 && shares.some((share) => isOff(wilson(share * won, won), 1 / row.seats)),
    unwon: unwon > 0 && leastUnwon > mostUnwon(row),
    stalled: stalled > 0,
  };
  return (Object.keys(found) as Fault[]).filter((fault) => found[fault]);
}

const isOff = ([low, high]: readonly [low: number, high: number], fair: number): boolean =>
  low > fair + MOST_OFF || high < fair - MOST_OFF;

/** The part of matches without a winner in the models of the rules documents, by preset and number of seats. */
const DOCUMENTED: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  mexica: { 2: 0.19, 3: 0.36, 4: 0.55 },
  // The documents give four seats alone. Fewer seats have the figures of Mexica.
  'flower-war-early': { 2: 0.19, 3: 0.36, 4: 0.51 },
};

/** How many matches may end without a winner. None if an option says that the best tribe wins. */
function mostUnwon(row: Row): number {
  const options = chosenOptions(chosenGame(row.game), row.preset, optionsText(row));
  if (options['noWinnerFallback'] === 'mostSigns') return 0;
  return DOCUMENTED[row.preset]?.[row.seats] ?? 0;
}
