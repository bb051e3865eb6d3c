/**
 * Real files, and a disk that the test plays: it has what was synced, and nothing else. So a power cut is a look at the copies
 * that each sync made.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf, type Syncable } from '../../data-folder/appendLog.ts';
import { connect, PAGE_BYTES } from '../../data-folder/connect.ts';
import { databaseIn, openDatabase } from '../../data-folder/database.ts';
import { firstEntry, nextEntry } from '../../journal/firstEntry.fixture.ts';
import { operations } from '../../operations.ts';
import { temporaryFolder } from '../../store.fixture.ts';
import type { Answered, Said, StoreCall } from './ownSyncs.ts';
import { LONG_LOG_PAGES, TwoConnections } from './twoConnections.ts';

const ENDS = ['', '-wal', '-log'];

type Speed = 'slow' | 'fast' | 'no syncs';

function opened(speed: Speed = 'slow') {
  const path = databaseIn(temporaryFolder());
  openDatabase(join(path, '..'), 'power').close();
  const disk = databaseIn(temporaryFolder());
  copyFileSync(path, disk);
  const said: Said[] = [];
  const keep = (file: Syncable) => copyFileSync(fileOf(path, file), fileOf(disk, file));
  const own: Syncable[] = [];
  const syncs = {
    isFast: speed === 'fast',
    note: () => {},
    sync: (file: Syncable) => {
      own.push(file);
      keep(file);
    },
  };
  const connections = {
    writing: connect(path, false),
    reading: connect(path, false),
    syncs: speed === 'no syncs' ? undefined : syncs,
  };
  const database = new TwoConnections(connections, operations, (one) => said.push(one));
  onTestFinished(() => database.close());
  let ids = 0;
  const asked = (group: string, name: string, ...given: readonly unknown[]): StoreCall => [++ids, group, name, given];
  const put = (name: string, value = 'v') => asked('keyRing', 'put', name, value);
  const person = (player: string) => asked('people', 'add', { player, name: player, createdAt: 1 });
  const find = (player: string) => asked('people', 'find', player);
  const sync = (file: Syncable) => {
    keep(file);
    database.synced(1);
  };
  return { database, said, put, person, find, sync, asked, disk, own };
}

/** What a server finds after a power cut. */
function afterPowerCut(disk: string) {
  const path = databaseIn(temporaryFolder());
  for (const end of ENDS) if (existsSync(disk + end)) copyFileSync(disk + end, path + end);
  const database = connect(path, true);
  const people = database.prepare('SELECT player FROM people ORDER BY player').all();
  const keys = database
    .prepare("SELECT name, length(value) AS size FROM keys WHERE name LIKE 'k%' ORDER BY name")
    .all();
  const { integrity_check: check } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
  database.close();
  return { people: people.map(({ player }) => player), keys, check };
}

const foundIn = (answer: Answered | undefined) => answer?.[1];
const known = (player: string) => ({ player, name: player, createdAt: 1 });

test('a write asks for a sync, and what only reads asks for none', () => {
  const { database, said, person, find } = opened();
  database.take([find('Ana')]);
  database.take([person('Ana')]);
  expect(said).toEqual([{ answers: [[1, undefined]] }, { answers: [[2, undefined]], sync: 'log' }]);
});

test('during a sync reads are answered, and see nothing that the disk does not have', () => {
  const { database, said, person, find, sync, disk } = opened();
  database.take([person('Ana')]);
  database.take([find('Ana'), find('Beto')]);
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([undefined, undefined]);
  expect(afterPowerCut(disk).people).toEqual([]);
  sync('log');
  database.take([find('Ana')]);
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([known('Ana')]);
  expect(afterPowerCut(disk)).toMatchObject({ people: ['Ana'], check: 'ok' });
});

test('writes that come during a sync gather, and share the next one', () => {
  const { database, said, person, find, sync } = opened();
  database.take([person('Ana')]);
  database.take([person('Beto')]);
  database.take([find('Ana'), person('Chimal')]);
  expect([said.length, database.isWaiting, database.isSyncing]).toEqual([2, true, true]);
  sync('log');
  expect(said.at(-1)).toEqual({ answers: [2, 4].map((id) => [id, undefined]), sync: 'log' });
  database.take([find('Ana'), find('Beto')]);
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([known('Ana'), undefined]);
  sync('log');
  expect([database.isWaiting, database.isSyncing]).toEqual([false, false]);
});

test('a call that reads and then writes happens as a whole: before the sync that is under way, or after it', () => {
  const { database, said, person, asked, sync, disk } = opened();
  const keep = () => asked('recovery', 'keep', { player: 'Ana', prefix: 'p', hash: 'h', createdAt: 1 });
  database.take([person('Ana')]);
  database.take([keep()]);
  expect(said.at(-1)).toEqual({ answers: [[2, false]] });
  sync('log');
  database.take([keep()]);
  expect(said.at(-1)).toEqual({ answers: [[3, true]], sync: 'log' });
  sync('log');
  expect(afterPowerCut(disk)).toMatchObject({ people: ['Ana'], check: 'ok' });
});

test('what fails before it writes asks for no sync, and holds nothing up', () => {
  const { database, said, person, find, asked } = opened();
  database.take([asked('people', 'adore'), asked('recovery', 'keep', { player: 'unknown' })]);
  expect(said).toMatchObject([
    {
      answers: [
        [1, undefined, { message: 'no operation people.adore' }],
        [2, false],
      ],
    },
  ]);
  database.take([person('Ana'), find('Ana')]);
  expect(said.at(-1)).toMatchObject({ sync: 'log' });
});

test('on a fast disk the thread syncs before it answers', () => {
  const { database, said, person, find, own, disk } = opened('fast');
  database.take([person('Ana'), find('Beto')]);
  expect([said, own]).toEqual([[{ answers: [[2, undefined]] }, { answers: [[1, undefined]] }], ['log']]);
  expect(afterPowerCut(disk).people).toEqual(['Ana']);
  database.take([find('Ana')]);
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([known('Ana')]);
});

test('on a fast disk a log that grows long is emptied too', () => {
  const { database, said, put, own, disk } = opened('fast');
  const big = 'x'.repeat((LONG_LOG_PAGES / 40) * PAGE_BYTES);
  for (let n = 100; n < 150; n++) {
    database.take([put(`k${n}`, big)]);
    expect(said.pop()).not.toHaveProperty('sync');
    const isNear = own.slice(-4).includes('pages');
    if (isNear) expect(afterPowerCut(disk)).toMatchObject({ check: 'ok', keys: { length: n - 99 } });
  }
  expect(own.filter((file) => file === 'pages').length).toBeGreaterThan(0);
});

test('with DURABILITY=process nothing waits for a sync', () => {
  const { database, said, put, person, find } = opened('no syncs');
  database.take([person('Ana')]);
  database.take([find('Ana')]);
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([known('Ana')]);
  database.take([put('k1')]);
  expect(said.every((one) => one.sync === undefined)).toBe(true);
});

test('a log that grows long is emptied, and a power cut at any moment takes nothing that was answered', () => {
  const { database, said, put, sync, disk, find } = opened();
  const big = 'x'.repeat((LONG_LOG_PAGES / 40) * PAGE_BYTES);
  const asked: Syncable[] = [];
  for (let n = 100; n < 150; n++) {
    database.take([put(`k${n}`, big)]);
    for (;;) {
      const wanted = said.at(-1)?.sync ?? 'log';
      asked.push(wanted);
      database.take([find('Ana')]); // reads are answered at each moment
      expect(said.pop()).toMatchObject({ answers: [[expect.any(Number), undefined]] });
      const isNear = wanted === 'pages' || asked.slice(-3).includes('pages');
      if (isNear) expect(afterPowerCut(disk)).toMatchObject({ check: 'ok', keys: { length: n - 100 } });
      sync(wanted);
      if (wanted === 'log') break;
    }
    if (asked.slice(-3).includes('pages'))
      expect(afterPowerCut(disk)).toMatchObject({ check: 'ok', keys: { length: n - 99 } });
  }
  expect(asked.filter((file) => file === 'pages').length).toBeGreaterThan(0);
});

const entry = (seq: number) => nextEntry('A', seq);

test.each(['slow', 'fast'] as const)('on a %s disk nothing is read without what the log of appends has', (speed) => {
  const { database, said, asked, sync, person, find } = opened(speed);
  const tail = () => asked('records', 'tail', 'A');
  const synced = () => speed === 'slow' && sync('log');
  database.take([asked('records', 'append', [firstEntry('A')])]);
  synced();
  database.take([asked('log', 'replay', [entry(1)]), tail()]);
  synced();
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([undefined, { seq: 1, hash: 'h1', owner: 'one' }]);
  // A replay that comes while the disk syncs what another wrote.
  database.take([person('Ana')]);
  database.take([asked('log', 'replay', [entry(2)]), tail()]);
  database.take([tail(), find('Ana')]);
  if (speed === 'slow') expect(said.at(-1)).toMatchObject({ sync: 'log' }); // neither is answered yet
  synced();
  const seen = said.slice(-2).flatMap(({ answers }) => answers.map(foundIn));
  expect(seen).toContainEqual({ seq: 2, hash: 'h2', owner: 'one' });
  expect(seen).not.toContainEqual({ seq: 1, hash: 'h1', owner: 'one' });
});

test('while the disk syncs a replay, reads see it, and nothing of what was written with it', () => {
  const { database, said, asked, sync, person, find } = opened('slow');
  database.take([asked('records', 'append', [firstEntry('A')])]);
  sync('log');
  database.take([asked('log', 'replay', [entry(1)]), person('Ana')]);
  database.take([asked('records', 'tail', 'A'), find('Ana')]);
  expect(said.at(-1)?.answers.map(foundIn)).toEqual([{ seq: 1, hash: 'h1', owner: 'one' }, undefined]);
});
