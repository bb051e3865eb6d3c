import { describe, expect, test } from 'vitest';
import { destination, PATHS } from './board.ts';

const X = 15;
/** The printed table of E3: a position, then the goals of the rolls 1..4; 0 if the roll cannot be used. */
const E3 = [
  [0, 1, 2, 3, 4],
  [1, 2, 3, 4, 5],
  [2, 3, 4, 5, 6],
  [3, 4, 5, 6, 7],
  [4, 5, 6, 7, 8],
  [5, 6, 7, 8, 9],
  [6, 7, 8, 9, 0],
  [7, 8, 9, 0, 0],
  [8, 9, 0, 0, 10],
  [9, 0, 0, 10, 11],
  [10, 11, 12, 13, 14],
  [11, 12, 13, 14, X],
  [12, 13, 14, X, 0],
  [13, 14, X, 0, 0],
  [14, X, 0, 0, 0],
] as const;

describe.each([0, 1] as const)('the path of seat %i', (colour) => {
  const path = PATHS.S7[colour];

  test.each(E3)('[E3] from %i the rolls 1 to 4 lead to %i, %i, %i, %i', (from, ...to) => {
    expect([1, 2, 3, 4].map((roll) => destination(path, 'exact', from, roll))).toEqual(to);
    expect(destination(path, 'exact', from, 0)).toBe(0);
  });

  test('[E3] from X nothing moves', () => {
    expect([0, 1, 2, 3, 4].map((roll) => destination(path, 'exact', X, roll))).toEqual([0, 0, 0, 0, 0]);
  });

  test('[surcharge = spendUpTo] the furthest square that is paid for, X only when it fits', () => {
    const reach = (from: number) => [1, 2, 3, 4].map((roll) => destination(path, 'spendUpTo', from, roll));
    expect(reach(9)).toEqual([0, 0, 10, 11]);
    expect(reach(8)).toEqual([9, 9, 9, 10]);
    expect(reach(13)).toEqual([14, 15, 14, 14]);
    expect(reach(14)).toEqual([15, 0, 0, 0]);
  });

  test('[E2] both boards charge for the territory of the opponent and for nothing else', () => {
    const dear = (costs: readonly number[]) => costs.flatMap((cost, position) => (cost === 3 ? [position] : []));
    expect(dear(path.cost)).toEqual([10]);
    expect(dear(PATHS.F7[colour].cost)).toEqual([10, 11]);
  });

  test('[E2] two own pluses, three rings, one sun', () => {
    const marks = path.mark.map((mark, position) => `${mark} ${position}`).filter((mark) => !mark.startsWith('none'));
    expect(marks).toEqual(['plus 2', 'ring 6', 'sun 8', 'plus 9', 'ring 10', 'ring 13']);
  });

  test('[E2] the lane is 5 to 11, and each sees the other where the other sees it', () => {
    expect(path.facing).toEqual([0, 0, 0, 0, 0, 11, 10, 9, 8, 7, 6, 5, 0, 0, 0, 0]);
  });
});
