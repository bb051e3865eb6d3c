import { expect, test } from 'vitest';
import { GAMES } from '../../catalogue/games.ts';
import { fastChance } from '../../contract/fastChance.ts';
import { resolveOptions } from '../../contract/resolveOptions.ts';
import { simulate } from '../../tools/matches.ts';
import { PATHS } from '../board.ts';
import { paceOn } from './pace.ts';

test.each(['tieqchieq', 'tieqchieq-fortress'])('greedy beats random on %s, from either seat', (preset) => {
  const entry = GAMES.get('tieqchieq')!;
  const resolved = resolveOptions(entry.game, preset, {});
  if (!resolved.ok) throw new Error(resolved.reason);
  for (const bots of [['greedy', 'random'] as const, ['random', 'greedy'] as const]) {
    const matches = Array.from({ length: 150 }, (_, seed) =>
      simulate(entry, { options: resolved.options, bots, chance: fastChance(seed) }),
    );
    const won = matches.filter(({ result }) => result.winners[0] === bots.indexOf('greedy')).length;
    expect(won / matches.length).toBeGreaterThan(0.75);
  }
});

const BOARDS = ['tieqchieq', 'tieqchieq-fortress', 'tieqchieq-young'];

test.each(BOARDS)('two greedy bots need fewer tosses than two random ones on %s, and none the cap', (preset) => {
  const entry = GAMES.get('tieqchieq')!;
  const resolved = resolveOptions(entry.game, preset, {});
  if (!resolved.ok) throw new Error(resolved.reason);
  const { options } = resolved;
  const tosses = (bot: 'greedy' | 'random') => {
    const matches = Array.from({ length: 200 }, (_, seed) =>
      simulate(entry, { options, bots: [bot, bot], chance: fastChance(seed) }),
    );
    if (bot === 'greedy') expect(matches.filter(({ result }) => result.reason === 'turn-cap')).toEqual([]);
    return matches.flatMap(({ events }) => events.filter(({ kind }) => kind === 'tossed')).length / matches.length;
  };
  expect(tosses('greedy')).toBeLessThan(tosses('random'));
});

test('a square that few rolls reach counts more than others', () => {
  const [red] = PATHS.F7;
  const pace = paceOn(red, 'exact');
  expect(pace[0]).toBe(0);
  expect(pace[15]).toBe(15);
  // Square 10 is the enemy's, and from 9 only a roll of three enters it.
  expect(pace[10]! - pace[9]!).toBeGreaterThan(2 * (pace[3]! - pace[2]!));
});
