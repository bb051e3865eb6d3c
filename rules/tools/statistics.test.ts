import { expect, test } from 'vitest';
import { median, spread, table, wilson } from './statistics.ts';

test('mean, median and 95th percentile', () => {
  expect(spread(Array.from({ length: 100 }, (_, index) => 100 - index))).toEqual({ mean: 50.5, median: 50.5, p95: 95 });
  expect(spread([7])).toEqual({ mean: 7, median: 7, p95: 7 });
  expect(median([3, 1, 2])).toBe(2);
});

// Worked examples of many textbooks: 5 of 10, 0 of 10.
test.each([
  [5, 10, 0.2366, 0.7634],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
])('wilson: %i of %i lie between %f and %f', (hits, of, low, high) => {
  expect(wilson(hits, of)[0]).toBeCloseTo(low, 4);
  expect(wilson(hits, of)[1]).toBeCloseTo(high, 4);
});

test('a table has even columns', () => {
  expect(
    table([
      ['name', 'n'],
      ['a', '10'],
    ]),
  ).toBe('name   n\na     10');
});
