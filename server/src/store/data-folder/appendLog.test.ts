/** Real files. The disk is one that the test plays: it has what was synced, and nothing else, and no sync takes time. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastChance } from '@flower-war/rules';
import { expect, onTestFinished, test } from 'vitest';
import { DiskSpeed, newSignals } from '../engine/sqlite/ownSyncs.ts';
import { firstEntry, nextEntry } from '../journal/firstEntry.fixture.ts';
import { temporaryFolder } from '../store.fixture.ts';
import { AppendLog, appendsIn, type Disk, type Entry, emptyLog, fileOf, LOG_BYTES } from './appendLog.ts';
import { databaseIn } from './database.ts';

function quickDisk(): DiskSpeed {
  const speed = new DiskSpeed(newSignals());
  for (let n = 0; n < 1000; n++) speed.note(0);
  return speed;
}

function opened(more: Partial<Disk> = {}) {
  const [path, disk] = [databaseIn(temporaryFolder()), databaseIn(temporaryFolder())];
  const syncHere = () => copyFileSync(fileOf(path, 'appends'), fileOf(disk, 'appends'));
  /** Called as soon as the disk has done what the pool of threads was asked for. */
  const asked: (() => void)[] = [];
  const sync: Disk['files']['sync'] = (_, done) => void asked.push(() => done(null));
  const log = new AppendLog({ path, speed: quickDisk(), files: { syncHere, sync }, now: () => 0, ...more });
  onTestFinished(() => log.close());
  log.learn([firstEntry('A'), firstEntry('B')]);
  return { log, path, disk, asked };
}

const next = (match: string, expectedSeq: number, more: Partial<Entry> = {}): Entry => ({
  ...nextEntry(match, expectedSeq),
  line: `{"seq":${expectedSeq},"text":"ñ"}`,
  ...more,
});

test('appends are on the disk before they count, with all that changes with them', () => {
  const { log, disk } = opened();
  const ended = next('B', 1, { index: { ...firstEntry().index, status: 'ended' } });
  expect(log.add([next('A', 1), ended])).toBe(true);
  expect(log.add([next('A', 2)])).toBe(true);
  expect(appendsIn(disk)).toEqual([next('A', 1), ended, next('A', 2)]);
  expect([log.commits, log.takeUntold().length, log.takeUntold()]).toEqual([2, 3, []]);
});

test.each<[string, readonly Entry[]]>([
  ['another owner', [next('A', 1, { owner: 'two' })]],
  ['another claim', [next('A', 1, { claim: 2 })]],
  ['an entry that is there already', [next('A', 0)]],
  ['an entry too far', [next('A', 2)]],
  ['a match of which it knows nothing', [next('C', 1)]],
  ['two entries of one match', [next('A', 1), next('A', 1)]],
  ['a good one beside a bad one', [next('A', 1), next('B', 7)]],
  ['a notice', [next('A', 1, { notices: [] })]],
  ['a temple', [next('A', 1, { temple: { temple: 'A' } })]],
  ['a player', [next('A', 1, { players: ['p'] })]],
  ['a restored match', [next('A', 1, { isRestored: true })]],
  ['more than it can hold', [next('A', 1, { line: `"${'x'.repeat(LOG_BYTES)}"` })]],
])('%s goes to the tables, and nothing of it is written', (_, batch) => {
  const { log, path } = opened();
  expect(log.add(batch)).toBe(false);
  expect([appendsIn(path), log.takeUntold(), log.commits]).toEqual([[], [], 0]);
  expect(log.add([next('A', 1), next('B', 1)])).toBe(true);
});

test.each<[string, string, string, unknown, number]>([
  ['claims A', 'claims', 'take', { id: 'A' }, 1],
  ['releases A', 'claims', 'release', 'A', 1],
  ['releases all', 'claims', 'releaseSome', 'one', 0],
  ['offers all', 'claims', 'offerSome', 'one', 0],
  ['frees what the dead own', 'claims', 'freeSome', 9, 0],
  ['erases A', 'records', 'erase', 'A', 1],
  ['begins to erase A', 'records', 'eraseSome', 'A', 1],
  ['appends to A', 'records', 'append', [next('A', 1)], 1],
  ['looks who has A', 'claims', 'holderOf', { id: 'A' }, 2],
  ['reads A', 'records', 'tail', 'A', 2],
  ['is of something else', 'keyRing', 'put', 'A', 2],
])('after a call that %s.%s it judges no more than it knows', (_, group, name, first, left) => {
  const { log } = opened();
  log.forgetBy({ group, name, given: [first] });
  const knows = ['A', 'B'].filter((match) => log.add([next(match, 1)]));
  expect(knows).toEqual(left === 2 ? ['A', 'B'] : left === 1 ? ['B'] : []);
});

test('on a slow disk the tables are written', () => {
  const speed = new DiskSpeed(newSignals());
  const { log } = opened({ speed });
  expect(log.add([next('A', 1)])).toBe(true);
  for (let n = 0; n < 10; n++) speed.note(100);
  expect(log.add([next('A', 2)])).toBe(false);
  for (let n = 0; n < 100; n++) speed.note(4);
  expect(log.add([next('A', 2)])).toBe(true);
});

test('a disk that is fast and not quick syncs without the server, and what comes meanwhile shares the next sync', async () => {
  const speed = new DiskSpeed(newSignals());
  const { log, disk, asked } = opened({ speed });
  const told: number[] = [];
  const add = (match: string, seq: number) => {
    expect(log.add([next(match, seq)])).toBe(true);
    void log.unsynced?.then(() => told.push(seq));
  };
  const turn = () => new Promise(setImmediate);
  add('A', 1);
  add('B', 1);
  await turn();
  expect([asked.length, told]).toEqual([1, []]);
  add('A', 2);
  add('A', 3);
  await turn();
  expect([asked.length, told]).toEqual([1, []]);
  asked[0]?.();
  await turn();
  expect([asked.length, told]).toEqual([2, [1, 1]]);
  asked[1]?.();
  await turn();
  expect([asked.length, told, log.unsynced]).toEqual([2, [1, 1, 2, 3], undefined]);
  for (let n = 0; n < 1000; n++) speed.note(0.2);
  expect(log.add([next('A', 4)])).toBe(true);
  expect([asked.length, log.unsynced, appendsIn(disk).length]).toEqual([2, undefined, 5]);
});

test('where such a sync fails, nothing counts that was not on the disk before', async () => {
  const failing: ((failure: Error) => void)[] = [];
  const files = { syncHere: () => {}, sync: (_: unknown, done: (failure: Error) => void) => void failing.push(done) };
  const { log } = opened({ speed: new DiskSpeed(newSignals()), files });
  log.add([next('A', 1)]);
  const first = log.unsynced;
  await new Promise(setImmediate);
  log.add([next('A', 2)]);
  const waiting = [first, log.unsynced].map((one) => expect(one).rejects.toThrow('the disk failed to sync'));
  failing[0]?.(new Error('the disk failed to sync'));
  await Promise.all(waiting);
  log.add([next('A', 3)]);
  await expect(log.unsynced).rejects.toThrow('the disk failed to sync');
  expect(failing).toHaveLength(1);
});

test('without power safety it is written without a sync, on any disk', () => {
  const syncHere = () => expect.unreachable('a sync');
  const { log, path } = opened({ speed: undefined, files: { syncHere, sync: syncHere } });
  expect(log.add([next('A', 1)])).toBe(true);
  expect(appendsIn(path)).toEqual([next('A', 1)]);
});

test('a disk that fails to sync is not a quiet failure; one that takes nothing leaves the append to the tables', () => {
  const syncHere = () => {
    throw new Error('the disk failed to sync');
  };
  expect(() => opened({ files: { syncHere, sync: syncHere } }).log.add([next('A', 1)])).toThrow(
    'the disk failed to sync',
  );
  const { log } = opened({ path: join(temporaryFolder(), 'no such folder', 'x') });
  expect(log.add([next('A', 1)])).toBe(false);
  expect(log.takeUntold()).toEqual([]);
});

test('when it is full it waits until the tables have what it holds, and begins anew', () => {
  const { log, disk } = opened();
  const fill = (from: number) => {
    let seq = from;
    while (log.add([next('A', seq)])) seq++;
    return seq;
  };
  const full = fill(1);
  expect(full).toBeGreaterThan(1000);
  const told = log.takeUntold();
  log.keep(told.slice(1)); // the tables did not take it at first
  expect(log.add([next('A', full)])).toBe(false);
  expect(log.takeUntold()).toEqual(told.slice(1));
  log.written(told);
  const later = fill(full);
  expect(later).toBeGreaterThan(full + 1000);
  expect(appendsIn(disk)).toHaveLength(later - full);
  log.written(log.takeUntold());
  expect(log.add([next('B', 1)])).toBe(true);
  expect(appendsIn(disk)).toEqual([next('B', 1)]); // and nothing of the round before
});

test('of a file that was cut or damaged at any byte the entries before count, and no other ever', () => {
  const { log, path } = opened();
  const whole = Array.from({ length: 4 }, (_, n) => next('A', n + 1));
  for (const one of whole) log.add([one]);
  const file = fileOf(path, 'appends');
  const bytes = readFileSync(file);
  const chance = fastChance(Date.now() % 1000);
  const length = bytes.findLastIndex((byte) => byte > 0) + 1;
  for (let at = 0; at < length; at++) {
    for (const damaged of [Buffer.concat([bytes.subarray(0, at), Buffer.alloc(9)]), Buffer.from(bytes)]) {
      damaged[at] = (damaged[at] ?? 0) ^ (chance.die(255) & 255);
      writeFileSync(file, damaged);
      const found = appendsIn(path);
      expect(found.length).toBeLessThan(whole.length);
      expect(found).toEqual(whole.slice(0, found.length));
    }
  }
});

test('what was emptied holds nothing, nor does a file of zeros, an empty one, or none', () => {
  const { log, path } = opened();
  expect(appendsIn(path)).toEqual([]);
  log.add([next('A', 1)]);
  emptyLog(path);
  expect(appendsIn(path)).toEqual([]);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(5), Buffer.alloc(LOG_BYTES)]) {
    writeFileSync(fileOf(path, 'appends'), bytes);
    expect(appendsIn(path)).toEqual([]);
  }
});
