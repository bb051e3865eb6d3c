import { describe, expect, test } from 'vitest';
import { AXIS_NAMES, QUIET, valuesOf } from './axes/axes.ts';
import { ALONE, CHOICES } from './cells.ts';
import { allPairs, pairsOf, pairwise } from './pairwise.ts';

describe('the cells of the matrix', () => {
  test.each([1, 2, 3])('with seed %i every two values of two axes meet, in about 80 cells', (seed) => {
    const rows = pairwise(CHOICES, seed);
    const met = new Set(rows.flatMap(pairsOf));
    expect(allPairs(CHOICES).filter((pair) => !met.has(pair))).toEqual([]);
    expect(rows.length).toBeLessThanOrEqual(95);
    for (const row of rows) expect(Object.keys(row)).toEqual(AXIS_NAMES);
  });

  test('are the same for the same seed, and others for another', () => {
    const small = { a: ['1', '2', '3'], b: ['1', '2', '3'], c: ['1', '2', '3', '4'] };
    expect(pairwise(small, 1)).toEqual(pairwise(small, 1));
    expect(pairwise(small, 2)).not.toEqual(pairwise(small, 1));
  });

  test('hold every value of every axis alone', () => {
    const differing = ALONE.map((cell) => AXIS_NAMES.filter((axis) => cell[axis] !== QUIET[axis]).length);
    const values = AXIS_NAMES.flatMap((axis) => valuesOf(axis).filter((value) => value !== QUIET[axis]));
    expect(differing).toEqual([0, ...values.map(() => 1)]);
  });
});
