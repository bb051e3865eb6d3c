/** Chi-square on fixed seeds. A fair source passes 1999 of 2000 tests. */
import type { Chance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { keyedChance, matchSeed } from './keyedChance.ts';

const PER_ENTRY = 50;

const KINDS: readonly [string, number, (chance: Chance) => number][] = [
  ['a die of 6', 6, (chance) => chance.die(6) - 1],
  ['a die of 20', 20, (chance) => chance.die(20) - 1],
  ['a die of 200, one byte with many redrawn', 200, (chance) => chance.die(200) - 1],
  ['a die of 256, one byte with none redrawn', 256, (chance) => chance.die(256) - 1],
  ['a die of 257, the first of four bytes', 257, (chance) => chance.die(257) - 1],
  ['a die of 300', 300, (chance) => chance.die(300) - 1],
  ['a die of 3 thousand million, by thirds', 3, (chance) => Math.floor((chance.die(3e9) - 1) / 1e9)],
  ['a coin', 2, (chance) => (chance.coin() ? 1 : 0)],
  ['a pick out of 5', 5, (chance) => chance.pick([0, 1, 2, 3, 4])],
  ['the 24 orders of 4 items', 24, (chance) => orderOf(chance.shuffle([0, 1, 2, 3]))],
  ['the last item after a shuffle of 7', 7, (chance) => chance.shuffle([0, 1, 2, 3, 4, 5, 6]).at(-1)!],
];

test.each(KINDS)('complaint 16, distrust of dice: %s is uniform within an entry', (_name, outcomes, draw) => {
  expect(
    deviation(outcomes, (seed, seq, note) => {
      const chance = keyedChance(seed, seq);
      for (let i = 0; i < PER_ENTRY; i++) note(draw(chance));
    }),
  ).toBeLessThan(3.3);
});

test.each(KINDS)('%s is uniform as the first draw of each entry', (_name, outcomes, draw) => {
  expect(deviation(outcomes, (seed, seq, note) => note(draw(keyedChance(seed, seq))))).toBeLessThan(3.3);
});

test('neighbouring entries do not follow each other', () => {
  const pairs = deviation(36, (seed, seq, note) =>
    note((keyedChance(seed, seq).die(6) - 1) * 6 + keyedChance(seed, seq + 1).die(6) - 1),
  );
  expect(pairs).toBeLessThan(3.3);
});

type Drawing = (seed: Uint8Array, seq: number, note: (outcome: number) => void) => void;

/** How many standard deviations chi-square lies above its mean (Wilson and Hilferty's approximation). */
function deviation(outcomes: number, drawing: Drawing): number {
  const seed = matchSeed('ab'.repeat(32), `uniform-${outcomes}`, new Map());
  const counts = new Array<number>(outcomes).fill(0);
  let drawn = 0;
  for (let seq = 0; drawn < outcomes * 100 || seq < 2000; seq++)
    drawing(seed, seq, (outcome) => {
      counts[outcome]!++;
      drawn++;
    });
  const expected = drawn / outcomes;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = outcomes - 1;
  return (Math.cbrt(chiSquare / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
}

function orderOf([a = 0, b = 0, c = 0]: readonly number[]): number {
  const second = b - (b > a ? 1 : 0);
  const third = c - (c > a ? 1 : 0) - (c > b ? 1 : 0);
  return (a * 3 + second) * 2 + third;
}
