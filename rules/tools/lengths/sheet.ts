/** The contents of docs/lengths.md: a table for each preset, and why some rows are not as they should be. */
import { type Fault, faultsOf } from './judgement.ts';
import type { Figures } from './figures.ts';
import { REMARKS } from './remarks.ts';
import { ROWS, type Row } from './rows.ts';

export const MATCHES = 1000;
export const SEED = 1;

/** A row with its figures. */
export interface Played {
  readonly row: Row;
  readonly figures: Figures;
}

const INTRODUCTION = `# Lengths

How long matches are, how even the seats are, and how often no tribe wins: for each preset, each length that it has, and each number of
seats. All seats are \`greedy\`. \`npm run lengths -- --write\` makes this page, with seed ${SEED} and ${MATCHES} matches a row, and a test plays some of
them anew. \`npm run lengths -- --preset mexica --length short --seats 4 --matches 10000\` plays more matches of one row;
\`--options countdown=7\` tries other options.

- *share of each seat*: its part in the matches that a seat won. Of a shared victory each winner has its part. A share should be at most 5
  points off the equal one. With ${MATCHES} matches chance alone moves it by up to 3 points.
- *no winner*: at most what the models of the rules documents give, and none if the option \`noWinnerFallback\` says that the best tribe wins.
- *at the cap*: matches that \`roundCap\` or \`turnCap\` ended. There should be none.
- *rounds*, *moves*: the medians; moves are those of all seats.
- *choices*: how often a seat has more than one legal move; the median of all seats of all matches.
- *not as it should be*: what the limits above do not allow, also if its 95 % interval is taken into account.`;

const HEAD: readonly string[] = [
  'length',
  'seats',
  'share of each seat, %',
  'no winner, %',
  'at the cap',
  'rounds',
  'moves',
  'choices',
  'not as it should be',
];

/** A row of the table in Markdown. */
export function lineOf({ row, figures }: Played): string {
  const { shares, unwon, stalled, rounds, moves, choices } = figures;
  return line([
    lengthOf(row),
    `${row.seats}`,
    shares.map((share) => (100 * share).toFixed(1)).join(', '),
    (100 * unwon).toFixed(1),
    `${stalled}`,
    rounds === 0 ? '–' : `${rounds}`,
    `${moves}`,
    `${choices}`,
    faultsOf(row, figures).map(nameOfFault).join(', '),
  ]);
}

const FAULTS: Readonly<Record<Fault, string>> = {
  uneven: 'uneven seats',
  unwon: 'too few winners',
  stalled: 'stalls',
};
const nameOfFault = (fault: Fault): string => FAULTS[fault];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function tableOf(lines: readonly string[]): string {
  const aligned = HEAD.map((_, column) => (column === 0 || column === HEAD.length - 1 ? '---' : '---:'));
  return [line(HEAD), line(aligned), ...lines].join('\n');
}

const PRESETS: readonly string[] = [...new Set(ROWS.map(({ preset }) => preset))];

/** The page; `lineFor` gives the line of each row. */
export function page(lineFor: (row: Row) => string): string {
  const parts = PRESETS.map((preset) => {
    const rows = ROWS.filter((row) => row.preset === preset);
    const remarks = REMARKS.filter((remark) => remark.preset === preset).map(({ text }) => text);
    return [`## ${preset}`, tableOf(rows.map(lineFor)), ...remarks].join('\n\n');
  });
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}

/** The line that a page has for a row, if it has one. */
export function lineIn(text: string, row: Row): string | undefined {
  const [, after = ''] = text.split(`\n## ${row.preset}\n`);
  const [own = ''] = after.split('\n## ');
  return own.split('\n').find((one) => one.startsWith(`| ${lengthOf(row)} | ${row.seats} |`));
}

const lengthOf = ({ length }: Row): string => length ?? 'the only one';
