/** Bots play far better than chance. `npm run do -- strength` tells how much better `strong` is than `greedy`. */
import { expect, test } from 'vitest';
import type { BotName } from '../contract/game.ts';
import { fastChance } from '../contract/chance.ts';
import { optionsOf, simulate } from '../tools/matches.ts';
import { GAMES } from './games.ts';

// Some standard matches of Mexica have no winner: over hundreds of them greedy wins 95 % and 80 %, a random bot 33 % and 9 %.
test.each<[bot: BotName, preset: string, seats: number, matches: number, length: string, least: number]>([
  ['greedy', 'flower-war', 2, 10, 'standard', 0.8],
  ['greedy', 'flower-war', 4, 10, 'standard', 0.7],
  ['greedy', 'mexica', 2, 10, 'standard', 0.65],
  ['greedy', 'mexica', 4, 10, 'standard', 0.45],
  ['greedy', 'tieqchieq', 2, 50, 'the only one', 0.75],
  ['greedy', 'tieqchieq-fortress', 2, 50, 'the only one', 0.75],
  ['greedy', 'space-aztecs', 2, 12, 'the only one', 0.9],
  ['greedy', 'space-aztecs', 6, 12, 'the only one', 0.6],
  ['easy', 'flower-war', 2, 10, 'standard', 0.8],
  ['easy', 'mexica', 2, 6, 'standard', 0.6],
  ['easy', 'tieqchieq', 2, 30, 'the only one', 0.65],
  ['easy', 'space-aztecs', 2, 12, 'the only one', 0.75],
  ['strong', 'flower-war', 2, 3, 'short', 0.6],
  ['strong', 'mexica', 2, 3, 'short', 0.6],
  ['strong', 'tieqchieq', 2, 20, 'the only one', 0.75],
  ['strong', 'space-aztecs', 2, 3, 'the only one', 0.6],
])('%s beats random bots at %s with %i seats', (bot, preset, seats, matches, length, least) => {
  expect(wonBy(bot, { preset, seats, matches, length, rival: 'random' })).toBeGreaterThan(least);
});

test.each<[preset: string, matches: number, length: string]>([
  ['flower-war', 24, 'standard'],
  ['mexica', 24, 'standard'],
  ['tieqchieq', 60, 'the only one'],
  ['space-aztecs', 40, 'the only one'],
])('the easy bot loses to greedy at %s, but not always', (preset, matches, length) => {
  const won = wonBy('easy', { preset, seats: 2, matches, length, rival: 'greedy' });
  expect(won).toBeGreaterThan(0.05);
  expect(won).toBeLessThan(0.4);
});

interface Series {
  readonly preset: string;
  readonly seats: number;
  readonly matches: number;
  readonly length: string;
  readonly rival: BotName;
}

/** The part of all matches that the bot wins alone. */
function wonBy(bot: BotName, { preset, seats, matches, length, rival }: Series): number {
  const entry = [...GAMES.values()].find(({ game }) => game.presets.some(({ id }) => id === preset))!;
  const won = Array.from({ length: matches }, (_, index) => {
    const own = index % seats;
    const bots = Array.from({ length: seats }, (_, seat): BotName => (seat === own ? bot : rival));
    const { winners } = simulate(entry, {
      options: optionsOf(entry.game, preset, length === 'the only one' ? {} : { length }),
      bots,
      chance: fastChance(index + 1),
    }).result;
    return winners.length === 1 && winners[0] === own;
  });
  return won.filter(Boolean).length / matches;
}
