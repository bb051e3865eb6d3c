/** Puzzles cannot lie: each is proved by the rules of today, and from what its seat can know. */
import { describe, expect, test } from 'vitest';
import { type Entry, GAMES } from '../catalogue/games.ts';
import { fastChance } from '../contract/chance.ts';
import { at } from '../json.ts';
import { pilesSeen, twinOf } from '../tools/twins.ts';
import { botPuzzles, isProved, triedOut } from './finding.ts';
import { flawIn, inOrderOfDays, listPuzzles, loadPuzzle, type Puzzle, puzzleOfDay, THEMES } from './puzzle.ts';

const LISTED = await listPuzzles();
const loaded = await Promise.all(LISTED.map(async ({ id }) => [id, await loadPuzzle(id)] as const));

function entryOf({ game }: Pick<Puzzle, 'game'>): Entry {
  const entry = GAMES.get(game);
  if (entry === undefined) throw new Error(`there is no game ${game}`);
  return entry;
}

const decisionOf = ({ given: state, seat }: Puzzle) => ({ state, seat, options: state.options });

describe.each(loaded)('%s', (id, puzzle) => {
  if (puzzle === undefined) throw new Error(`${id} is listed, and not there`);

  test('its position is sound, its answers are the legal moves, and the best is ahead', () => {
    expect(flawIn(entryOf(puzzle), puzzle)).toBeUndefined();
  });
});

// All of them: puzzles.long.test.ts.
test('the answer to the first puzzle of each game is ahead of each other one again', () => {
  const first = new Map(
    loaded.toReversed().flatMap(([, one]) => (one === undefined ? [] : [[one.game, one] as const])),
  );
  expect(first.size).toBeGreaterThanOrEqual(3);
  for (const puzzle of first.values()) expect(isProved(entryOf(puzzle), puzzle), puzzle.id).toBe(true);
});

test('what is not so is not proved: another answer, or answers that are not moves', () => {
  for (const [, puzzle] of loaded.slice(0, 1)) {
    if (puzzle === undefined) throw new Error('it is not there');
    const other = Object.keys(puzzle.answers).filter((move) => !puzzle.best.includes(move));
    expect(isProved(entryOf(puzzle), { ...puzzle, best: other })).toBe(false);
    expect(isProved(entryOf(puzzle), { ...puzzle, answers: { ...puzzle.answers, fly: 1 } })).toBe(false);
  }
});

test('what is not a puzzle is told apart, and why', () => {
  const puzzle = at(
    loaded.flatMap(([, one]) => (one?.game === 'tieqchieq' ? [one] : [])),
    0,
  );
  const other = at(
    loaded.flatMap(([, one]) => (one?.game === 'tieqchieq' && one.id !== puzzle.id ? [one] : [])),
    0,
  );
  const entry = entryOf(puzzle);
  const wrong = (change: object) => flawIn(entry, { ...puzzle, ...change } as Puzzle);
  const even = Object.fromEntries(Object.keys(puzzle.answers).map((move) => [move, 50]));
  expect(wrong({})).toBeUndefined();
  expect(wrong({ preset: 'mexica' })).toContain('no edition');
  expect(wrong({ best: ['fly'] })).toContain('none of its answers');
  expect(wrong({ best: [] })).toContain('none of its answers');
  expect(wrong({ answers: even })).toContain('not ahead');
  expect(wrong({ answers: { ...puzzle.answers, fly: 0 } })).toContain('not the legal moves');
  expect(wrong({ given: other.given, best: ['fly'], answers: { fly: 90, walk: 1 } })).toContain('not the legal moves');
  expect(wrong({ seat: 5 })).toBeDefined();
  for (const given of [{}, { ...puzzle.given, sides: [] }, { ...puzzle.given, phase: null }])
    expect(wrong({ given })).toBeDefined();
});

test('there are 30 to 60, each with a name of its own, of several games and themes', () => {
  expect(LISTED.length).toBeGreaterThanOrEqual(30);
  expect(LISTED.length).toBeLessThanOrEqual(60);
  expect(new Set(LISTED.map(({ id }) => id)).size).toBe(LISTED.length);
  expect(new Set(LISTED.map(({ game }) => game)).size).toBeGreaterThanOrEqual(3);
  for (const { theme } of LISTED) expect(THEMES).toContain(theme);
});

test('each day has a puzzle, another one than the day before, and the same at all hours of UTC', async () => {
  const ids = LISTED.map((_, day) => puzzleOfDay(LISTED, new Date(Date.UTC(2030, 0, 1 + day))).id);
  expect(new Set(ids).size).toBe(LISTED.length);
  expect(puzzleOfDay(LISTED, new Date(Date.UTC(2030, 0, 1, 23, 59))).id).toBe(ids[0]);
  expect(inOrderOfDays(LISTED.toReversed())).toEqual(LISTED);
  expect(await loadPuzzle('toString')).toBeUndefined();
});

test.each([...new Set(LISTED.map(({ game }) => game))])('%s: what a seat does not see changes no try', (id) => {
  const entry = GAMES.get(id) as Entry;
  const puzzle = at(
    loaded.flatMap(([, one]) => (one?.game === id ? [one] : [])),
    0,
  );
  const { given, seat } = puzzle;
  const known = [...pilesSeen(id, given, seat)];
  const twin = twinOf(id, given, { viewer: seat, known }, fastChance(1)) as Puzzle['given'];
  if (id !== 'tieqchieq') expect(twin).not.toEqual(given);
  const amount = { seed: 7, tries: 2 };
  const tries = triedOut(entry, decisionOf({ ...puzzle, given: twin }), amount);
  expect(tries).toEqual(triedOut(entry, decisionOf(puzzle), amount));
});

test('the same seed finds the same puzzles', () => {
  const entry = GAMES.get('tieqchieq') as Entry;
  const found = () => [...botPuzzles(entry, { seats: 2, matches: 1, seed: 13 })];
  expect(found().length).toBeGreaterThan(0);
  expect(found()).toEqual(found());
});
