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

test('a sync that it makes itself counts too', () => {
  const path = join(temporaryFolder(), 'database');
  writeFileSync(`${path}-wal`, 'x');
  const syncs = new OwnSyncs(path);
  syncs.note(100);
  for (let n = 0; n < 9; n++) syncs.note(1);
  syncs.sync('log');
  syncs.close();
  expect(syncs.isFast).toBe(true);
});
