import { expect, test } from 'vitest';
import { fastChance } from '../../src/contract/fastChance.ts';
import { fitted } from './fitted.ts';

test('finds the weights behind noisy samples; an input that is always 0 weighs nothing', () => {
  const chance = fastChance(1);
  const samples = Array.from({ length: 4000 }, () => {
    const [a, b] = [chance.die(9) - 5, chance.die(9) - 5];
    return { inputs: [a, 0, b], output: 2 * a - 3 * b + (chance.die(5) - 3) };
  });
  const [a, none, b] = fitted(samples);
  expect(a).toBeCloseTo(2, 1);
  expect(b).toBeCloseTo(-3, 1);
  expect(none).toBe(0);
});
