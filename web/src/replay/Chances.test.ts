import { describe, expect, test } from 'vitest';
import { bandOf, stepAt } from '../match/Luck.tsx';
import { chancesAt } from './Chances.tsx';

const CHANCES = [
  { seq: 0, by: [50, 50] },
  { seq: 4, by: [60, 40] },
  { seq: 6, by: [70, 30] },
  { seq: 9, by: [100, 0] },
];

test('a moment has the chances after the last entry that it shows', () => {
  const shown = [{ seq: 2 }, { seq: 4 }, { seq: 5 }, { seq: 8 }, { seq: 9 }, { seq: 12 }];
  expect(chancesAt(shown, CHANCES).map(([first]) => first)).toEqual([50, 60, 60, 70, 100, 100]);
  expect(chancesAt(shown, [])).toEqual(shown.map(() => []));
  expect(chancesAt([{}, {}], CHANCES).map(([first]) => first)).toEqual([50, 50]);
});

test('an entry is seen at the first step that shows it, or nowhere', () => {
  const steps = [{}, { seq: 3 }, { seq: 7 }];
  expect([1, 3, 4, 7, 8].map((entry) => stepAt(steps, entry))).toEqual([1, 1, 2, 2, -1]);
});

describe('what may be said of a figure', () => {
  test.each([
    [150_000, 40_000, 'more'],
    [-150_000, 0, 'less'],
    [19_000, 0, 'even'],
    [-60_000, 60_000, 'even'],
    [-60_000, 120_000, 'unsure'],
    [0, 0, 'even'],
  ] as const)('%i with an interval of %i is %s', (value, within, band) => {
    expect(bandOf({ value, within })).toBe(band);
  });
});
