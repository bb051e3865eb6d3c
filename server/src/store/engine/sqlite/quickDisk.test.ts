import { expect, test } from 'vitest';
import { newSignals, QuickDisk } from './ownSyncs.ts';

/** How many syncs of this many milliseconds it takes until the answer changes. */
function until(disk: QuickDisk, isQuick: boolean, milliseconds: number): number {
  for (let n = 0; n < 10_000; n++) {
    if (disk.isQuick === isQuick) return n;
    disk.note(milliseconds);
  }
  return Number.POSITIVE_INFINITY;
}

test('a disk is quick once some hundred syncs were, and a slow one never', () => {
  const quick = until(new QuickDisk(newSignals()), true, 0.15);
  expect(quick).toBeGreaterThan(100);
  expect(quick).toBeLessThan(500);
  expect(until(new QuickDisk(newSignals()), true, 0.5)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['a sync of 5 ms is nothing', 5, 0, 0],
  ['one of 100 ms counts for a hundred', 100, 50, 200],
  ['one of 5 s counts for some hundred', 5000, 250, 500],
])('to a quick disk %s', (_, milliseconds, least, most) => {
  const disk = new QuickDisk(newSignals());
  for (let n = 0; n < 1000; n++) disk.note(0.15);
  disk.note(milliseconds);
  const after = until(disk, true, 0.15);
  expect(after).toBeGreaterThanOrEqual(least);
  expect(after).toBeLessThanOrEqual(most);
});

test('a disk that becomes slow is waited for a few times', () => {
  const disk = new QuickDisk(newSignals());
  for (let n = 0; n < 1000; n++) disk.note(0.15);
  expect(until(disk, false, 4)).toBeLessThan(8);
  expect(until(disk, true, 4)).toBe(Number.POSITIVE_INFINITY);
});

test('both threads see the same', () => {
  const signals = newSignals();
  const [one, other] = [new QuickDisk(signals), new QuickDisk(signals)];
  for (let n = 0; n < 1000; n++) one.note(0.15);
  expect(other.isQuick).toBe(true);
});
