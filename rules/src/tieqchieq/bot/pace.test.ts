import { expect, test } from 'vitest';
import { PATHS } from '../board.ts';
import { paceOn } from './greedy.ts';

test('a square that few rolls reach counts more than others', () => {
  const [red] = PATHS.F7;
  const pace = paceOn(red, 'exact');
  expect(pace[0]).toBe(0);
  expect(pace[15]).toBe(15);
  // Square 10 is the enemy's, and from 9 only a roll of three enters it.
  expect(pace[10]! - pace[9]!).toBeGreaterThan(2 * (pace[3]! - pace[2]!));
});
