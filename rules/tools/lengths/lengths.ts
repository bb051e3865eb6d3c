/**
 * `npm run lengths`: plays each preset in each length with each number of seats, and prints how even the seats are, how
 * often no seat wins, how many matches reach their cap, and how long they are. `--write` makes docs/lengths.md of it,
 * and the data of the page.
 * `--preset mexica --length short --seats 2,4 --options countdown=7` plays these rows alone, with other options.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { readFileSync, writeFileSync } from 'node:fs';
import { chosenGame, chosenOptions } from '../match.ts';
import { dataIn } from './data.ts';
import { type Counts, figuresOf } from './figures.ts';
import { nameOf, optionsText, ROWS, type Row } from './rows.ts';
import { lineIn, lineOf, MATCHES, page, SEED, tableOf } from './sheet.ts';
import { startThreads } from './threads.ts';

const PAGE = new URL('../../../docs/lengths.md', import.meta.url);
const DATA = new URL('../../../web/src/new/data/lengths.json', import.meta.url);
const MINUTE_MS = 60_000;

const { values: given } = commandLine({
  name: 'lengths',
  does: 'plays each edition in each length with each number of seats',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (all)' },
    preset: { kind: 'text', of: 'ID', tells: 'this edition alone' },
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

const { matches, seed } = given;
const end = Date.now() + given.minutes * MINUTE_MS;
const rows = ROWS.filter(isWanted);
if (rows.length === 0) refuse('no preset has that length with that number of seats');
if (given.write && !isForPage()) refuse('--write keeps the options, the seed and the number of matches of the page');

// A wrong option ends the program here, before threads begin.
for (const row of rows) chosenOptions(chosenGame(row.game), row.preset, optionsText(row, given.options));

const lines = await playedLines();
console.log(tableOf([...lines.values()]));
if (given.write) writePage();

function isWanted({ game, preset, length, seats }: Row): boolean {
  return (
    (given.game ?? game) === game &&
    (given.preset ?? preset) === preset &&
    (given.length ?? length) === length &&
    (given.seats.length === 0 || given.seats.includes(seats))
  );
}

function isForPage(): boolean {
  return given.options === '' && matches === MATCHES && seed === SEED;
}

async function playedLines(): Promise<ReadonlyMap<Row, string>> {
  const threads = startThreads(given.threads, () => Date.now() > end);
  const played = new Map<Row, string>();
  for (const row of rows) {
    const counts = await threads.play({ row, options: given.options, seed, from: 0, matches });
    if (counts === undefined) break;
    tell(row, counts);
    if (counts.matches === matches) played.set(row, lineOf({ row, figures: figuresOf(counts) }));
  }
  await threads.close();
  return played;
}

function tell(row: Row, counts: Counts): void {
  const isShort = counts.matches < matches;
  const late = isShort ? ', then the time was up: the row is left out' : '';
  console.error(`${nameOf(row)}: ${counts.matches} matches${late}`);
}

/** Rows that were not played keep their lines. */
function writePage(): void {
  const before = readFileSync(PAGE, { encoding: 'utf8', flag: 'a+' });
  const missing = ROWS.filter((row) => !lines.has(row) && lineIn(before, row) === undefined);
  if (missing.length > 0) refuse(`the page still needs ${missing.map(nameOf).join('; ')}`);
  const text = page((row) => lines.get(row) ?? lineIn(before, row) ?? '');
  writeFileSync(PAGE, text);
  writeFileSync(DATA, dataIn(text));
}
