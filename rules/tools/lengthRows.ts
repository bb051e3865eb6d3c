/** The rows of docs/lengths.md: how long matches are, how even the seats are, and how often no tribe wins. */
import { GAMES } from '../src/catalogue/games.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import {
  chosenGame,
  chosenOptions,
  lengthsOf,
  markdownRow,
  median,
  playSeries,
  seatNumbers,
  sum,
  wilson,
} from './series.ts';

/** How the page is played. */
export const MATCHES = 1000;
export const SEED = 1;

/** A preset, in one of its lengths, with a number of seats. */
export interface Row {
  readonly game: string;
  readonly preset: string;
  /** Absent if the game has one length. */
  readonly length: string | undefined;
  readonly seats: number;
}

export const ROWS: readonly Row[] = [...GAMES.values()].flatMap(({ game }) =>
  game.presets.flatMap(({ id: preset }) =>
    lengthsOf(game).flatMap((length) => seatNumbers(game).map((seats) => ({ game: game.id, preset, length, seats }))),
  ),
);

export const nameOf = ({ preset, length, seats }: Row): string =>
  `${preset}${length === undefined ? '' : ` ${length}`}, ${seats} seats`;

/** The options of a row, with changes such as `countdown=7`. */
export const optionsOf = (row: Row, options = ''): Options => chosenOptions(chosenGame(row.game), { ...row, options });

export interface RowSeries {
  readonly row: Row;
  /** Options beside those of the row, such as `countdown=7`. */
  readonly options: string;
  readonly matches: number;
  readonly seed: number;
}

/** Plays the matches of a row, and gives its line of the table. */
export function playedLine({ row, options, matches, seed }: RowSeries): string {
  const bots = Array.from({ length: row.seats }, () => 'greedy');
  const played = playSeries(chosenGame(row.game), { options: optionsOf(row, options), bots, matches, seed });
  const unwon = played.filter(({ result }) => result.winners.length === 0).length;
  const stalled = played.filter(({ result }) => ['round-cap', 'turn-cap'].includes(result.reason)).length;
  const wins = bots.map((_, seat) =>
    sum(played.map(({ result: { winners } }) => (winners.some((one) => one === seat) ? 1 / winners.length : 0))),
  );
  const shares = wins.map((one) => one / Math.max(1, matches - unwon));
  const rounds = median(played.map((match) => match.rounds));
  return markdownRow([
    lengthName(row),
    `${row.seats}`,
    shares.map((share) => (100 * share).toFixed(1)).join(', '),
    ((100 * unwon) / matches).toFixed(1),
    `${stalled}`,
    rounds === 0 ? '–' : `${rounds}`,
    `${median(played.map(({ moves }) => moves))}`,
    `${median(played.flatMap(({ choices }) => choices))}`,
    faultsOf(row, { matches, shares, unwon, stalled }).join(', '),
  ]);
}

const lengthName = ({ length }: Row): string => length ?? 'the only one';

/** No seat should win more, or less, often than its share by more than this. */
const MOST_OFF = 0.05;

interface Judged {
  readonly matches: number;
  readonly shares: readonly number[];
  readonly unwon: number;
  readonly stalled: number;
}

/** A fault is named where chance does not explain it: where the whole 95 % interval lies beyond the limit. */
function faultsOf(row: Row, { matches, shares, unwon, stalled }: Judged): readonly string[] {
  const won = matches - unwon;
  const isUneven = (share: number) => {
    const [low, high] = wilson(share * won, won);
    return low > 1 / row.seats + MOST_OFF || high < 1 / row.seats - MOST_OFF;
  };
  const [leastUnwon] = wilson(unwon, matches);
  return [
    ...(won > 0 && shares.some(isUneven) ? ['uneven seats'] : []),
    ...(unwon > 0 && leastUnwon > mostUnwon(row) ? ['too few winners'] : []),
    ...(stalled > 0 ? ['stalls'] : []),
  ];
}

/** The part of matches without a winner in the models of the rules documents, by preset and number of seats. */
const DOCUMENTED: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  mexica: { 2: 0.19, 3: 0.36, 4: 0.55 },
  // The documents give four seats alone. Fewer seats have the figures of Mexica.
  'flower-war-early': { 2: 0.19, 3: 0.36, 4: 0.51 },
};

/** How many matches may end without a winner. None if an option says that the best tribe wins. */
function mostUnwon(row: Row): number {
  if (optionsOf(row)['noWinnerFallback'] === 'mostSigns') return 0;
  return DOCUMENTED[row.preset]?.[row.seats] ?? 0;
}

/** The place of a row in the page: all before it from the heading of the preset on, and its line. */
const placeOf = (row: Row): RegExp =>
  new RegExp(`(\n## ${row.preset}\n(?:(?!\n## )[^])*?\n)(\\| ${lengthName(row)} \\| ${row.seats} \\|.*)`);

/** The line that the page has for a row, if it has one. */
export const lineIn = (page: string, row: Row): string | undefined => placeOf(row).exec(page)?.[2];

export const withLine = (page: string, row: Row, line: string): string =>
  page.replace(placeOf(row), (_, before: string) => before + line);

/** The figures of the page as data, which the web client shows to people who plan a match. A line for each row. */
export const dataIn = (page: string): string =>
  `[\n${ROWS.map((row) => JSON.stringify(figuresIn(page, row))).join(',\n')}\n]\n`;

/** Shares and matches without a winner in percent. A game with one length has it under an empty name. */
function figuresIn(page: string, row: Row) {
  const cells = (lineIn(page, row) ?? '').split('|').map((cell) => cell.trim());
  const [, , , shares = '', unwon, , rounds, , choices] = cells;
  return {
    preset: row.preset,
    length: row.length ?? '',
    seats: row.seats,
    shares: shares.split(', ').map(Number),
    unwon: Number(unwon),
    rounds: Number(rounds) || 0, // 0 where the game has no rounds
    choices: Number(choices),
  };
}
