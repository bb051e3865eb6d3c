import { describe, expect, test } from 'vitest';
import { GAMES } from '../catalogue/games.ts';
import { fastChance } from '../contract/chance.ts';
import { optionsOf, simulate } from '../tools/matches.ts';
import { scriptedChance } from '../tools/replay.ts';
import { overlooking } from './overlooking.ts';

const EYE = { obvious: 3, overlooks: 40 };

/** How often each move is chosen of many, by its worth. */
function chosen(worths: readonly number[], eye = EYE): readonly number[] {
  const bot = overlooking<null, number, null>({ ...eye, guess: ({ legal }) => legal.map((move) => worths[move]!) });
  const chance = fastChance(5);
  const counts = worths.map(() => 0);
  const legal = worths.map((_, move) => move);
  for (let index = 0; index < 4000; index++)
    counts[bot({ view: null, seat: 0, options: null, legal }, chance)]! += 1 / 4000;
  return counts;
}

describe('a bot that overlooks', () => {
  test('does what is obviously best', () => {
    expect(chosen([0, 8, 4.9])).toEqual([0, expect.closeTo(1), 0]);
  });

  test('does nothing that is far worse than another move, however much it overlooks', () => {
    expect(chosen([0, 8, 6], { obvious: 3, overlooks: 100 })[0]).toBe(0);
  });

  // The better of two is seen in 60 %, and chosen in half of the 16 % in which neither is.
  test('takes the best of what it sees', () => {
    const [worse, better] = chosen([0, 2]);
    expect(better).toBeCloseTo(0.68, 1);
    expect(worse).toBeCloseTo(0.32, 1);
    expect(chosen([0, 2], { obvious: 3, overlooks: 0 })).toEqual([0, expect.closeTo(1)]);
  });

  test('needs no thought and no chance where it has no choice', () => {
    const bot = overlooking<null, number, null>({ ...EYE, guess: () => [1] });
    expect(bot({ view: null, seat: 0, options: null, legal: [7] }, scriptedChance([]))).toBe(7);
  });
});

/** The turns in which the first seat gives this many skulls or more, and all its turns. */
function turnsGiving(bot: 'easy' | 'random', least: number) {
  const entry = GAMES.get('flower-war')!;
  const options = optionsOf(entry.game, undefined, { length: 'short' });
  const counts: number[] = [];
  for (const seed of [1, 2, 3]) {
    const { events } = simulate(entry, { options, bots: [bot, 'greedy'], chance: fastChance(seed) });
    for (const event of events) {
      if (event.kind === 'turn-began' && event['seat'] === 0) counts.push(0);
      if (event.kind === 'sacrificed' && event['seat'] === 0) counts.push((counts.pop() ?? 0) + 1);
    }
  }
  return { many: counts.filter((count) => count >= least).length, all: counts.length };
}

test('the easy bot never gives three skulls in a turn; a random one does', () => {
  const [easy, random] = [turnsGiving('easy', 3), turnsGiving('random', 3)];
  expect(easy.all).toBeGreaterThan(20);
  expect(easy.many).toBe(0);
  expect(random.many / random.all).toBeGreaterThan(0.05);
});
