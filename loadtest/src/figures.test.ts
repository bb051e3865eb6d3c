/** A load that cannot fail proves nothing: each way to fail is planted here. */
import { expect, test } from 'vitest';
import { countUnrecorded, figuresOf, type RunMeasured, timesToSpectators } from './figures.ts';

const metrics = (ok: boolean) => ({
  moves: { values: { count: ok ? 8 : 0 }, thresholds: { 'count>0': { ok } } },
});
const k6 = (more: object = {}) => ({ isCrowd: false, reports: [], words: [], metrics: metrics(true), ...more });
const USE = {
  serverCpu: 0.4,
  partsCpu: { servers: 0.4 },
  clientCpu: 0.2,
  othersCpu: 0.1,
  rssMb: { start: 90, from: 100, to: 120, perMinute: 3 },
  loopMs: { p99: 5, most: 40 },
};
const SEEN: RunMeasured = { seconds: 2, results: [k6()], use: USE, unrecorded: 0, mostWatchMs: 160 };

test.each<[why: string, more: Partial<RunMeasured>, verdict: string]>([
  ['all is well', {}, 'kept'],
  ['k6 finds a threshold broken', { results: [k6({ metrics: metrics(false) })] }, 'failed'],
  ['the crowd breaks one', { results: [k6(), k6({ isCrowd: true, metrics: metrics(false) })] }, 'failed'],
  ['k6 did not come to its end', { results: [k6({ metrics: undefined })] }, 'failed'],
  ['an accepted move is in no record', { unrecorded: 1 }, 'failed'],
  ['k6 was too busy', { use: { ...USE, clientCpu: 0.81 }, unrecorded: 1 }, 'void'],
  ['other programs were too busy', { use: { ...USE, othersCpu: 0.51 } }, 'void'],
])('%s: the run is what it must be', (_, more, verdict) => {
  expect(figuresOf({ ...SEEN, ...more })).toMatchObject({ verdict });
});

test('a move has reached its spectators when the last of all virtual users saw it', () => {
  const reports: Parameters<typeof timesToSpectators>[0] = [
    { sent: [[4, 100]], shown: [[4, 150]] },
    { sent: [], shown: [[4, 260]] },
    { sent: [[5, 1100]], shown: [[5, 1120]] }, // the other one never saw step 5
  ];
  expect(timesToSpectators(reports)).toEqual([160]);
});

test('accepted moves that are in no record of their match are counted', async () => {
  const records: Readonly<Record<string, readonly string[]>> = { one: ['{"id":7}', '{"id":8}'], two: ['{"seq":0}'] };
  const count = (...accepted: readonly [string, number][]) =>
    countUnrecorded([{ accepted }], async (match) => records[match] ?? []);
  expect(await count(['one', 8], ['one', 7])).toBe(0);
  expect(await count(['one', 9], ['two', 7], ['gone', 1])).toBe(3);
});
