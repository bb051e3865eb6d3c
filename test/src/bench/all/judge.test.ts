import { expect, test } from 'vitest';
import { type Collected, collect } from './collect.ts';
import { GOALS, type Goal, GROUPS } from './goals.ts';
import { middle, resultOf, verdictOn } from './judge.ts';
import { turnsFor } from './plan.ts';
import { type Size, type Turn, UNIT_NAMES } from './units.ts';

const GOAL: Goal = {
  id: 'joins',
  group: 'joins',
  what: 'joins',
  ours: 'joins/ours/perCpuSecond',
  peer: { name: 'bare', value: 'joins/bare/perCpuSecond' },
  wants: 'at least',
  must: 1,
  stretch: 2,
  about: '',
};

function collected(now: readonly (readonly [ours: number, bare: number])[], before: readonly number[] = []): Collected {
  return {
    now: now.map(
      ([ours, bare]) =>
        new Map([
          ['joins/ours/perCpuSecond', ours],
          ['joins/bare/perCpuSecond', bare],
        ]),
    ),
    before: before.map((ours) => new Map([['joins/ours/perCpuSecond', ours]])),
    troubles: [],
  };
}

test('the ratio is the median of the ratios of each round, not the ratio of the medians', () => {
  // 10/10, 30/20, 20/40: the medians are 20 and 20, but the rounds say 1, 1.5 and 0.5
  const result = resultOf(GOAL, collected([[10, 10], [30, 20], [20, 40]])); // biome-ignore format: one row
  expect(result).toEqual({ ours: 20, peer: 20, ratio: 1, least: 0.5, most: 1.5 });
  const uneven = resultOf(GOAL, collected([[10, 10], [300, 100], [200, 50]])); // biome-ignore format: one row
  expect(uneven).toEqual({ ours: 200, peer: 50, ratio: 3, least: 1, most: 4 });
});

test('an earlier checkout is compared round by round', () => {
  const result = resultOf(GOAL, collected([[10, 10], [30, 10], [50, 10]], [5, 20, 10])); // biome-ignore format: one row
  expect(result.toBefore).toBe(2);
});

test('without a figure there is no verdict', () => {
  expect(verdictOn(GOAL, resultOf(GOAL, { now: [new Map()], before: [], troubles: [] }))).toBe('not measured');
});

test.each([
  ['at least', 2, 'stretch'],
  ['at least', 1, 'must'],
  ['at least', 0.99, 'missed'],
  ['at most', 1, 'stretch'],
  ['at most', 2, 'must'],
  ['at most', 2.01, 'missed'],
] as const)('%s: a ratio of %d is %s', (wants, ratio, verdict) => {
  const limits = wants === 'at least' ? { must: 1, stretch: 2 } : { must: 2, stretch: 1 };
  expect(verdictOn({ ...GOAL, wants, ...limits }, { ratio })).toBe(verdict);
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

test('the middle of an even number lies between the two middle ones', () => {
  expect(middle([4, 1, 2, 3])).toBe(2.5);
  expect(middle([])).toBeUndefined();
});

test('a stretch is never easier than the must, and each goal has an id of its own', () => {
  for (const { wants, must, stretch } of GOALS)
    expect(wants === 'at least' ? stretch >= must : stretch <= must).toBe(true);
  expect(new Set(GOALS.map(({ id }) => id)).size).toBe(GOALS.length);
  expect(new Set(GOALS.map(({ group }) => group))).toEqual(new Set(GROUPS));
});

test('one group takes only the turns that its goals are made of', () => {
  const turns = (group: (typeof GROUPS)[number]) =>
    turnsFor(
      GOALS.filter((goal) => goal.group === group),
      'whole',
      group,
    ).map(({ unit, system }) => `${unit} ${system}`);
  expect(turns('journal')).toEqual(['moves bare', 'moves ours', 'moves ours on disk']);
  expect(turns('memory')).toEqual(['idle all', 'start ours']);
  expect(turns('moves')).toContain('moves socket.io');
});

test('a quick run leaves out what takes long', () => {
  const units = (size: Size) => new Set(turnsFor(GOALS, size).map(({ unit }) => unit));
  expect(UNIT_NAMES.filter((unit) => !units('quick').has(unit))).toEqual(['crowd']);
  expect(units('whole')).toEqual(new Set(UNIT_NAMES));
});

test('each round begins with another system, and the earlier checkout is now first, now second', async () => {
  const turns: readonly Turn[] = [
    { unit: 'joins', system: 'ws' },
    { unit: 'joins', system: 'ours' },
  ];
  const taken: string[] = [];
  await collect({ turns, rounds: 2, withBefore: true }, async ({ system }, which) => {
    taken.push(`${which} ${system}`);
    return { kind: 'measured', value: {} };
  });
  expect(taken).toEqual(['now ws', 'now ours', 'before ours', 'before ours', 'now ours', 'now ws']);
});
