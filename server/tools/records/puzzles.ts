/** `npm run do -- puzzles --out FOLDER`: finds puzzles in matches between bots, or in the records of matches. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { courseOf, type RecordFile } from '@flower-war/protocol';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { type AnyGame, type Entry, engine, GAMES } from '@flower-war/rules';
import { botPuzzles, isProved, puzzleIn } from '@flower-war/rules/finding-puzzles';
import type { Puzzle } from '@flower-war/rules/puzzles';
import { complain, judge, readRecordFile, runTool, say } from './recordFile.ts';

const { values, words: files } = commandLine({
  name: 'do -- puzzles',
  does: 'finds puzzles in matches between bots, or in the records of matches',
  words: { of: 'FILE', tells: 'records of public matches that have ended; without them, bots play' },
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game of the bots (all)' },
    seats: { kind: 'whole', usual: 2, least: 2, most: 6, tells: 'how many bots play' },
    matches: { kind: 'whole', usual: 20, least: 1, tells: 'how many matches of each game the bots play' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    each: {
      kind: 'whole',
      usual: 3,
      least: 1,
      tells: 'how many puzzles at most are alike in theme and kind of answer',
    },
    out: {
      kind: 'text',
      of: 'FOLDER',
      tells: 'adds them to the puzzles in this folder, and drops those that hold no more (prints them)',
    },
  },
  more: `A puzzle is a position in which one answer of a seat is ahead of each other one by 5 % of a victory and more, at 99 %. It holds
no name of a player. The same seed finds the same puzzles. With --out rules/src/puzzles/made they come with the page.`,
});

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

/** The puzzles in a record; it says why where there can be none. */
async function inRecord(file: string): Promise<readonly Puzzle[]> {
  const record: RecordFile = await readRecordFile(file);
  const verdict = await judge({ record });
  const found = verdict.ok ? await courseOf(record, engine) : undefined;
  if (found?.ok !== true) return skipped(file, 'it is no record of a match that has ended, or it is broken');
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

// The folder: `list.json` with all puzzles, and a file for each game with their positions.

const folder = values.out === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? process.cwd(), values.out);

function kept(game: string): readonly Puzzle[] {
  const file = join(folder ?? '', `${game}.json`);
  const all = existsSync(file) ? Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Puzzle>) : [];
  return all.filter((puzzle) => {
    const isKept = isProved(GAMES.get(game as 'mexica') as Entry, puzzle);
    if (!isKept) complain(`${puzzle.id} is no puzzle any more, and goes.`);
    return isKept;
  });
}

function keep(into: string, puzzles: readonly Puzzle[]): void {
  mkdirSync(into, { recursive: true });
  const list: string[] = [];
  for (const game of GAMES.keys()) {
    const found = [...kept(game), ...puzzles.filter((one) => one.game === game)];
    const all = varied([...new Map(found.map((one) => [one.id, one])).values()].toSorted(byId));
    const lines = all.map((one) => `"${one.id}":${JSON.stringify(one)}`);
    writeFileSync(join(into, `${game}.json`), `{\n${lines.join(',\n')}\n}\n`);
    list.push(...all.map(({ id, preset, theme, rating }) => JSON.stringify({ id, game, preset, theme, rating })));
  }
  writeFileSync(join(into, 'list.json'), `[\n${list.toSorted(byEnd).join(',\n')}\n]\n`);
}

const byId = (a: Puzzle, b: Puzzle): number => (a.id < b.id ? -1 : 1);
/** The end of an id is as good as chance, so that the games take turns from day to day. */
const byEnd = (a: string, b: string): number => (endOf(a) < endOf(b) ? -1 : 1);
const endOf = (line: string): string => /-(\w+)"/.exec(line)?.[1] ?? '';

const told = ({ id, theme, rating, best, answers }: Puzzle): string =>
  `${id} ${theme} ${rating}: ${best.join(' or ')} ${JSON.stringify(answers)}`;

await runTool(async () => {
  const found: Puzzle[] = [];
  for (const puzzle of files.length === 0 ? playedByBots() : (await Promise.all(files.map(inRecord))).flat()) {
    found.push(puzzle);
    say([told(puzzle)]);
  }
  if (folder !== undefined) keep(folder, found);
  return say([`${found.length} puzzles${folder === undefined ? '' : `, added to ${folder}`}`]);
});
