/** A wrong ratio or verdict would mislead the reader of the table. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOALS, type Goal } from './goals.ts';
import { keptReport, PAGE, refreshedPage, resultOf, verdictOn } from './report.ts';

const round = (ours: number, bare: number) =>
  new Map([
    ['joins/ours/perCpuSecond', ours],
    ['joins/bare/perCpuSecond', bare],
  ]);

test('the ratio is the median of the ratios of each round, and an earlier checkout is compared round by round', () => {
  const goal = GOALS.find(({ id }) => id === 'joins')!;
  const [now, before] = [
    [round(10, 10), round(300, 100), round(200, 50)],
    [round(5, 10), round(300, 100), round(50, 50)],
  ];
  expect(resultOf(goal, { now, before })).toEqual({ ours: 200, peer: 50, ratio: 3, least: 1, most: 4, toBefore: 2 });
});

test.each<[limits: object, ratio: number, verdict: string]>([
  [{ atLeast: [1, 2] }, 2, 'met, with stretch'],
  [{ atLeast: [1, 2] }, 1, 'met'],
  [{ atLeast: [1, 2] }, 0.99, 'MISSED'],
  [{ atMost: [2, 1] }, 2, 'met'],
  [{ atMost: [2, 1] }, 2.01, 'MISSED'],
])('with %j a ratio of %d is %s', (limits, ratio, verdict) => {
  expect(verdictOn(limits as Goal, { ratio })).toBe(verdict);
});

test('docs/performance.md says what docs/performance.json says, and each goal has a row', () => {
  const page = readFileSync(PAGE, 'utf8');
  const report = keptReport();
  expect(refreshedPage(page, report)).toBe(page);
  expect(Object.keys(report.results)).toEqual(GOALS.map(({ id }) => id));
  expect(report.troubles).toEqual({});
});
