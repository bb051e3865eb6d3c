import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FROZEN } from '../src/catalogue/frozen.ts';
import { frozenEngine } from '../src/catalogue/frozenEngine.ts';
import { type AnyGame, GAMES } from '../src/catalogue/games.ts';
import { fastChance } from '../src/contract/chance.ts';
import { engine } from '../src/index.ts';
import { FOLDER, freezeGame } from './frozenGames.ts';
import { readGolden, replayGolden, writeGolden } from './goldenGames.ts';

describe('golden games', async () => {
  test.each(await replayGolden())(
    'complaint 11, a new version breaks running games: $games games of $name by $by replay as they were',
    ({ games, deviations }) => {
      expect(deviations).toEqual([]);
      expect(games).toBeGreaterThan(0);
    },
  );

  test.each([...GAMES.values()].map(({ game }) => `${game.id}@${game.rulesVersion}`))('%s has some', (name) => {
    expect(readGolden(name).length).toBeGreaterThan(0);
  });
});

describe('engines', () => {
  test("today's version is today's game, a frozen one its bundle, any other none", async () => {
    const game = GAMES.get('tieqchieq')!.game;
    expect(await engine('tieqchieq', game.rulesVersion)).toBe(game);
    expect(await engine('tieqchieq', 99)).toBeUndefined();
    expect(await engine('../src/index', 1)).toBeUndefined();
    for (const name of FROZEN) {
      const [id = '', version] = name.split('@');
      expect(await frozenEngine(id, Number(version))).toMatchObject({ id, rulesVersion: Number(version) });
    }
  });

  test('every game is frozen in its version of today', () => {
    for (const { game } of GAMES.values()) expect(FROZEN).toContain(`${game.id}@${game.rulesVersion}`);
  });
});

describe('what is recorded and frozen', () => {
  const entry = GAMES.get('tieqchieq')!;
  const { game } = entry;
  /** The same game, but its dice do not fall as they are recorded. */
  const otherwise: AnyGame = { ...game, apply: (state, seat, move) => game.apply(state, seat, move, fastChance(1)) };
  const name = `tieqchieq@${game.rulesVersion}`;
  const fileIn = (folder: string, ending: string) => join(folder, `${name}.${ending}`);
  const newFolder = () => mkdtempSync(join(tmpdir(), 'golden-'));

  test('a version that is recorded is left as it is, also if its rules play otherwise by now', () => {
    const folder = newFolder();
    expect(writeGolden(entry, folder)).toBeGreaterThan(0);
    const recorded = readFileSync(fileIn(folder, 'jsonl'));
    expect(writeGolden({ ...entry, game: otherwise }, folder)).toBe(0);
    expect(readFileSync(fileIn(folder, 'jsonl'))).toEqual(recorded);
  });

  test('a version that is frozen is left as it is, also if the same rules are written otherwise', async () => {
    const folder = newFolder();
    const bundle = `${readFileSync(fileIn(FOLDER, 'mjs'), 'utf8')}// written otherwise\n`;
    writeFileSync(fileIn(folder, 'mjs'), bundle);
    expect(await freezeGame(game, folder)).toEqual({ tells: `${name} is frozen already`, problems: [] });
    expect(readFileSync(fileIn(folder, 'mjs'), 'utf8')).toBe(bundle);
  });

  test('a version is frozen if it plays as recorded, and not otherwise', async () => {
    const folder = newFolder();
    const { problems } = await freezeGame(otherwise, folder);
    expect(problems.join()).toContain('chance left over');
    expect(existsSync(fileIn(folder, 'mjs'))).toBe(false);
    expect(await freezeGame(game, folder)).toEqual({ tells: `${name} frozen`, problems: [] });
    expect(await freezeGame(game, folder)).toEqual({ tells: `${name} is frozen already`, problems: [] });
    expect((await freezeGame({ ...game, rulesVersion: 99 }, folder)).problems.join()).toContain('golden --write');
  });
});
