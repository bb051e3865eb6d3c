/**
 * `npm run lengths`: plays each preset in each length with each number of seats, and prints how even the seats are, how
 * often no seat wins, how many matches reach their cap, and how long they are. `--write` makes docs/lengths.md of it,
 * and the data of the page.
 * `--preset mexica --length short --seats 2,4 --options countdown=7` plays these rows alone, with other options.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine, usage, wholeNumber } from '../arguments.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { dataIn } from './data.ts';
import { type Counts, figuresOf } from './figures.ts';
import { nameOf, optionsText, ROWS, type Row } from './rows.ts';
import { lineIn, lineOf, MATCHES, page, SEED, tableOf } from './sheet.ts';
import { startThreads } from './threads.ts';

const PAGE = new URL('../../../docs/lengths.md', import.meta.url);
const DATA = new URL('../../../web/src/new/data/lengths.json', import.meta.url);
const MINUTE_MS = 60_000;

const given = commandLine({
  game: { type: 'string' },
  preset: { type: 'string' },
  length: { type: 'string' },
  seats: { type: 'string' },
  options: { type: 'string', default: '' },
  matches: { type: 'string', default: `${MATCHES}` },
  seed: { type: 'string', default: `${SEED}` },
  threads: { type: 'string', default: '2' },
  minutes: { type: 'string', default: '60' },
  write: { type: 'boolean', default: false },
});

const matches = Math.max(1, wholeNumber('matches', given.matches));
const seed = wholeNumber('seed', given.seed);
const end = Date.now() + wholeNumber('minutes', given.minutes) * MINUTE_MS;
const rows = ROWS.filter(isWanted);
if (rows.length === 0) usage('no preset has that length with that number of seats');
if (given.write && !isForPage()) usage('--write keeps the options, the seed and the number of matches of the page');

// A wrong option ends the program here, before threads begin.
for (const row of rows) chosenOptions(chosenGame(row.game), row.preset, optionsText(row, given.options));

const lines = await playedLines();
console.log(tableOf([...lines.values()]));
if (given.write) writePage();

function isWanted({ game, preset, length, seats }: Row): boolean {
  const wanted = given.seats?.split(',');
  return (
    (given.game ?? game) === game &&
    (given.preset ?? preset) === preset &&
    (given.length ?? length) === length &&
    (wanted === undefined || wanted.includes(String(seats)))
  );
}

function isForPage(): boolean {
  return given.options === '' && matches === MATCHES && seed === SEED;
}

async function playedLines(): Promise<ReadonlyMap<Row, string>> {
  const threads = startThreads(Math.max(1, wholeNumber('threads', given.threads)), () => Date.now() > end);
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
  if (missing.length > 0) usage(`the page still needs ${missing.map(nameOf).join('; ')}`);
  const text = page((row) => lines.get(row) ?? lineIn(before, row) ?? '');
  writeFileSync(PAGE, text);
  writeFileSync(DATA, dataIn(text));
}
