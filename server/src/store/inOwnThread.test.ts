/** The real thread with real files. A second connection looks at what is written. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../base/config.ts';
import { connect } from './data-folder/connect.ts';
import { databaseIn, openDatabase } from './data-folder/database.ts';
import { StoreError } from './engine/engine.ts';
import { DiskSpeed, type FileSyncs, type Signals } from './engine/sqlite/ownSyncs.ts';
import { OwnThread } from './inOwnThread.ts';
import { firstEntry } from './journal/firstEntry.fixture.ts';
import type { Append } from './journal/journal.ts';
import { openStores, type Stores } from './operations.ts';
import { temporaryFolder, threadOn } from './store.fixture.ts';

const UNKNOWN = { name: 'StoreError', message: 'the outcome is unknown' };

function opened(durability: Config['DURABILITY'] = 'power') {
  const folder = temporaryFolder();
  const engine = threadOn(folder, durability);
  const database = connect(databaseIn(folder), false);
  const deaths: Error[] = [];
  engine.onDeath = (cause) => deaths.push(cause);
  onTestFinished(async () => {
    await engine.close();
    database.close();
  });
  const { keyRing, people } = openStores(engine);
  const kept = () => Number(database.prepare("SELECT count(*) AS n FROM keys WHERE name LIKE 'k%'").get()?.n);
  const put = (n: number) => keyRing.put(`k${n}`, 'v');
  const commits = () => commitsIn(readFileSync(`${databaseIn(folder)}-wal`));
  return { folder, engine, database, deaths, keyRing, people, kept, put, commits };
}

const several = (count: number) => Array.from({ length: count }, (_, n) => n);

/** SQLite writes the size of the database into the last frame of each transaction, and 0 into the others. */
function commitsIn(wal: Buffer): number {
  const frame = 24 + wal.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) if (wal.readUInt32BE(at + 4) > 0) commits++;
  return commits;
}

/** Ends the thread, as a fault in it would. */
const kill = (engine: OwnThread) => (Reflect.get(engine, 'worker') as Worker).terminate();

test('the calls of one turn are one transaction, and none is answered before it is written', async () => {
  const { put, kept, commits } = opened();
  await put(0);
  const before = commits();
  const seen: number[] = [];
  await Promise.all(several(100).map((n) => put(n + 1).then(() => seen.push(kept()))));
  expect(new Set(seen)).toEqual(new Set([101]));
  expect(commits() - before).toBe(1);
});

test('calls that come while a transaction is written share the next one', async () => {
  const { put, commits, database } = opened();
  await put(0);
  const before = commits();
  database.exec('BEGIN IMMEDIATE'); // the thread waits for the end of this
  const asked: Promise<unknown>[] = [];
  for (const n of several(20)) {
    asked.push(put(n + 1));
    await nextTurn();
  }
  await pause(50); // until the thread waits
  database.exec('COMMIT');
  await Promise.all(asked);
  expect(commits() - before).toBeLessThanOrEqual(2);
});

test('an answer belongs to its call, in any order of calls', async () => {
  const { keyRing } = opened();
  const answers = await Promise.all(several(50).map((n) => keyRing.findOrKeep(`k${n % 7}`, `v${n}`)));
  expect(answers).toEqual(several(50).map((n) => `v${n % 7}`));
});

test('an operation that fails, one that does not exist and one that is not plain data take no other down', async () => {
  const { engine, people, put, kept, deaths } = opened();
  const person = { player: 'p', name: 'Ana', createdAt: 1 };
  const outcomes = await Promise.allSettled([
    put(1),
    people.add(person),
    people.add(person),
    engine.run({ group: 'people', name: 'adore', given: [] }),
    engine.run({ group: 'people', name: 'find', given: [() => 'p'] }),
    put(2),
  ]);
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'done'))).toEqual([
    'done',
    'done',
    expect.objectContaining({ name: 'StoreError', message: expect.stringContaining('people.add: UNIQUE') }),
    expect.objectContaining({ name: 'Error', message: 'no operation people.adore' }),
    expect.objectContaining({ name: 'DataCloneError' }),
    'done',
  ]);
  expect(await people.find('p')).toMatchObject(person);
  expect([kept(), deaths]).toEqual([2, []]);
});

test('a thread that ends rejects what waits, says so once, and refuses what comes later', async () => {
  const { engine, put, deaths } = opened();
  await put(0);
  const waiting = [put(1), put(2)].map((one) => one.catch((cause: unknown) => cause));
  await kill(engine);
  expect(await Promise.all(waiting)).toMatchObject([UNKNOWN, UNKNOWN]);
  await expect(put(3)).rejects.toBeInstanceOf(StoreError);
  await engine.close();
  expect(deaths).toMatchObject([{ message: 'the thread of the database has ended' }]);
});

/** Lets the engine know the disk as one that takes no time. */
function beQuick(engine: OwnThread): void {
  const disk = new DiskSpeed(Reflect.get(engine, 'signals') as Signals);
  for (let n = 0; n < 1000; n++) disk.note(0);
}

/** Lets the engine know the disk as a fast one. Syncs of the log end when the test says so. */
function beFast(engine: OwnThread) {
  const disk = new DiskSpeed(Reflect.get(engine, 'signals') as Signals);
  for (let n = 0; n < 300; n++) disk.note(2);
  const files = Reflect.get(engine, 'files') as FileSyncs;
  const { sync } = files;
  const waiting: ((failure?: Error) => void)[] = [];
  files.sync = (file, done) => {
    if (file === 'appends') waiting.push((failure) => done(failure ?? null));
    else sync.call(files, file, done);
  };
  onTestFinished(() => {
    files.sync = sync;
    for (const end of waiting) end(); // a test that failed closes the engine, too
  });
  return waiting;
}

/** An entry as it follows the one before. */
function nextEntry(match: string, expectedSeq: number, before: string): Append {
  const text = `{"seq":${expectedSeq}`;
  const hash = createHash('sha256')
    .update(before + text)
    .digest('hex');
  return { match, expectedSeq, owner: 'one', claim: 1, line: `${text},"hash":"${hash}"}`, hash };
}

/** Appends this many to a match, one after another. */
async function appended(records: Stores['records'], match: string, count: number): Promise<readonly string[]> {
  await records.append([firstEntry(match)]);
  let { hash } = firstEntry(match);
  const lines = ['{}'];
  for (let seq = 1; seq <= count; seq++) {
    const entry = nextEntry(match, seq, hash);
    expect(await records.append([entry])).toEqual([0]);
    hash = entry.hash;
    lines.push(entry.line);
  }
  return lines;
}

const inTables = (database: DatabaseSync) =>
  database
    .prepare('SELECT line FROM entries ORDER BY match, seq')
    .all()
    .map(({ line }) => line);

const ALL = { from: 0, to: 1e9 };

// Without power safety every disk is quick.

test('appends go to the log, and to the tables before what asks these', async () => {
  const { engine, database, kept, put } = opened('process');
  const { records } = openStores(engine);
  const lines = await appended(records, 'A', 20);
  await put(0);
  expect([inTables(database), kept()]).toEqual([['{}'], 1]);
  const asked = [records.lines('A', ALL), put(1)];
  expect(await asked[0]).toEqual(lines);
  await asked[1];
  expect([inTables(database), kept()]).toEqual([lines, 2]);
  expect(await records.append([nextEntry('A', 21, 'h')])).toEqual([0]);
  expect(await records.append([nextEntry('A', 21, 'h')])).toEqual(['conflict']);
  expect((await records.tail('A'))?.seq).toBe(21);
});

test('a claim fences off what the log would have taken', async () => {
  const { engine } = opened('process');
  const { records, claims } = openStores(engine);
  await appended(records, 'A', 2);
  const taking = claims.take({ id: 'A', process: 'two', claim: 1, mayKeep: false, mayBury: false, now: 1 });
  expect(await records.append([nextEntry('A', 3, 'h')])).toEqual(['conflict']);
  await taking;
  expect((await records.tail('A'))?.seq).toBe(2);
});

test('a claim that comes while the tables take an append fences off the next one, too', async () => {
  const { engine } = opened('process');
  const { records, claims } = openStores(engine);
  const taken = records.append([firstEntry('A')]);
  await claims.take({ id: 'A', process: 'two', claim: 1, mayKeep: false, mayBury: false, now: 1 });
  expect(await taken).toEqual([0]);
  expect(await records.append([nextEntry('A', 1, 'h')])).toEqual(['conflict']);
  expect((await records.tail('A'))?.seq).toBe(0);
});

test.each(['closed', 'killed'])(
  'what only the log has is in the tables when a server that was %s starts again',
  async (how) => {
    const { folder, engine } = opened();
    beQuick(engine);
    const lines = await appended(openStores(engine).records, 'A', 30);
    await (how === 'closed' ? engine.close() : kill(engine));
    const again = openDatabase(folder, 'power');
    expect(inTables(again)).toEqual(lines);
    again.close();
  },
);

test('what comes while the tables take the log overwrites nothing there', async () => {
  const { folder, engine, database } = opened('process');
  const { records } = openStores(engine);
  const lines = await appended(records, 'A', 3);
  database.exec('BEGIN IMMEDIATE'); // the thread waits for the end of this
  const asked = records.tail('A').catch((cause: unknown) => cause);
  await nextTurn();
  const last = nextEntry('A', 4, (JSON.parse(lines.at(-1)!) as { hash: string }).hash);
  expect(await records.append([last])).toEqual([0]);
  await kill(engine);
  database.exec('ROLLBACK');
  expect(await asked).toMatchObject(UNKNOWN);
  const again = openDatabase(folder, 'power');
  expect(inTables(again)).toEqual([...lines, last.line]);
  again.close();
});

test('while the tables do not take what the log has, nothing is read without it; later it is there', async () => {
  const { engine, database, put } = opened('process');
  const { records } = openStores(engine);
  const lines = await appended(records, 'A', 3);
  database.exec("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'disk full'); END");
  await expect(records.lines('A', ALL)).rejects.toBeInstanceOf(StoreError);
  await put(0);
  database.exec('DROP TRIGGER full');
  expect(await records.lines('A', ALL)).toEqual(lines);
  await put(1);
});

test('when the log has much, the tables get it although nothing asks', async () => {
  const { engine, database } = opened('process');
  const { records } = openStores(engine);
  const lines = await appended(records, 'A', 199);
  await pause(50);
  expect(inTables(database)).toEqual(['{}']);
  const { hash } = JSON.parse(lines.at(-1) ?? '') as { readonly hash: string };
  await records.append([nextEntry('A', 200, hash)]);
  await expect.poll(() => inTables(database).length).toBe(201);
});

test('a clock of which only the log knows is told', async () => {
  const { engine } = opened('process');
  const { records, processes } = openStores(engine);
  await appended(records, 'A', 1);
  const now = 1e12;
  const day = 24 * 60 * 60 * 1000;
  const ask = () => processes.hasClocks(now);
  const last = nextEntry('A', 2, (await records.tail('A'))?.hash ?? '');
  const index = (status: 'running' | 'open', wakeAt: number) =>
    ({ status, visibility: 'public', game: 'x', createdAt: 1, wakeAt, summary: '{}' }) as const;
  expect(await records.append([{ ...last, index: index('open', now) }])).toEqual([0]);
  expect(await ask()).toBe(false);
  const next = nextEntry('A', 3, last.hash);
  expect(await records.append([{ ...next, index: index('running', now + day + 1) }])).toEqual([0]);
  expect(await ask()).toBe(false);
  const clock = nextEntry('A', 4, next.hash);
  expect(await records.append([{ ...clock, index: index('running', now + day) }])).toEqual([0]);
  expect(await ask()).toBe(true);
  await records.tail('A');
  expect(await ask()).toBe(true);
  const paused = nextEntry('A', 5, clock.hash);
  expect(await records.append([{ ...paused, index: index('running', 0) }])).toEqual([0]);
  expect(await ask()).toBe(false);
});

test('what is due, and that a match ended, the log tells before the tables have it', async () => {
  const { engine, database } = opened('process');
  const { records, ratings } = openStores(engine);
  const index = (status: 'running' | 'ended', wakeAt?: number) =>
    ({ status, visibility: 'public', game: 'x', createdAt: 1, summary: '{}', ...(wakeAt && { wakeAt }) }) as const;
  const due = (now: number, limit = 9) => records.due(now, limit, 'one');
  for (const [match, wakeAt] of Object.entries({ A: 20, B: 30, C: 40, D: 50 }))
    await records.append([{ ...firstEntry(match), index: index('running', wakeAt) }]);
  for (const [match, wakeAt] of Object.entries({ A: 35, B: 60, D: 10 })) {
    const next = nextEntry(match, 1, firstEntry(match).hash);
    expect(await records.append([{ ...next, index: index('running', wakeAt) }])).toEqual([0]);
  }
  expect(await due(45)).toEqual(['D', 'A', 'C']);
  expect([await due(45, 2), await due(60), await due(9)]).toEqual([['D', 'A'], ['D', 'A', 'C', 'B'], []]);
  expect(await ratings.isBehind()).toBe(false);
  const last = nextEntry('A', 2, nextEntry('A', 1, firstEntry('A').hash).hash);
  expect(await records.append([{ ...last, index: index('ended') }])).toEqual([0]);
  expect([await ratings.isBehind(), await due(45)]).toEqual([true, ['D', 'C']]);
  expect(inTables(database).length).toBe(4);
  await records.tail('A');
  expect([await ratings.isBehind(), await due(45)]).toEqual([true, ['D', 'C']]);
});

test('a log that is full is written to the tables, and no append is lost or comes twice', async () => {
  const { engine, database } = opened('process');
  const lines = await appended(openStores(engine).records, 'A', 3000);
  expect(inTables(database).length).toBeGreaterThan(1000);
  await engine.close();
  expect(inTables(database)).toEqual(lines);
});

test('a sync that fails in the thread of the server ends all writing, and not within the call', async () => {
  const { engine, put, deaths } = opened();
  const { records } = openStores(engine);
  await records.append([firstEntry('A')]);
  beQuick(engine);
  const files = Reflect.get(engine, 'files') as FileSyncs;
  files.syncHere = () => {
    throw new StoreError('the disk failed to sync');
  };
  const asked = records.append([nextEntry('A', 1, 'h')]);
  expect(deaths).toEqual([]);
  await expect(asked).rejects.toMatchObject(UNKNOWN);
  expect(deaths).toMatchObject([{ message: 'the disk failed to sync' }]);
  await expect(put(1)).rejects.toBeInstanceOf(StoreError);
});

// A disk that is fast, and not quick.

test('nothing that the disk may lose is answered or read', async () => {
  const { engine, database, put, kept } = opened();
  const { records } = openStores(engine);
  await records.append([firstEntry('A')]);
  const syncs = beFast(engine);
  const told: string[] = [];
  const note = (what: string) => () => void told.push(what);
  const entry = nextEntry('A', 1, firstEntry('A').hash);
  const asked: Promise<unknown>[] = [
    records.append([entry]).then(note('written')),
    records.lines('A', ALL).then((lines) => told.push(`read ${lines.length}`)),
    put(1).then(note('put')),
  ];
  await pause(50);
  expect([told, inTables(database), kept(), syncs.length]).toEqual([[], ['{}'], 0, 1]);
  asked.push(put(2).then(note('put again')));
  await nextTurn();
  syncs[0]?.();
  await Promise.all(asked);
  expect(told).toEqual(['written', 'read 2', 'put', 'put again']);
  expect(inTables(database)).toEqual(['{}', entry.line]);
});

test('closing waits until the disk has the log', async () => {
  const { engine, folder } = opened();
  const { records } = openStores(engine);
  await records.append([firstEntry('A')]);
  const syncs = beFast(engine);
  const entry = nextEntry('A', 1, firstEntry('A').hash);
  const asked = records.append([entry]);
  const closed = engine.close();
  await pause(50);
  expect(await Promise.race([closed, 'open'])).toBe('open');
  syncs[0]?.();
  expect(await asked).toEqual([0]);
  await closed;
  const again = openDatabase(folder, 'power');
  expect(inTables(again)).toEqual(['{}', entry.line]);
  again.close();
});

test('a sync in the pool of threads that fails ends all writing, and what waited has an unknown outcome', async () => {
  const { engine, put, deaths } = opened();
  const { records } = openStores(engine);
  await records.append([firstEntry('A')]);
  const syncs = beFast(engine);
  // The read cannot go before the log, so the write beside it waits, too. Alone, it might be answered first.
  const asked = [records.append([nextEntry('A', 1, firstEntry('A').hash)]), records.lines('A', ALL), put(1)];
  const refused = asked.map((one) => expect(one).rejects.toMatchObject(UNKNOWN));
  await nextTurn();
  syncs[0]?.(new StoreError('the disk failed to sync'));
  await Promise.all(refused);
  expect(deaths).toMatchObject([{ message: 'the disk failed to sync' }]);
  await expect(put(2)).rejects.toBeInstanceOf(StoreError);
});

test('a thread that cannot open its file rejects what waits, and tells why', async () => {
  const engine = new OwnThread({ path: join(temporaryFolder(), 'no such folder', 'x.sqlite'), isSynced: true });
  const deaths: Error[] = [];
  engine.onDeath = (cause) => deaths.push(cause);
  const { keyRing } = openStores(engine);
  await expect(keyRing.put('k', 'v')).rejects.toMatchObject({ ...UNKNOWN, cause: { code: 'ERR_SQLITE_ERROR' } });
  expect(deaths).toMatchObject([{ message: expect.stringContaining('unable to open') }]);
  await engine.close();
});

test('closing finishes what was asked before, for each who closes, and is not a death', async () => {
  const { engine, put, kept, deaths } = opened();
  let answered = 0;
  for (const n of several(50)) void put(n).then(() => answered++);
  await Promise.all([engine.close(), engine.close().then(() => expect(answered).toBe(50))]);
  expect([kept(), answered, deaths]).toEqual([50, 50, []]);
  await expect(put(51)).rejects.toBeInstanceOf(StoreError);
  await engine.close();
});

test('what is asked while it closes is answered one way or the other', async () => {
  const { engine, put, kept } = opened();
  await put(0);
  const closed = engine.close();
  const late = await put(1).then(
    () => 2,
    () => 1,
  );
  await closed;
  expect(kept()).toBe(late);
});

/** Prints the libraries of what it loads. */
const LOADED = `import { registerHooks } from 'node:module';
  registerHooks({ load: (url, ...more) => { if (url.includes('/node_modules/')) console.log(url); return more.at(-1)(url, more[0]); } });
  await import(process.argv[1]);`;

test('the thread loads no library, which would take memory and time in each server', () => {
  const thread = new URL('./sqliteThread.ts', import.meta.url).href;
  const words = ['--input-type=module', '--eval', LOADED, thread];
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('');
});
