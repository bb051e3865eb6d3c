/** The puzzles of a server: those that come with the rules and those of its host, by HTTP, by the SDK, and in the terminal. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inOrderOfDays, listPuzzles, loadPuzzle, type Puzzle } from '@flower-war/rules/puzzles';
import { describe, expect, test } from 'vitest';
import { house, person, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';

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
    ['nothing', '', 'is no JSON'],
    ['no list', '{}', 'is no file of puzzles'],
    ['a list of other things', [1], 'at 0'],
    ['a puzzle with more in it', [{ ...OWN, player: 'p-1' }], 'at 0'],
    ['a name that is none', [{ ...OWN, id: '__proto__' }], 'at 0.id'],
    ['the name of another game', [{ ...OWN, id: 'mexica-1' }], 'mexica-1: its id does not begin with tieqchieq-'],
    ['a game that there is not', [{ ...OWN, id: 'chess-1', game: 'chess' }], 'chess-1: there is no game "chess"'],
    ['an edition that there is not', [{ ...OWN, preset: 'mexica' }], '0host: tieqchieq has no edition "mexica"'],
    ['a position of nothing', [{ ...OWN, given: {} }], '0host: '],
    ['a hostile position', [{ ...OWN, given: { ...OWN.given, sides: { length: 1e9 } } }], '0host: '],
    [
      'answers that are no moves',
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
    expect(puzzles).toContainEqual({ id, game, preset, theme, rating, deviation: 150 });
    expect(puzzles).toContainEqual(expect.objectContaining({ id: shipped.id, rating: shipped.rating }));
  });

  test('gives each whole, so that a page can judge without it', async () => {
    const { puzzles } = await person('Ben');
    expect(await puzzles.get(OWN.id)).toEqual({ ...OWN, deviation: 150 });
    expect(await puzzles.get(shipped.id)).toEqual({ ...shipped, deviation: 150 });
    await expect(puzzles.get('toString')).rejects.toMatchObject({ code: 'no-such-puzzle', status: 404 });
    expect(await ask('GET /api/puzzles/__proto__')).toMatchObject({ status: 404, body: { code: 'no-such-puzzle' } });
  });
});
