/** Real files. The disk is one that the test plays: it has what was synced, and nothing else, and no sync takes time. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../data-folder/connect.ts';
import { databaseIn, openDatabase } from '../../data-folder/database.ts';
import { firstEntry } from '../../journal/firstEntry.fixture.ts';
import type { Append } from '../../journal/journal.ts';
import { operations } from '../../operations.ts';
import { temporaryFolder } from '../../store.fixture.ts';
import { QuickDisk } from './ownSyncs.ts';
import { newSignals, type Syncable } from './threadMessages.ts';
import { OTHERS_TURN, WritesHere } from './writesHere.ts';

const append = (...batch: readonly Append[]) => ({ group: 'records', name: 'append', given: [batch] });

const now = () => 0;

function quickDisk(): QuickDisk {
  const quick = new QuickDisk(newSignals());
  for (let n = 0; n < 1000; n++) quick.note(0);
  return quick;
}

function opened(quick = quickDisk()) {
  const path = databaseIn(temporaryFolder());
  openDatabase(join(path, '..'), 'power').close();
  const disk = databaseIn(temporaryFolder());
  copyFileSync(path, disk);
  const synced: Syncable[] = [];
  const syncHere = (file: Syncable) => {
    synced.push(file);
    copyFileSync(`${path}-wal`, `${disk}-wal`);
  };
  const here = new WritesHere({ path, quick, files: { syncHere }, now }, operations);
  const other = connect(path, false);
  onTestFinished(() => {
    here.close();
    other.close();
  });
  return { here, other, synced, disk };
}

/** What a server finds after a power cut. */
const matchesOn = (disk: string) => foundOn(disk, 'SELECT match AS found FROM matches ORDER BY match');
const linesOn = (disk: string) => foundOn(disk, 'SELECT line AS found FROM entries');

function foundOn(disk: string, sql: string): readonly unknown[] {
  const database = connect(disk, true);
  onTestFinished(() => database.close());
  return database
    .prepare(sql)
    .all()
    .map(({ found }) => found);
}

test('an append that comes alone is written here, and on the disk before it counts', () => {
  const { here, synced, disk } = opened();
  expect(here.outcomeOf(append(firstEntry('A')))).toEqual({ value: [0] });
  expect(here.outcomeOf(append(firstEntry('A')))).toEqual({ value: ['conflict'] });
  expect(synced[0]).toBe('log');
  expect(matchesOn(disk)).toEqual(['A']);
});

test('an entry that changes nothing else is on the disk before it counts, too', () => {
  const { here, synced, disk } = opened();
  const { match, owner, claim } = firstEntry('A');
  const next = append({ match, owner, claim, expectedSeq: 1, line: 'second', hash: 'h2' });
  expect(here.outcomeOf(next)).toEqual({ value: ['conflict'] });
  here.outcomeOf(append(firstEntry('A')));
  const before = synced.length;
  expect(here.outcomeOf(next)).toEqual({ value: [0] });
  expect(synced.slice(before)).toEqual(['log']);
  expect(linesOn(disk)).toContain('second');
  expect(here.outcomeOf(next)).toEqual({ value: ['conflict'] });
});

test('without power safety it is written without a sync, on any disk', () => {
  const path = databaseIn(temporaryFolder());
  openDatabase(join(path, '..'), 'process').close();
  const syncHere = () => expect.unreachable('a sync');
  const here = new WritesHere({ path, quick: undefined, files: { syncHere }, now }, operations);
  onTestFinished(() => here.close());
  expect(here.outcomeOf(append(firstEntry('A')))).toEqual({ value: [0] });
  expect(matchesOn(path)).toEqual(['A']);
});

test.each([
  ['several appends at once', append(firstEntry('A'), firstEntry('B'))],
  ['no append', append()],
  ['another operation', { group: 'keyRing', name: 'put', given: ['k', 'v'] }],
  ['what is no list', { group: 'records', name: 'append', given: [] }],
])('%s: the other thread writes', (_, call) => {
  const { here, synced, other } = opened();
  expect(here.outcomeOf(call)).toBeUndefined();
  expect([synced, other.prepare('SELECT * FROM matches').all()]).toEqual([[], []]);
});

test('from time to time an append goes to the other thread, which looks after the log', () => {
  const { here } = opened();
  const outcomes = Array.from({ length: 2 * OTHERS_TURN }, (_, n) => here.outcomeOf(append(firstEntry(`M${n}`))));
  const left = outcomes.flatMap((outcome, n) => (outcome === undefined ? [n + 1] : []));
  expect(left).toEqual([OTHERS_TURN, 2 * OTHERS_TURN]);
});

test('on a disk that is not quick the other thread writes', () => {
  const quick = new QuickDisk(newSignals());
  const { here, synced } = opened(quick);
  expect(here.outcomeOf(append(firstEntry('A')))).toBeUndefined();
  for (let n = 0; n < 1000; n++) quick.note(0.2);
  expect(here.outcomeOf(append(firstEntry('A')))).toEqual({ value: [0] });
  quick.note(100);
  expect(here.outcomeOf(append(firstEntry('B')))).toBeUndefined();
  expect(synced).toEqual(['log']);
});

test('a lock of another program is not waited for: nothing is written, and the other thread waits', () => {
  const { here, other, synced } = opened();
  other.exec('BEGIN IMMEDIATE');
  expect(here.outcomeOf(append(firstEntry('A')))).toBeUndefined();
  const database = Reflect.get(Reflect.get(here, 'runner') as object, 'database') as DatabaseSync;
  expect(database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 0 });
  other.exec('ROLLBACK');
  expect(synced).toEqual([]);
  expect(here.outcomeOf(append(firstEntry('A')))).toEqual({ value: [0] });
});

test('what fails here is left to the other thread, and nothing of it stays', () => {
  const { here, other, synced } = opened();
  other.exec("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END");
  expect(here.outcomeOf(append(firstEntry('A')))).toBeUndefined();
  expect([synced, other.prepare('SELECT * FROM matches').all()]).toEqual([[], []]);
});

test('a disk that fails to sync is no quiet failure', () => {
  const failing = () => {
    throw new Error('the disk failed to sync');
  };
  const path = databaseIn(temporaryFolder());
  openDatabase(join(path, '..'), 'power').close();
  const disk = { path, quick: quickDisk(), files: { syncHere: failing }, now };
  const here = new WritesHere(disk, operations);
  onTestFinished(() => here.close());
  expect(() => here.outcomeOf(append(firstEntry('A')))).toThrow('the disk failed to sync');
});
