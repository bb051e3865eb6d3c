import { expect, test } from 'vitest';
import { percentile, slopeOf, spreadOf } from './percentiles.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);

test.each([
  [1, 0.99, 1],
  [2, 0.5, 1],
  [3, 0.5, 2],
  [100, 0.99, 99],
  [101, 0.99, 100],
  [1000, 0.999, 999],
  [1000, 1, 1000],
  [10, 0, 1],
])('of 1 to %i, the share %f does not exceed %i', (most, share, wanted) => {
  expect(percentile(upTo(most), share)).toBe(wanted);
});

test('a spread needs no order, and none comes of nothing', () => {
  expect(spreadOf([])).toBeUndefined();
  expect(spreadOf([9, 1, 5])).toEqual({ count: 3, p50: 5, p99: 9, p999: 9, most: 9 });
});

test('a spread of a million figures', () => {
  expect(spreadOf(upTo(1_000_000))).toMatchObject({ p50: 500_000, p99: 990_000, p999: 999_000 });
});

test.each([
  [[], 0],
  [[7], 0],
  [[4, 4, 4], 0],
  [[1, 3, 5, 7], 2],
  [[9, 8, 7], -1],
  [[0, 4, 0], 0],
])('%j grows by %f in each step', (figures, wanted) => {
  expect(slopeOf(figures)).toBeCloseTo(wanted);
});
