/**
 * `npm run do -- lengths`: plays each preset in each length with each number of seats, and prints how even the seats are, how
 * often no seat wins, how many matches reach their cap, and how long they are. `--write` puts the lines into docs/lengths.md,
 * and makes the data of the page.
 * `--preset mexica --length short --seats 2,4 --options countdown=7` plays these rows alone, with other options.
 */

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { dataIn, lineIn, MATCHES, nameOf, optionsOf, ROWS, type Row, SEED, withLine } from './lengthRows.ts';
import { markdownHead } from './series.ts';

const PAGE = new URL('../../docs/lengths.md', import.meta.url);
const DATA = new URL('../../web/src/new/data/lengths.json', import.meta.url);
const MINUTE_MS = 60_000;
const FIGURES = ['share of each seat, %', 'no winner, %', 'at the cap', 'rounds', 'moves', 'choices'];
const FAULTS = 'not as it should be';

const { values: given } = commandLine({
  name: 'do -- lengths',
  does: 'plays each edition in each length with each number of seats',
  flags: {
    game: { kind: 'text', among: [...new Set(ROWS.map(({ game }) => game))], tells: 'the game (all)' },
    preset: { kind: 'text', among: [...new Set(ROWS.map(({ preset }) => preset))], tells: 'this edition alone' },
    length: { kind: 'text', tells: 'this length alone' },
    seats: { kind: 'wholes', of: '2,4', tells: 'these numbers of seats alone' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
    matches: { kind: 'whole', usual: MATCHES, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: SEED, tells: 'the first seed' },
    threads: { kind: 'whole', usual: 2, least: 1, tells: 'how many matches are played at a time' },
    minutes: { kind: 'whole', usual: 60, tells: 'how long at most' },
    write: { kind: 'switch', tells: 'writes docs/lengths.md, and the data of the page' },
  },
});

const { options, matches, seed } = given;
const end = Date.now() + given.minutes * MINUTE_MS;
const rows = ROWS.filter(isWanted);
if (rows.length === 0) refuse('no preset has that length with that number of seats');
const isForPage = options === '' && matches === MATCHES && seed === SEED;
if (given.write && !isForPage) refuse('--write keeps the options, the seed and the number of matches of the page');
for (const row of rows) optionsOf(row, options); // a wrong option ends the program before threads begin

const lines = new Map<Row, string>();
const left = rows.values();
await Promise.all(Array.from({ length: given.threads }, playRows));
console.log(markdownHead(['length', 'seats', ...FIGURES, FAULTS], [FAULTS]));
for (const row of rows) if (lines.has(row)) console.log(lines.get(row));
if (given.write) writePage();

function isWanted({ game, preset, length, seats }: Row): boolean {
  return (
    (given.game ?? game) === game &&
    (given.preset ?? preset) === preset &&
    (given.length ?? length) === length &&
    (given.seats.length === 0 || given.seats.includes(seats))
  );
}

/** Plays rows in a thread until none is left, or the time is up. */
async function playRows(): Promise<void> {
  const thread = new Worker(new URL('./lengthsThread.ts', import.meta.url));
  for (const row of left) {
    if (Date.now() > end) break;
    const answered = once(thread, 'message');
    thread.postMessage({ row, options, matches, seed });
    const [line]: string[] = await answered;
    lines.set(row, line ?? '');
    console.error(`${nameOf(row)}: ${matches} matches`);
  }
  await thread.terminate();
}

/** Rows that were not played keep their lines. */
function writePage(): void {
  let page = readFileSync(PAGE, 'utf8');
  const missing = ROWS.filter((row) => lineIn(page, row) === undefined);
  if (missing.length > 0) refuse(`docs/lengths.md has no line for ${missing.map(nameOf).join('; ')}`);
  for (const [row, line] of lines) page = withLine(page, row, line);
  writeFileSync(PAGE, page);
  writeFileSync(DATA, dataIn(page));
}
