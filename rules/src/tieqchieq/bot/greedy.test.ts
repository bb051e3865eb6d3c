import { expect, test } from 'vitest';
import { GAMES } from '../../catalogue/games.ts';
import { fastChance } from '../../contract/fastChance.ts';
import { resolveOptions } from '../../contract/resolveOptions.ts';
import { simulate } from '../../tools/simulate.ts';

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
