/** `npm run do -- puzzles --file FILE`: finds puzzles in matches between bots, in the records of matches, or in the data of a server. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { courseOf, type RecordFile } from '@flower-war/protocol';
import { commandLine, refuse, whereGiven } from '@flower-war/protocol/command-line';
import { BadConfig } from '@flower-war/protocol/hosting';
import { type AnyGame, type Entry, engine, GAMES } from '@flower-war/rules';
import { botPuzzles, isProved, puzzleIn } from '@flower-war/rules/finding-puzzles';
import { inOrderOfDays, type Puzzle } from '@flower-war/rules/puzzles';
import { puzzlesIn } from '../../src/features/puzzles/puzzles.ts';
import { databaseIn } from '../../src/store/data-folder/database.ts';
import { complain, judge, readRecordFile, runTool, say, Unusable } from './recordFile.ts';

const { values, words: files } = commandLine({
  name: 'do -- puzzles',
  does: 'finds puzzles in matches between bots, or in the records of matches',
  words: {
    of: 'FILE',
    tells:
      'records of public matches that have ended, backups, or the data folder of a server; without them, bots play',
  },
  flags: {
    game: {
      kind: 'text',
      of: 'ID',
      tells: 'the game of the bots, or of the matches in a backup or a data folder (all)',
    },
    seats: { kind: 'whole', usual: 2, least: 2, most: 6, tells: 'how many bots play' },
    matches: {
      kind: 'whole',
      usual: 20,
      least: 1,
      tells:
        'how many matches of each game the bots play; of a backup or a data folder, how many are read, the newest first',
    },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    each: {
      kind: 'whole',
      usual: 3,
      least: 1,
      tells: 'how many puzzles at most are alike in theme and kind of answer',
    },
    file: {
      kind: 'text',
      of: 'FILE',
      tells: 'adds them to this file for the setting PUZZLES of a server, and drops those that hold no more',
    },
    out: {
      kind: 'text',
      of: 'FOLDER',
      tells: 'the same for the puzzles in this folder, which come with the page (without either, prints them)',
    },
  },
  more: `A puzzle is a position in which one answer of a seat is ahead of each other one by 5 % of a victory and more, at 99 %. It holds
no name and no id of a player or a match. The same seed finds the same puzzles. A match takes some seconds, one of Mexica a minute.`,
});
if (values.file !== undefined && values.out !== undefined) refuse('name --file or --out, not both');

type Found = Generator<Puzzle, void, void>;

function* playedByBots(): Found {
  const wanted = [...GAMES.values()].filter(({ game }) => values.game === undefined || game.id === values.game);
  if (wanted.length === 0) refuse(`there is no game "${values.game}"; there are: ${[...GAMES.keys()].join(', ')}`);
  for (const entry of wanted) {
    const [least, most] = entry.game.seats;
    const seats = Math.min(Math.max(values.seats, least), most);
    yield* botPuzzles(entry, { seats, matches: values.matches, seed: values.seed });
  }
}

/** The puzzles of all records that the command line names. */
async function* inFiles(): AsyncGenerator<Puzzle, void, void> {
  for (const file of files) {
    const database = databaseAt(file);
    if (database === undefined) yield* await inRecord(file, await readRecordFile(file));
    else for (const [match, record] of recordsIn(file, database)) yield* await inRecord(match, record);
  }
}

/** The first bytes of every database. */
const SQLITE = 'SQLite format 3';

/** A backup, or the database in a data folder; nothing if the file is none. */
function databaseAt(file: string): string | undefined {
  const found = whereGiven(file);
  if (!existsSync(found)) return undefined;
  if (!statSync(found).isDirectory())
    return readFileSync(found).subarray(0, SQLITE.length).toString('latin1') === SQLITE ? found : undefined;
  if (existsSync(databaseIn(found))) return databaseIn(found);
  throw new Unusable(`There is no data of a server in ${file}. Name its DATA_DIR, or a backup.`);
}

/** The public matches that have ended, the newest first. It only reads, so the server may run. */
function* recordsIn(file: string, database: string): Generator<readonly [match: string, record: Uint8Array]> {
  const open = new DatabaseSync(database, { readOnly: true });
  try {
    const matches = open.prepare(ENDED).all({ $game: values.game ?? '', $limit: values.matches });
    if (matches.length === 0) complain(`${file} holds no public match that has ended.`);
    const lines = open.prepare('SELECT line FROM entries WHERE match = ? ORDER BY seq');
    for (const { match } of matches)
      yield [
        `${match}`,
        Buffer.from(
          lines
            .all(match ?? '')
            .map(({ line }) => `${line}\n`)
            .join(''),
        ),
      ];
  } finally {
    open.close();
  }
}

const ENDED = `SELECT match FROM matches WHERE status = 'ended' AND visibility = 'public' AND ($game = '' OR game = $game)
  ORDER BY created_at DESC, match LIMIT $limit`;

/** The puzzles in a record; it says why where there can be none. */
async function inRecord(file: string, record: RecordFile): Promise<readonly Puzzle[]> {
  const verdict = await judge({ record });
  const found = verdict.ok ? await courseOf(record, engine) : undefined;
  if (found?.ok !== true) return skipped(file, 'it is not a record of a match that has ended, or it is broken');
  const [first = ''] = new TextDecoder().decode(record as Uint8Array).split('\n', 1);
  if (JSON.parse(first).table?.visibility !== 'public') return skipped(file, 'the match was private');
  const entry = GAMES.get(found.course.game.id as 'mexica');
  if (entry?.game.rulesVersion !== (found.course.game as AnyGame).rulesVersion)
    return skipped(file, 'it was played by older rules');
  const puzzle = puzzleIn(entry as Entry, found.course);
  return puzzle === undefined ? [] : [puzzle];
}

function skipped(file: string, why: string): readonly Puzzle[] {
  complain(`${file} is left out: ${why}.`);
  return [];
}

/** Puzzles of one theme whose answers are of the same kind are alike; of those, the hardest and the easiest stay. */
function varied(all: readonly Puzzle[]): readonly Puzzle[] {
  const kinds = Map.groupBy(all, ({ game, theme, best }) => `${game} ${theme} ${best[0]?.split(' ')[0]}`);
  return [...kinds.values()].flatMap((alike) => {
    const sorted = alike.toSorted((a, b) => a.rating - b.rating);
    return sorted.filter((_, place) => place < values.each / 2 || place >= sorted.length - Math.floor(values.each / 2));
  });
}

// Where they are kept: one file of a host, or a folder with `list.json` and a file for each game with the positions.

/** With those that were kept before and still hold. */
function together(before: readonly Puzzle[], found: readonly Puzzle[]): readonly Puzzle[] {
  const holding = before.filter((puzzle) => {
    const isKept = isProved(GAMES.get(puzzle.game) as Entry, puzzle);
    if (!isKept) complain(`${puzzle.id} is not a puzzle any more, and goes.`);
    return isKept;
  });
  const all = [...new Map([...holding, ...found].map((one) => [one.id, one])).values()];
  return varied(all.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
}

function before(file: string): readonly Puzzle[] {
  try {
    return existsSync(file) ? puzzlesIn(file) : [];
  } catch (error) {
    throw error instanceof BadConfig ? new Unusable(`${file} is not a file of puzzles: ${error.message}`) : error;
  }
}

/** A server that starts meanwhile reads the file of before or the new one, never a half. */
function keepInFile(file: string, found: readonly Puzzle[]): void {
  const all = inOrderOfDays(together(before(file), found));
  writeFileSync(`${file}.new`, `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
  renameSync(`${file}.new`, file);
}

function keepInFolder(folder: string, found: readonly Puzzle[]): void {
  mkdirSync(folder, { recursive: true });
  const listed: Puzzle[] = [];
  for (const game of GAMES.keys()) {
    const file = join(folder, `${game}.json`);
    const kept = existsSync(file) ? Object.values<Puzzle>(JSON.parse(readFileSync(file, 'utf8'))) : [];
    const own = found.filter((one) => one.game === game);
    const all = together(kept, own);
    writeFileSync(file, `{\n${all.map((one) => `"${one.id}":${JSON.stringify(one)}`).join(',\n')}\n}\n`);
    listed.push(...all);
  }
  const lines = inOrderOfDays(listed).map(({ id, game, preset, theme, rating }) =>
    JSON.stringify({ id, game, preset, theme, rating }),
  );
  writeFileSync(join(folder, 'list.json'), `[\n${lines.join(',\n')}\n]\n`);
}

const told = ({ id, theme, rating, best, answers }: Puzzle): string =>
  `${id} ${theme} ${rating}: ${best.join(' or ')} ${JSON.stringify(answers)}`;

await runTool(async () => {
  const found: Puzzle[] = [];
  for await (const puzzle of files.length === 0 ? playedByBots() : inFiles()) {
    found.push(puzzle);
    say([told(puzzle)]);
  }
  const { file, out } = values;
  if (file !== undefined) keepInFile(whereGiven(file), found);
  if (out !== undefined) keepInFolder(whereGiven(out), found);
  const into = file ?? out;
  return say([`${found.length} puzzles${into === undefined ? '' : `, added to ${whereGiven(into)}`}`]);
});
