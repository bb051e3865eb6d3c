import { describe, expect, test } from 'vitest';
import { readGolden, replayGolden } from './goldenGames.ts';
import { engine } from '../src/index.ts';
import { FROZEN } from '../src/catalogue/frozen.ts';
import { frozenEngine } from '../src/catalogue/frozenEngine.ts';
import { GAMES } from '../src/catalogue/games.ts';

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
