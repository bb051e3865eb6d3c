import { describe, expect, test } from 'vitest';
import { deviations, readGolden, replayGolden } from './goldenGames.ts';
import { engine } from '../src/catalogue/engines.ts';
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

  test('an engine that plays otherwise is found out', () => {
    const golden = readGolden('tieqchieq@1');
    const game = GAMES.get('tieqchieq')!.game;
    const with4th = (change: object) => golden.map((line, index) => (index === 4 ? { ...line, ...change } : line));
    expect(deviations(game, with4th({ events: [] })).join()).toContain('line 5: events');
    expect(deviations(game, with4th({ chance: [] })).join()).toContain('line 5: toss of seat 0 is refused: the script');
    expect(
      deviations(
        game,
        golden.map((line) => ('state' in line ? { state: {} } : line)),
      ).join(),
    ).toContain('state');
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
