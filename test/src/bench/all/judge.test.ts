/** A wrong ratio or verdict would mislead the reader of the table, and a hanging turn must not end the run. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOALS, type Goal, type GROUPS } from './goals.ts';
import { resultOf, verdictOn } from './judge.ts';
import { goalRows, keptReport, PAGE, refreshedPage, reportOf } from './report.ts';
import { collect, type Turn, turnsFor } from './rounds.ts';

const GOAL = GOALS.find(({ id }) => id === 'joins')!;
const rounds = (...figures: readonly (readonly [ours: number, bare: number])[]) =>
  figures.map(
    ([ours, bare]) =>
      new Map([
        ['joins/ours/perCpuSecond', ours],
        ['joins/bare/perCpuSecond', bare],
      ]),
  );

test('the ratio is the median of the ratios of each round, not the ratio of the medians', () => {
  const result = resultOf(GOAL, { now: rounds([10, 10], [300, 100], [200, 50]), before: [], troubles: [] });
  expect(result).toEqual({ ours: 200, peer: 50, ratio: 3, least: 1, most: 4 });
});

test('an earlier checkout is compared round by round', () => {
  const before = [5, 20, 10].map((ours) => new Map([['joins/ours/perCpuSecond', ours]]));
  const result = resultOf(GOAL, { now: rounds([10, 10], [30, 10], [50, 10]), before, troubles: [] });
  expect(result.toBefore).toBe(2);
});

test.each<[limits: Pick<Goal & { atLeast: unknown }, 'atLeast'> | object, ratio: number | undefined, verdict: string]>([
  [{ atLeast: [1, 2] }, 2, 'stretch'],
  [{ atLeast: [1, 2] }, 1, 'must'],
  [{ atLeast: [1, 2] }, 0.99, 'missed'],
  [{ atMost: [2, 1] }, 1, 'stretch'],
  [{ atMost: [2, 1] }, 2, 'must'],
  [{ atMost: [2, 1] }, 2.01, 'missed'],
  [{ atMost: [2, 1] }, undefined, 'not measured'],
])('with %j a ratio of %d is %s', (limits, ratio, verdict) => {
  expect(verdictOn(limits as Goal, ratio === undefined ? {} : { ratio })).toBe(verdict);
});

test('what one figure has more than another is compared with the peer', () => {
  const durable = GOALS.find(({ id }) => id === 'durable')!;
  const round = new Map([
    ['moves/ours on disk/p50', 0.5],
    ['moves/ours/p50', 0.1],
    ['moves/ours on disk/sync', 0.2],
  ]);
  expect(resultOf(durable, { now: [round], before: [], troubles: [] }).ratio).toBeCloseTo(2);
});

test('one group takes only the turns that its goals are made of', () => {
  const turns = (group: (typeof GROUPS)[number]) =>
    turnsFor(
      GOALS.filter((goal) => goal.group === group),
      'whole',
      group,
    ).map(({ measure, system }) => `${measure} ${system}`);
  expect(turns('journal')).toEqual(['moves bare', 'moves ours', 'moves ours on disk']);
  expect(turns('memory')).toEqual(['idle all', 'start ours']);
});

test('each round begins with another system, and the earlier checkout is now first, now second', async () => {
  const turns: readonly Turn[] = [
    { measure: 'joins', system: 'ws' },
    { measure: 'joins', system: 'ours' },
  ];
  const taken: string[] = [];
  await collect({ turns, rounds: 2, withBefore: true }, async ({ system }, which) => {
    taken.push(`${which} ${system}`);
    return {};
  });
  expect(taken).toEqual(['now ws', 'now ours', 'before ours', 'before ours', 'now ours', 'now ws']);
});

test('a turn without figures is not tried again, and the table names it', async () => {
  const turns: readonly Turn[] = [
    { measure: 'beads', system: 'ours' },
    { measure: 'opening', system: 'ours' },
  ];
  const taken: string[] = [];
  const collected = await collect({ turns, rounds: 2, withBefore: false }, async ({ measure }) => {
    taken.push(measure);
    return measure === 'beads' ? 'stopped after 1 s' : { ours: { seconds: 1 } };
  });
  expect(taken).toEqual(['beads', 'opening', 'opening']);
  const rows = goalRows(reportOf(collected, GOALS, { node: '24', cores: 2, load: 2 })).map((row) => row.join(' | '));
  expect(rows.find((row) => row.includes('from a bead'))).toContain('≤ 1.5 | ours: stopped after 1 s | beads');
  expect(rows.find((row) => row.includes('open 1000'))).toContain('met, with stretch');
});

test('docs/performance.md says what docs/performance.json says, and each goal has a row', () => {
  const page = readFileSync(PAGE, 'utf8');
  const report = keptReport();
  expect(refreshedPage(page, report)).toBe(page);
  expect(Object.keys(report.results)).toEqual(GOALS.map(({ id }) => id));
  expect(report.troubles).toEqual({});
});
