import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../data-folder/connect.ts';
import { databaseIn, openDatabase } from '../data-folder/database.ts';
import { preparePostgres } from '../engine/postgres/openPostgres.ts';
import { describePostgres } from '../engine/manyProcesses.fixture.ts';
import { postgresAt } from '../postgresStore.ts';
import { diskStore, temporaryFolder, threadOn } from '../store.fixture.ts';
import { MemoryJournal, StoredJournal } from '../storedJournal.ts';
import { firstEntry } from './firstEntry.fixture.ts';
import { testJournal } from './journal.contract.ts';

testJournal('memory', () => new MemoryJournal());
testJournal('SQLite in a thread of its own', () => diskStore().journal);
// Without syncs every disk is quick.
testJournal('SQLite that writes in the thread of the server', () => diskStore('process').journal);

const entry = firstEntry();
/** Of a match whose clock runs out then. */
const running = (wakeAt: number) => ({ ...entry.index, status: 'running' as const, wakeAt });

test('what was appended is there after the file was closed and opened again', async () => {
  const data = temporaryFolder();
  const before = new StoredJournal(threadOn(data));
  await before.append(entry);
  await before.close();
  const after = new StoredJournal(threadOn(data));
  expect((await after.read('A'))?.lines).toEqual(['{}']);
  await after.close();
});

test('durability against power loss is what SQLite is told', () => {
  const told = (durability: 'power' | 'process') => {
    const database = openDatabase(temporaryFolder(), durability);
    const { synchronous } = database.prepare('PRAGMA synchronous').get() ?? {};
    database.close();
    return synchronous;
  };
  expect([told('power'), told('process')]).toEqual([2, 1]);
});

test('what SQLite may have to take back stays in memory, in no temporary file', () => {
  const folder = temporaryFolder();
  openDatabase(folder, 'power').close();
  const database = connect(databaseIn(folder), true);
  expect(database.prepare('PRAGMA temp_store').get()).toEqual({ temp_store: 2 });
  database.close();
});

test('time in which the process could do nothing is lost to all that happened before', async () => {
  const { journal } = diskStore();
  await journal.beat(1000);
  await journal.noteGap({ at: 9000, lost: 8000 });
  expect(await Promise.all([500, 5000, 9000].map((since) => journal.lostSince(since)))).toEqual([8000, 4000, 0]);
});

test('outages are counted from beat to beat, and only those after a given time', async () => {
  const data = temporaryFolder();
  const first = new StoredJournal(threadOn(data));
  await first.append({ ...entry, index: running(30_000) });
  await first.beat(1000);
  await first.beat(2000);
  expect(await first.lostSince(0)).toBe(0);
  await first.close();
  const second = new StoredJournal(threadOn(data));
  await second.beat(12_000);
  await second.beat(13_000);
  expect(await second.lostSince(0)).toBe(10_000);
  expect(await second.lostSince(7000)).toBe(5000);
  expect(await second.lostSince(12_500)).toBe(0);
  await second.beat(20_000);
  expect(await second.lostSince(12_500)).toBe(7000);
  await second.close();
});

test('a process that is alone writes its beats only while a clock runs, or when it must', async () => {
  const { journal } = diskStore();
  const written: number[] = [];
  journal.onBeat = (at) => written.push(at);
  for (const at of [1000, 2000, 3000]) await journal.beat(at);
  await journal.beat(4000, true);
  expect(written).toEqual([1000, 4000]);
  await journal.append({ ...entry, index: running(30_000) });
  await journal.beat(5000);
  expect(written).toEqual([1000, 4000, 5000]);
  expect(await journal.lostSince(0)).toBe(0);
});

test('what else was written is followed by one more beat, so that a part that is missing shows', async () => {
  const { journal } = diskStore();
  const written: number[] = [];
  journal.onBeat = (at) => written.push(at);
  await journal.beat(1000);
  for (const at of [2000, 4000]) {
    await journal.append({ ...entry, match: `${at}` });
    for (const later of [0, 1000]) await journal.beat(at + later);
  }
  expect(written).toEqual([1000, 2000, 4000]);
});

test('the database holds each beat that is told as written, also soon after another', async () => {
  const { journal, stores } = diskStore();
  const told: (number | undefined)[] = [];
  const held: (number | undefined)[] = [];
  journal.onBeat = (at) => told.push(at);
  for (const at of [1000, 1100, 2000, 2100]) {
    await journal.beat(at, true);
    held.push(await stores.alive.lastBeat());
  }
  expect(held).toEqual(told);
});

test('a process that is alone notes its life once, in its own row', async () => {
  const { journal, database } = diskStore();
  const noted = () => database.prepare('SELECT at FROM alive').get();
  for (let at = 1000; at <= 60_000; at += 1000) await journal.beat(at, true);
  expect(noted()).toEqual({ at: 1000 });
  await journal.beat(61_000, true);
  expect(noted()).toEqual({ at: 61_000 });
});

test('what passes after a process that was alone ended is lost, and no time before', async () => {
  const data = temporaryFolder();
  const first = new StoredJournal(threadOn(data));
  for (let at = 1000; at <= 30_000; at += 1000) await first.beat(at, true);
  await first.leave(30_500);
  await first.close();
  const second = new StoredJournal(threadOn(data));
  await second.beat(40_000);
  expect(await second.lostSince(0)).toBe(10_000);
  await second.close();
});

test('a beat that was not written is counted as life: only the time after it is lost', async () => {
  const { journal } = diskStore();
  for (let at = 1000; at <= 9000; at += 1000) await journal.beat(at);
  await journal.beat(15_000);
  expect(await journal.lostSince(0)).toBe(6000);
});

test('a clock that runs out after more than a day lets the disk rest', async () => {
  const { journal } = diskStore();
  const written: number[] = [];
  journal.onBeat = (at) => written.push(at);
  await journal.append({ ...entry, index: running(3 * 24 * 60 * 60 * 1000) });
  for (const at of [1000, 2000, 3000]) await journal.beat(at);
  expect(written).toEqual([1000]);
});

describePostgres('in PostgreSQL', (server) => {
  let url: string;
  beforeAll(async () => {
    url = await server().fresh();
    await preparePostgres(url);
  });
  beforeEach(() => server().empty(url));

  testJournal('the journal', () => new StoredJournal(postgresAt(url)));
});
