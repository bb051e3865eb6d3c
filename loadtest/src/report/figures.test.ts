import { expect, test } from 'vitest';
import type { Told } from '../plan.ts';
import { figuresOf } from './figures.ts';
import { readTold, type Sample, secondsOf } from './seconds.ts';

const NOTHING = { isMeasured: true, counts: {}, times: {}, failures: {}, shown: [], sent: [], accepted: [] };
const told = (at: number, more: Partial<Told> = {}): Told => ({ ...NOTHING, at, ...more });
const sample = (at: number, more: Partial<Sample> = {}): Sample => ({
  at,
  serverCpu: 0.3,
  partsCpu: {},
  clientCpu: 0.2,
  othersCpu: 0.1,
  rssMb: 100,
  ...more,
});
const KEPT = [{ name: 'failures: count==0', isKept: true }];
const judged = { seconds: 2, thresholds: KEPT, mostWatchMs: 500 };

test('the figures are those of the measured seconds; failures count always', () => {
  const seconds = secondsOf(
    [
      told(10, { isMeasured: false, counts: { moves: 9 }, failures: { late: 1 } }),
      told(11, { times: { move: [5, 7] }, counts: { moves: 2 } }),
      told(11, { times: { move: [9] }, counts: { moves: 1 } }),
      told(12, { times: { move: [1] }, counts: { moves: 1 }, failures: { late: 2 } }),
    ],
    [
      sample(10, { serverCpu: 1, rssMb: 999 }),
      sample(11, { loop: { p50: 1, p90: 2, p99: 4, most: 9 } }),
      sample(12, { serverCpu: 0.5 }),
    ],
  );
  const figures = figuresOf(seconds, judged);
  expect(figures).toMatchObject({ verdict: 'kept', movesPerSecond: 2, counts: { moves: 4 }, failures: { late: 3 } });
  expect(figures.times['move']).toMatchObject({ count: 4, p50: 5, most: 9 });
  expect(figures.server).toMatchObject({ cpu: 0.4, cpuMsPerMove: 200, rssMb: 100, loopWorstSecondMs: 4 });
});

test('seconds of which no virtual user told are there, and empty', () => {
  const seconds = secondsOf([told(1), told(4)], []);
  expect(seconds.map(({ at, isMeasured }) => [at, isMeasured])).toEqual([
    [1, true],
    [2, false],
    [3, false],
    [4, true],
  ]);
  expect(secondsOf([], [])).toEqual([]);
});

test('a run in which k6 was too busy is void, even if a threshold failed', () => {
  const verdict = (clientCpu: number, isKept: boolean) => {
    const thresholds = [...KEPT, { name: 'moves: count>0', isKept }];
    return figuresOf(secondsOf([told(1)], [sample(1, { clientCpu })]), { ...judged, thresholds }).verdict;
  };
  expect([verdict(0.81, true), verdict(0.81, false), verdict(0.8, false)]).toEqual(['void', 'void', 'failed']);
});

test('a run beside busy programs is void, too', () => {
  const verdict = (othersCpu: number) => figuresOf(secondsOf([told(1)], [sample(1, { othersCpu })]), judged).verdict;
  expect([verdict(0.5), verdict(0.51)]).toEqual(['kept', 'void']);
});

test('a late move fails a run in which k6 had time, though k6 itself takes a time between two moves', () => {
  const verdict = (late: number) => {
    const seconds = secondsOf([told(1, { times: { move: [1, late] } })], [sample(1, { clientCpu: 0.8 })]);
    const thresholds = [{ name: 'move_ms: p(99)<50', isKept: true }];
    return figuresOf(seconds, { ...judged, thresholds }).verdict;
  };
  expect([verdict(49.9), verdict(50)]).toEqual(['kept', 'failed']);
});

test('a move has reached its spectators when the last of all virtual users saw it', () => {
  const lines = [
    told(1, { sent: [[4, 100]], shown: [[4, 150]] }),
    told(1, { shown: [[4, 260]] }),
    told(2, { sent: [[5, 1100]], shown: [[5, 1120]] }), // the other one never saw step 5
  ];
  const figures = figuresOf(secondsOf(lines, []), { ...judged, mostWatchMs: 160 });
  expect(figures.times['watch']).toMatchObject({ count: 1, most: 160 });
  expect(figures.thresholds).toContainEqual({ name: 'watch_ms: p(99)<160', isKept: false });
});

test('what k6 says itself is kept apart from what its virtual users told', () => {
  const line = JSON.stringify(told(1));
  expect(readTold(`${line}\nInvalidStateError\n\n${line}\n`)).toEqual({
    told: [told(1), told(1)],
    words: ['InvalidStateError'],
  });
});
