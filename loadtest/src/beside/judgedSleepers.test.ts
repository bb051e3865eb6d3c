import { NO_HASH, seal } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { MOST_WAKE_MS } from '../loads.ts';
import { judged, type Stored } from './judgedSleepers.ts';

const clock = (at: number) => seal(NO_HASH, { seq: 9, at, kind: 'clock', seat: 0, move: 'roll' }).line;
const due = (more: Partial<Stored> = {}): Stored => ({
  sleeper: { match: 'A', entries: 9, dueAt: 10_000 },
  isDue: true,
  entries: 10,
  lines: [clock(12_000)],
  storedAt: 12_500,
  ...more,
});
const asleep = (entries: number): Stored => ({
  sleeper: { match: 'B', entries: 9, dueAt: 99_000 },
  isDue: false,
  entries,
});
const faultsOf = (...all: readonly Stored[]) => Object.assign({}, ...judged(all).told.map(({ failures }) => failures));

test('a match that was served once, and one that slept on, are as they should be', () => {
  const { told, thresholds } = judged([due(), asleep(9)]);
  expect(told).toMatchObject([{ at: 12, counts: { woken: 1 }, times: { wake: [2500] }, failures: {} }]);
  expect(thresholds.map(({ isKept }) => isKept)).toEqual([true, true]);
});

test.each([
  [due({ entries: 9, lines: [] }), 'a due match was not served'],
  [due({ entries: 11 }), 'a due match got 2 entries'],
  [due({ lines: [clock(9999)] }), 'a match was served before it was due'],
  [due({ lines: ['no JSON'] }), 'a due match got the entry that cannot be read'],
  [asleep(10), 'a match that was not due got an entry'],
])('each fault is told (%#)', (one, fault) => {
  expect(faultsOf(due(), one)).toEqual({ [fault]: 1 });
  expect(judged([due(), one]).thresholds[1]?.isKept).toBe(false);
});

test('a late match fails the threshold, and so does a run in which no match was served', () => {
  expect(judged([due({ storedAt: 10_000 + MOST_WAKE_MS })]).thresholds[0]?.isKept).toBe(false);
  expect(judged([asleep(9)]).thresholds[0]?.isKept).toBe(false);
});
