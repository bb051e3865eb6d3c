import { describe, expect, test } from 'vitest';
import { readGolden, replayGolden } from '../../tools/golden/goldenFiles.ts';
import { engine } from '../catalogue/engines.ts';
import { FROZEN } from '../catalogue/frozen.ts';
import { frozenEngine } from '../catalogue/frozenEngine.ts';
import { GAMES } from '../catalogue/games.ts';
import { at } from '../json/at.ts';
import { deviations, fromText, toLines } from './golden.ts';

describe('golden games', async () => {
  test.each(await replayGolden())(
    'complaint 11, a new version breaks running games: $games games of $name by $by replay as they were',
    ({ games, deviations }) => {
      expect(deviations).toEqual([]);
      expect(games).toBeGreaterThan(0);
    },
  );

  test.each([...GAMES.values()].map(({ game }) => [game.id, game] as const))('%s has some', (_, game) => {
    const golden = readGolden(`${game.id}@${game.rulesVersion}`);
    expect(golden.length).toBeGreaterThan(0);
    expect(fromText(golden.flatMap(toLines).join('\n'))).toEqual(golden);
  });

  test('an engine that plays otherwise is found out', () => {
    const golden = at(readGolden('tieqchieq@1'), 0);
    const game = GAMES.get('tieqchieq')!.game;
    const other = {
      ...golden,
      steps: golden.steps.map((step, index) => (index === 3 ? { ...step, events: [] } : step)),
    };
    expect(deviations(game, other).join()).toContain('step 4');
    expect(deviations(game, { ...golden, state: {} }).join()).toContain('state');
    const unlucky = { ...golden, steps: golden.steps.map((step) => ({ ...step, chance: [] })) };
    expect(deviations(game, unlucky).join()).toContain('step 1, toss');
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
