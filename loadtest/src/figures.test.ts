/** A load that cannot fail proves nothing: each way to fail is planted here. */
import { expect, test } from 'vitest';
import { countUnrecorded, figuresOf, type K6Result, linesOf, type Seen, timesToSpectators } from './figures.ts';
import type { UserReport } from './loads.ts';

const report = (more: Partial<UserReport> = {}): UserReport => ({
  beganAt: 0,
  failures: {},
  accepted: [],
  sent: [],
  shown: [],
  ...more,
});
const METRICS = {
  move_ms: {
    values: { count: 8, med: 4, 'p(99)': 20, 'p(99.9)': 30, max: 31 },
    thresholds: { 'p(99)<50': { ok: true } },
  },
  moves: { values: { count: 8 }, thresholds: { 'count>0': { ok: true } } },
};
const k6 = (more: Partial<K6Result> = {}): K6Result => ({
  isCrowd: false,
  reports: [report()],
  words: [],
  metrics: METRICS,
  ...more,
});
const USE = {
  serverCpu: 0.4,
  partsCpu: { servers: 0.3, door: 0.1 },
  clientCpu: 0.2,
  othersCpu: 0.1,
  rssMb: { start: 90, from: 100, to: 120, perMinute: 3 },
  loopMs: { p99: 5, most: 40 },
};
const seen = (more: Partial<Seen> = {}): Seen => ({
  seconds: 2,
  results: [k6()],
  use: USE,
  unrecorded: 0,
  mostWatchMs: 160,
  ...more,
});
const failed = { moves: { values: { count: 0 }, thresholds: { 'count>0': { ok: false } } } };

test('what a run tells', () => {
  const figures = figuresOf(seen({ results: [k6({ reports: [report({ failures: { late: 2 } })] })] }));
  expect(figures).toMatchObject({ verdict: 'kept', movesPerSecond: 4, cpuMsPerMove: 100, failures: { late: 2 } });
  expect(figures.times['move']).toEqual({ count: 8, p50: 4, p99: 20, p999: 30, most: 31 });
  expect(linesOf(figures).join('\n')).toContain('of a core: servers 30 %, door 10 %, k6 20 %, other programs 10 %');
});

test.each<[why: string, more: Partial<Seen>, verdict: string]>([
  ['k6 finds a threshold broken', { results: [k6({ metrics: failed })] }, 'failed'],
  ['the crowd breaks one', { results: [k6(), k6({ isCrowd: true, metrics: failed })] }, 'failed'],
  ['k6 did not come to its end', { results: [k6({ metrics: undefined })] }, 'failed'],
  ['an accepted move is in no record', { unrecorded: 1 }, 'failed'],
  ['k6 was too busy', { use: { ...USE, clientCpu: 0.81 }, unrecorded: 1 }, 'void'],
  ['other programs were too busy', { use: { ...USE, othersCpu: 0.51 } }, 'void'],
])('%s: the run is not kept', (_, more, verdict) => {
  expect(figuresOf(seen(more)).verdict).toBe(verdict);
});

test('a move has reached its spectators when the last of all virtual users saw it', () => {
  const reports = [
    report({ sent: [[4, 100]], shown: [[4, 150]] }),
    report({ shown: [[4, 260]] }),
    report({ sent: [[5, 1100]], shown: [[5, 1120]] }), // the other one never saw step 5
  ];
  expect(timesToSpectators(reports)).toEqual([160]);
  expect(figuresOf(seen({ results: [k6({ reports })] })).verdict).toBe('failed');
});

test('accepted moves that are in no record of their match are counted', async () => {
  const records: Readonly<Record<string, readonly string[]>> = { one: ['{"id":7}', '{"id":8}'], two: ['{"seq":0}'] };
  const count = (...accepted: readonly [string, number][]) =>
    countUnrecorded([{ accepted }], async (match) => records[match] ?? []);
  expect(await count(['one', 8], ['one', 7])).toBe(0);
  expect(await count(['one', 9], ['two', 7], ['gone', 1])).toBe(3);
});
