import { expect, test } from 'vitest';
import { p99Of, worstSecond } from './loopDelay.ts';

const QUIET = { p50: 0, p90: 0, p99: 1, most: 1 };
const BUSY = { p50: 2, p90: 4, p99: 20, most: 100 };

test('the p99 of one second is its own', () => {
  expect(p99Of([BUSY])).toBeCloseTo(20);
  expect(p99Of([])).toBe(0);
});

test('one busy second among quiet ones is the worst one, and hardly changes the p99 of all', () => {
  const seconds = [...Array.from({ length: 99 }, () => QUIET), BUSY];
  expect(worstSecond(seconds)).toBe(20);
  expect(p99Of(seconds)).toBeCloseTo(1);
});

test('of two seconds, one hundredth of all delays is one fiftieth of those of the busy one', () => {
  expect(p99Of([QUIET, BUSY])).toBeCloseTo(4 + (16 * 8) / 9);
});
