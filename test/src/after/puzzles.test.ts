/** The puzzles of a server: those that come with the rules and those of its host, by HTTP, by the SDK, and in the terminal. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inOrderOfDays, listPuzzles, loadPuzzle, type Puzzle } from '@flower-war/rules/puzzles';
import { describe, expect, test } from 'vitest';
import { house, person, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';

const PLAY = fileURLToPath(new URL('../../../terminal/src/play.ts', import.meta.url));
const ask = asking(() => house.url);
const LISTED = await listPuzzles();
const [shipped] = await Promise.all(LISTED.filter(({ game }) => game === 'tieqchieq').map(({ id }) => loadPuzzle(id)));
if (shipped === undefined) throw new Error('no puzzle of Tieqchieq comes with the rules');
/** The same position under another name: to the server it is another puzzle. */
const OWN: Puzzle = { ...shipped, id: 'tieqchieq-0host' };

const folder = mkdtempSync(join(tmpdir(), 'puzzles-'));
let files = 0;
function fileOf(content: unknown): string {
  const file = join(folder, `${files++}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('a file that is wrong is refused at the start, and the error names the puzzle', () => {
  const HUGE = ' '.repeat(4_000_001);
  test.each([
    ['nothing', '', 'is not JSON'],
    ['no list', '{}', 'is not a file of puzzles'],
    ['a list of other things', [1], 'at 0'],
    ['a puzzle with more in it', [{ ...OWN, player: 'p-1' }], 'at 0'],
    ['a name that is none', [{ ...OWN, id: '__proto__' }], 'at 0.id'],
    ['the name of another game', [{ ...OWN, id: 'mexica-1' }], 'mexica-1: its id does not begin with tieqchieq-'],
    ['a game that there is not', [{ ...OWN, id: 'chess-1', game: 'chess' }], 'chess-1: there is no game "chess"'],
    ['an edition that there is not', [{ ...OWN, preset: 'mexica' }], '0host: tieqchieq has no edition "mexica"'],
    ['a position of nothing', [{ ...OWN, given: {} }], '0host: '],
    ['a hostile position', [{ ...OWN, given: { ...OWN.given, sides: { length: 1e9 } } }], '0host: '],
    [
      'answers that are not moves',
      [{ ...OWN, answers: { fly: 99, walk: 1 }, best: ['fly'] }],
      '0host: its answers are not',
    ],
    ['a best answer that is not', [{ ...OWN, best: ['fly'] }], '0host: its best answer is none'],
    ['the same twice', [OWN, OWN], '0host: it is there twice'],
    ['too many', Array.from({ length: 501 }, (_, n) => ({ ...OWN, id: `tieqchieq-${n}` })), '500 puzzles at most'],
    ['too much', `[${HUGE}]`, 'larger than 4 MB'],
  ])('%s', async (_, content, words) => {
    await expect(testServer({ PUZZLES: fileOf(content) })).rejects.toThrow(words);
  });

  test('no file at all, or a folder', async () => {
    await expect(testServer({ PUZZLES: join(folder, 'none.json') })).rejects.toThrow('cannot be read (ENOENT)');
    await expect(testServer({ PUZZLES: folder })).rejects.toThrow('cannot be read (EISDIR)');
  });
});

describe('a server with a file', () => {
  serveThisFile({ PUZZLES: fileOf([OWN, { ...shipped, rating: 1 }]) });

  test('lists its puzzles with those of the rules, in the order of the days', async () => {
    const { puzzles } = await (await person('Ana')).puzzles.list();
    expect(puzzles.map(({ id }) => id)).toEqual(inOrderOfDays([...LISTED, OWN]).map(({ id }) => id));
    const { id, game, preset, theme, rating } = OWN;
    expect(puzzles).toContainEqual({ id, game, preset, theme, rating, deviation: 150, answered: 0 });
    expect(puzzles).toContainEqual(expect.objectContaining({ id: shipped.id, rating: shipped.rating }));
  });

  test('gives each whole, so that a page can judge without it', async () => {
    const { puzzles } = await person('Ben');
    expect(await puzzles.get(OWN.id)).toEqual({ ...OWN, deviation: 150, answered: 0 });
    expect(await puzzles.get(shipped.id)).toEqual({ ...shipped, deviation: 150, answered: 0 });
    await expect(puzzles.get('toString')).rejects.toMatchObject({ code: 'no-such-puzzle', status: 404 });
    expect(await ask('GET /api/puzzles/__proto__')).toMatchObject({ status: 404, body: { code: 'no-such-puzzle' } });
  });

  test('and in the terminal with --url', async () => {
    const told = await played('--puzzle', OWN.id, '--url', house.url);
    for (const n of Object.values(OWN.answers)) expect(told).toContain(`${n} of 100`);
    expect(await played('--puzzle', 'tieqchieq-none', '--url', house.url)).toContain('There is no such puzzle.');
    expect(await played('--puzzle', OWN.id)).toContain('There is no such puzzle.');
  });
});

/** What a person reads who gives the first answer. */
function played(...given: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PLAY, ...given, '--lang', 'en'], (_, out, err) => resolve(out + err));
    child.stdin?.end('1\n');
  });
}

describe('answers', () => {
  serveThisFile({ PUZZLES: fileOf([OWN]) });
  const [right = ''] = OWN.best;
  const wrong = Object.keys(OWN.answers).find((move) => !OWN.best.includes(move)) ?? '';
  const rated = async () => (await (await person('Eve')).puzzles.get(OWN.id)).rating;

  test('the first answer of a player counts for both ratings, and no other one', async () => {
    const ana = await person('Ana');
    expect((await ana.puzzles.list()).mine).toBeUndefined();
    const first = await ana.puzzles.answer(OWN.id, right);
    expect(first).toMatchObject({ isRight: true, isFirst: true, puzzle: { answered: 1 }, mine: { answered: 1 } });
    expect(first.mine.rating).toBeGreaterThan(1500);
    expect(first.mine.deviation).toBeLessThan(350);
    expect(first.puzzle.rating).toBeLessThan(OWN.rating);
    const { puzzle, mine } = first;
    expect(await ana.puzzles.answer(OWN.id, wrong)).toEqual({ isRight: false, isFirst: false, puzzle, mine });
    const list = await ana.puzzles.list();
    expect(list.mine).toEqual(mine);
    expect(list.puzzles.find(({ id }) => id === OWN.id)).toMatchObject(puzzle);
    const ben = await (await person('Ben')).puzzles.answer(OWN.id, wrong);
    expect(ben.mine.rating).toBeLessThan(1500);
    expect(ben.puzzle.rating).toBeGreaterThan(puzzle.rating);
    expect(await rated()).toBe(ben.puzzle.rating);
  });

  test('of answers at once each counts once, and none is lost', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, n) => person(`P${n}`)));
    const before = (await people[0]!.puzzles.get(shipped.id)).answered;
    const all = people.flatMap((one) => [one, one, one]);
    const answers = await Promise.all(all.map((one, n) => one.puzzles.answer(shipped.id, n % 2 === 0 ? right : wrong)));
    expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(12);
    expect((await people[0]!.puzzles.get(shipped.id)).answered).toBe(before + 12);
    expect(new Set(answers.map(({ mine }) => mine.answered))).toEqual(new Set([1]));
  });

  test('what is not an answer is refused, and counts for nothing', async () => {
    const dan = await person('Dan');
    const { token } = dan.session!;
    const post = (puzzle: string, body: unknown, by: string | undefined = token) =>
      ask(`POST /api/puzzles/${puzzle}/answers`, { body, ...(by !== '' && { token: by }) });
    const before = await rated();
    expect(await post(OWN.id, { move: right }, '')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(await post('none', { move: right })).toMatchObject({ status: 404, body: { code: 'no-such-puzzle' } });
    for (const move of ['fly', '__proto__', 'constructor', `${right} `])
      expect(await post(OWN.id, { move })).toMatchObject({ status: 409, body: { code: 'illegal-move' } });
    for (const body of [{}, { move: '' }, { move: 7 }, { move: 'x'.repeat(121) }, { move: right, player: 'p-1' }])
      expect(await post(OWN.id, body)).toMatchObject({ status: 400, body: { code: 'bad-request' } });
    expect((await dan.puzzles.list()).mine).toBeUndefined();
    expect(await rated()).toBe(before);
  });

  test('they are in the data of the player, and go with it; the rating of the puzzle stays', async () => {
    const flo = await person('Flo');
    const { player } = flo.session!;
    const { mine, puzzle } = await flo.puzzles.answer(OWN.id, wrong);
    const { puzzles } = await flo.account.exportData();
    expect(puzzles).toMatchObject([{ puzzle: OWN.id, isRight: false, at: expect.any(Number) }]);
    expect(Math.round(puzzles[0]!.rating)).toBe(mine.rating);
    await flo.account.deleteMe();
    const { puzzles: service } = house.server.services;
    expect(await service.answersOf(player)).toEqual([]);
    expect(await rated()).toBe(puzzle.rating);
    await expect(service.answer({ player, puzzle: OWN.id, move: right })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});
