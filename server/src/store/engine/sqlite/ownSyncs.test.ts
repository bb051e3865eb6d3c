import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../store.fixture.ts';
import { OwnSyncs } from './ownSyncs.ts';

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
