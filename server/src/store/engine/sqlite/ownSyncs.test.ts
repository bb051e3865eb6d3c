import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../store.fixture.ts';
import { DiskSpeed, newSignals, OwnSyncs } from './ownSyncs.ts';

/** How many syncs of this many milliseconds it takes until the answer changes. */
function until(disk: DiskSpeed, isQuick: boolean, milliseconds: number): number {
  for (let n = 0; n < 10_000; n++) {
    if (disk.isQuick === isQuick) return n;
    disk.note(milliseconds);
  }
  return Number.POSITIVE_INFINITY;
}

test('a disk is quick once some hundred syncs were, and a slow one never', () => {
  const quick = until(new DiskSpeed(newSignals()), true, 0.15);
  expect(quick).toBeGreaterThan(100);
  expect(quick).toBeLessThan(500);
  expect(until(new DiskSpeed(newSignals()), true, 0.5)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['a sync of 5 ms is nothing', 5, 0, 0],
  ['one of 100 ms counts for a hundred', 100, 50, 200],
  ['one of 5 s counts for some hundred', 5000, 250, 500],
])('to a quick disk %s', (_, milliseconds, least, most) => {
  const disk = new DiskSpeed(newSignals());
  for (let n = 0; n < 1000; n++) disk.note(0.15);
  disk.note(milliseconds);
  const after = until(disk, true, 0.15);
  expect(after).toBeGreaterThanOrEqual(least);
  expect(after).toBeLessThanOrEqual(most);
});

test('a disk that becomes slow is waited for a few times', () => {
  const disk = new DiskSpeed(newSignals());
  for (let n = 0; n < 1000; n++) disk.note(0.15);
  expect(until(disk, false, 4)).toBeLessThan(8);
  expect(until(disk, true, 4)).toBe(Number.POSITIVE_INFINITY);
});

test('a disk is fast until it has taken 100 ms a few times, and again after a hundred fast syncs', () => {
  const disk = new DiskSpeed(newSignals());
  const syncsUntil = (isFast: boolean, milliseconds: number) => {
    let n = 0;
    for (; disk.isFast !== isFast; n++) disk.note(milliseconds);
    return n;
  };
  expect(syncsUntil(true, 0)).toBe(0);
  expect(syncsUntil(false, 100)).toBeLessThan(8);
  expect(syncsUntil(true, 4)).toBeLessThan(100);
  disk.note(5000);
  expect(syncsUntil(true, 4)).toBeLessThan(200);
});

test('both threads see the same', () => {
  const signals = newSignals();
  const [one, other] = [new DiskSpeed(signals), new DiskSpeed(signals)];
  for (let n = 0; n < 1000; n++) one.note(0.15);
  expect(other.isQuick).toBe(true);
});

test('a disk counts as slow after one slow sync, and as fast again after ten fast ones in a row', () => {
  const syncs = new OwnSyncs(join(temporaryFolder(), 'database'));
  expect(syncs.isFast).toBe(true);
  syncs.note(11);
  for (let n = 0; n < 9; n++) syncs.note(10);
  expect(syncs.isFast).toBe(false);
  syncs.note(100);
  for (let n = 0; n < 9; n++) syncs.note(1);
  expect(syncs.isFast).toBe(false);
  syncs.note(1);
  expect(syncs.isFast).toBe(true);
});

const MINUTE = 60_000;

test.each([
  ['a fast one after nine others ends the slow time', MINUTE, true],
  ['a slow one begins it', 0, false],
])('a sync that it makes itself counts too: %s', (_, slowMs, isFast) => {
  const path = join(temporaryFolder(), 'database');
  writeFileSync(`${path}-wal`, 'x');
  const syncs = new OwnSyncs(path, slowMs);
  if (isFast) for (const milliseconds of [2 * MINUTE, ...Array(9).fill(1)]) syncs.note(milliseconds);
  expect(syncs.isFast).toBe(!isFast);
  syncs.sync('log');
  syncs.close();
  expect(syncs.isFast).toBe(isFast);
});
