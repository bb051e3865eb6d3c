/** The file of a server: made, migrated, or left alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NO_HASH } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../store.fixture.ts';
import { AppendLog, appendsIn, type Entry, fileOf } from './appendLog.ts';
import { backUp, damageIn, restore } from './backup.ts';
import { FORMAT } from './connect.ts';
import { databaseIn, isOpenToOthers, openDatabase } from './database.ts';
import { newestIn, OtherVersion } from './dataMarks.ts';
import { ownFolder, putMark } from './safeFolder.ts';

const OTHER_USER = 65534;
const FORMAT_1 = readFileSync(new URL('./format1.fixture.sql', import.meta.url), 'utf8');

/** A file of format 1, with `more` SQL run on it. */
function oldFile(more = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const old = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  old.exec(FORMAT_1);
  old.exec(`
    INSERT INTO people VALUES ('p-ANA', 'Ana', 1000), ('p-BEN', 'Ben', 2000);
    INSERT INTO entries VALUES
      ('M1', 0, 'one', 'h0', '{"kind":"created","host":"p-ANA"}'),
      ('M1', 1, 'one', 'h1', '{"kind":"seated","by":"player","player":"p-BEN"}'),
      ('M1', 2, 'one', 'h2', '{"kind":"seated","by":"bot","bot":"greedy"}'),
      ('M1', 3, 'one', 'h3', '{"kind":"move","move":"\\"kind\\":\\"seated\\""}'),
      ('M2', 0, 'one', 'h0', '{"kind":"created","ho');
    ${more}`);
  old.close();
  return folder;
}

const all = (database: DatabaseSync, sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));

test('what is deleted is not in the file any more', () => {
  const folder = temporaryFolder();
  const database = openDatabase(folder, 'power');
  const secret = 'Xochiquetzalli'.repeat(500);
  database.prepare("INSERT INTO keys (name, value) VALUES ('long', ?), ('short', 'Itzcoatl-1427')").run(secret);
  database.exec("DELETE FROM keys WHERE name IN ('long', 'short')");
  database.close();
  const bytes = readFileSync(databaseIn(folder), 'latin1');
  expect(['Xochiquetzalli', 'Itzcoatl-1427'].filter((text) => bytes.includes(text))).toEqual([]);
});

test('format 1 is migrated: everybody keeps one session, and finds their matches', () => {
  const began = Date.now();
  const database = openDatabase(oldFile(), 'power');
  expect(all(database, 'SELECT session, player, label, created_at FROM sessions ORDER BY player')).toEqual([
    ['p-ANA', 'p-ANA', 'earlier devices', 1000],
    ['p-BEN', 'p-BEN', 'earlier devices', 2000],
  ]);
  expect(all(database, 'SELECT min(last_used_at) FROM sessions')[0]![0]).toBeGreaterThanOrEqual(began);
  expect(all(database, 'SELECT player, match FROM participants ORDER BY player')).toEqual([
    ['p-ANA', 'M1'],
    ['p-BEN', 'M1'],
  ]);
  expect(all(database, 'SELECT count(*) FROM entries')).toEqual([[5]]);
  database.close();
});

test('data says when it last came from a backup, also after more starts and in a backup of its own', async () => {
  const [folder, file] = [temporaryFolder(), join(temporaryFolder(), 'copy.sqlite')];
  const restoredAt = () => {
    const database = openDatabase(folder, 'power');
    const [found] = all(database, "SELECT value FROM keys WHERE name = 'restored-at'");
    database.close();
    return found && Number(found[0]);
  };
  expect(restoredAt()).toBeUndefined();
  await backUp({ folder, file, force: false });
  expect(restoredAt()).toBeUndefined();
  const began = Date.now();
  await restore({ folder, file, force: true });
  const first = restoredAt();
  expect(first).toBeGreaterThanOrEqual(began);
  expect(restoredAt()).toBe(first);
  await backUp({ folder, file, force: true });
  await restore({ folder, file, force: true });
  expect(restoredAt()).toBeGreaterThan(first!);
});

test('matches of before are found by when they were made, and in the order in which they ended', () => {
  const folder = oldFile(`
    INSERT INTO matches VALUES ('M1', 'ended', 'public', 'x', 700, NULL, '{}', 's', NULL),
      ('M2', 'ended', 'public', 'x', 500, NULL, '{}', 's', NULL), ('M3', 'running', 'public', 'x', 9, NULL, '{}', 's', NULL);
    INSERT INTO entries VALUES ('M1', 4, 'one', 'h4', '{"at":900}'), ('M2', 1, 'one', 'h1', '{"at":800}');`);
  const database = openDatabase(folder, 'power');
  expect(all(database, 'SELECT n, match FROM endings ORDER BY n')).toEqual([
    [1, 'M2'],
    [2, 'M1'],
  ]);
  expect(all(database, 'SELECT DISTINCT created_at FROM participants')).toEqual([[700]]);
  expect(all(database, 'SELECT n FROM numbered_up_to')).toEqual([[2]]);
  database.close();
});

test('no other user of the machine may read what lies in the folder, also if the host made it open to all', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const modes = () =>
    readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]);
  const release = ownFolder(folder);
  const database = openDatabase(folder, 'power');
  database.exec("INSERT INTO keys VALUES ('k', 'v')");
  const files = ['flower-war.sqlite', 'flower-war.sqlite-shm', 'flower-war.sqlite-wal'];
  expect(modes()).toEqual(expect.arrayContaining([...files, 'in-use.sqlite'].map((file) => [file, '600'])));
  expect(new Set(modes().map(([, mode]) => mode))).toEqual(new Set(['600']));
  database.close();
  chmodSync(join(folder, 'flower-war.sqlite'), 0o644);
  openDatabase(folder, 'power').close();
  putMark(folder, { at: 1, durability: 'power', hasLog: false });
  release();
  expect(isOpenToOthers(folder)).toBe(true);
  chmodSync(folder, 0o700);
  expect(isOpenToOthers(folder)).toBe(false);
  expect(new Set(modes().map(([, mode]) => mode))).toEqual(new Set(['600']));
});

test('it is done once', () => {
  const folder = oldFile();
  const first = openDatabase(folder, 'power');
  first.exec('DELETE FROM sessions');
  first.close();
  const again = openDatabase(folder, 'power');
  expect(all(again, 'SELECT count(*) FROM sessions')).toEqual([[0]]);
  expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: FORMAT });
  again.close();
});

test('a migration that fails leaves the file as it was', () => {
  const folder = oldFile('CREATE TABLE sessions (something_else TEXT);');
  expect(() => openDatabase(folder, 'power')).toThrow();
  const left = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(all(left, "SELECT count(*) FROM sqlite_master WHERE name = 'participants'")).toEqual([[0]]);
  left.close();
});

test('complaint 11, an upgrade cannot be taken back: a newer version first makes a backup, as the older one wrote it', async () => {
  const folder = oldFile();
  let backup = '';
  openDatabase(folder, 'power', (file) => {
    backup = file;
  }).close();
  expect(backup).toBe(join(folder, 'flower-war.format-1.sqlite'));
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const old = new DatabaseSync(backup);
  expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(all(old, 'SELECT count(*) FROM entries')).toEqual([[5]]);
  expect(all(old, "SELECT count(*) FROM sqlite_master WHERE name = 'participants'")).toEqual([[0]]);
  old.close();
  const none: string[] = [];
  openDatabase(folder, 'power', (file) => none.push(file)).close();
  openDatabase(temporaryFolder(), 'power', (file) => none.push(file)).close();
  expect(none).toEqual([]);
});

test('a start that is cut between its backup and its change makes the backup again', () => {
  const folder = oldFile('CREATE TABLE sessions (something_else TEXT);');
  const backups: string[] = [];
  for (const _ of [1, 2]) expect(() => openDatabase(folder, 'power', (file) => backups.push(file))).toThrow();
  const old = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  old.exec('DROP TABLE sessions');
  old.close();
  openDatabase(folder, 'power', (file) => backups.push(file)).close();
  expect(new Set(backups)).toEqual(new Set([join(folder, 'flower-war.format-1.sqlite')]));
  expect(readdirSync(folder).filter((file) => file.includes('format'))).toEqual(['flower-war.format-1.sqlite']);
});

test('without room for its backup a newer version changes nothing', () => {
  const folder = oldFile();
  mkdirSync(join(folder, 'flower-war.format-1.sqlite'));
  expect(() => openDatabase(folder, 'power')).toThrow(OtherVersion);
  expect(() => openDatabase(folder, 'power')).toThrow(/which failed: .*Nothing was changed: make room/);
  const left = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  left.close();
  expect(readdirSync(folder).filter((file) => file.includes('unfinished'))).toEqual([]);
});

test('what an older server left in the log of appends is in the backup, and comes back by a restore', async () => {
  const { folder, follow } = withOneEntry();
  leaveInLog(folder, 'A', follow);
  const older = new DatabaseSync(databaseIn(folder));
  older.exec(
    `DROP INDEX rated_by_account; DROP INDEX reports_by_standing; ALTER TABLE rated DROP COLUMN accounted; ALTER TABLE reports DROP COLUMN settled; PRAGMA user_version = ${FORMAT - 1}`,
  );
  older.close();
  let file = '';
  openDatabase(folder, 'power', (made) => {
    file = made;
  }).close();
  const restored = temporaryFolder();
  await restore({ folder: restored, file, force: false });
  const database = openDatabase(restored, 'power');
  expect(all(database, SEQS)).toEqual([['0 1 2 3']]);
  database.close();
});

test('data says which version wrote it: the newest that opened it', () => {
  const folder = temporaryFolder();
  const version = (path = databaseIn(folder)) => {
    const database = new DatabaseSync(path);
    const found = newestIn(database);
    database.close();
    return found;
  };
  openDatabase(folder, 'power').close();
  const own = version();
  expect(own).toMatch(/^\d+\.\d+\.\d+/);
  for (const [before, after] of [
    ['0.0.9', own],
    ['10.0.0', '10.0.0'],
  ]) {
    const database = new DatabaseSync(databaseIn(folder));
    database.prepare("UPDATE keys SET value = ? WHERE name = 'newest-version'").run(before ?? '');
    database.close();
    openDatabase(folder, 'power').close();
    expect(version()).toBe(after);
  }
  const database = new DatabaseSync(databaseIn(folder));
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => openDatabase(folder, 'power')).toThrow(
    /was written by version 10\.0\.0 \(format 99\)\. This is .* start the newer version, or bring back the backup/,
  );
});

test('new data has small pages, and data of before keeps its own', () => {
  const pages = (database: DatabaseSync) => all(database, 'PRAGMA page_size');
  const made = openDatabase(mkdtempSync(join(tmpdir(), 'database-')), 'power');
  expect(pages(made)).toEqual([[2048]]);
  made.close();
  const kept = openDatabase(oldFile(), 'power');
  expect(pages(kept)).toEqual([[4096]]);
  kept.close();
});

/** The line with this number, as it follows the hash of the line before. */
function lineAfter(before: string, seq: number) {
  const text = `{"seq":${seq}`;
  const hash = createHash('sha256')
    .update(before + text)
    .digest('hex');
  return { hash, line: `${text},"hash":"${hash}"}` };
}

/** A folder whose tables end at the first entry of A, and the entries that follow it. */
function withOneEntry() {
  const folder = temporaryFolder();
  const database = openDatabase(folder, 'power');
  const head = lineAfter(NO_HASH, 0);
  database.exec(`INSERT INTO matches VALUES ('A', 'running', 'public', 'x', 1, 5, '{}', 's', NULL);
    INSERT INTO entries VALUES ('A', 0, 'one', '${head.hash}', '${head.line}');`);
  database.close();
  const follow: Entry[] = [];
  for (let [seq, before] = [1, head.hash]; seq < 4; before = follow[seq++ - 1]!.hash)
    follow.push({ match: 'A', owner: 'one', claim: 1, expectedSeq: seq, ...lineAfter(before, seq) });
  return { folder, follow };
}

/** As a server leaves it that is killed before its tables have what it accepted. */
function leaveInLog(folder: string, match: string, left: readonly Entry[]): void {
  const log = new AppendLog({
    path: databaseIn(folder),
    speed: undefined,
    files: { syncHere: () => {}, sync: () => {} },
    now: () => 0,
  });
  for (const one of left) {
    log.learn([{ ...one, match, expectedSeq: one.expectedSeq - 1 }]);
    expect(log.add([{ ...one, match }])).toBe(true);
  }
  log.close();
}

const ENDED = { status: 'ended', visibility: 'public', game: 'x', createdAt: 1, summary: '{"n":2}' } as const;
const SEQS = "SELECT group_concat(seq, ' ') FROM (SELECT seq FROM entries WHERE match = 'A' ORDER BY seq)";

test('what a killed server left in the log of appends is written once, with the index', () => {
  const { folder, follow } = withOneEntry();
  leaveInLog(folder, 'A', [follow[0]!, follow[1]!, { ...follow[2]!, index: ENDED }]);
  for (const _ of [1, 2]) {
    const database = openDatabase(folder, 'power');
    expect(all(database, SEQS)).toEqual([['0 1 2 3']]);
    expect(all(database, 'SELECT status, summary, wake_at FROM matches')).toEqual([['ended', '{"n":2}', null]]);
    expect(all(database, 'SELECT match FROM unread_endings')).toEqual([['A']]);
    database.close();
    expect(appendsIn(databaseIn(folder))).toEqual([]);
  }
});

test.each<[string, (follow: readonly Entry[]) => readonly Entry[], string]>([
  ['the tables have already', (follow) => [{ ...follow[0]!, expectedSeq: 0 }, follow[0]!], '0 1'],
  ['leaves out an entry', (follow) => [follow[1]!, follow[2]!], '0'],
  ['follows another entry', (follow) => [{ ...follow[1]!, expectedSeq: 1 }, follow[2]!], '0'],
])('of the log of appends what %s is passed over', (_, left, seqs) => {
  const { folder, follow } = withOneEntry();
  leaveInLog(folder, 'A', left(follow));
  const database = openDatabase(folder, 'power');
  expect(all(database, SEQS)).toEqual([[seqs]]);
  database.close();
});

test('a match that was erased does not come back from the log of appends', () => {
  const { folder, follow } = withOneEntry();
  leaveInLog(folder, 'gone', follow);
  const database = openDatabase(folder, 'power');
  expect(all(database, 'SELECT DISTINCT match FROM entries')).toEqual([['A']]);
  database.close();
});

test('a copy of data that a server uses has what only the log of appends holds', async () => {
  const { folder, follow } = withOneEntry();
  leaveInLog(folder, 'A', follow);
  const file = join(temporaryFolder(), 'copy');
  await backUp({ folder, file, force: false });
  const copy = new DatabaseSync(file);
  expect(all(copy, SEQS)).toEqual([['0 1 2 3']]);
  copy.close();
  expect(appendsIn(databaseIn(folder))).toHaveLength(3);
});

test('data whose log of appends is gone is refused, and so it is after a restore that put it aside', async () => {
  const { folder, follow } = withOneEntry();
  leaveInLog(folder, 'A', follow);
  const file = join(temporaryFolder(), 'copy');
  await backUp({ folder, file, force: false });
  putMark(folder, { at: 0, durability: 'power', hasLog: true });
  const log = fileOf(databaseIn(folder), 'appends');
  renameSync(log, `${log}.away`);
  const lost = /no log of the newest moves.*\n.*flower-war.sqlite-log/;
  expect(() => openDatabase(folder, 'power')).toThrow(lost);
  await expect(backUp({ folder, file, force: true })).rejects.toThrow(lost);
  renameSync(`${log}.away`, log);
  const { kept } = await restore({ folder, file, force: true });
  expect(appendsIn(kept[0]!)).toHaveLength(3);
  expect(appendsIn(databaseIn(folder))).toEqual([]);
  openDatabase(folder, 'power').close();
});

test('data that ends before its server wrote last makes no backup, because that would look whole', async () => {
  const { folder } = withOneEntry();
  const file = join(temporaryFolder(), 'copy');
  putMark(folder, { at: 1_800_000_000_000, durability: 'power', hasLog: false });
  await expect(backUp({ folder, file, force: false })).rejects.toThrow(/A part is missing/);
  expect(existsSync(file)).toBe(false);
});

describe('a backup replaces no', () => {
  const refused = (folder: string, file: string) => expect(backUp({ folder, file, force: true })).rejects;

  test('file of the data folder, by whatever path', async () => {
    const { folder } = withOneEntry();
    const other = temporaryFolder();
    symlinkSync(folder, join(other, 'link'));
    symlinkSync(databaseIn(folder), join(other, 'database'));
    const before = readdirSync(folder);
    for (const file of [databaseIn(folder), join(folder, 'new'), join(other, 'link/new'), join(other, 'database')])
      await refused(folder, file).toThrow(/lies in the data folder .* Name a file in another folder/);
    expect(readdirSync(folder)).toEqual(before);
    expect(readdirSync(other).sort()).toEqual(['database', 'link']);
    openDatabase(folder, 'power').close();
  });

  test('folder, and nothing else that is not a file', async () => {
    const { folder } = withOneEntry();
    const other = temporaryFolder();
    mkdirSync(join(other, 'folder'));
    execFileSync('mkfifo', [join(other, 'pipe')]);
    for (const name of ['folder', 'pipe']) await refused(folder, join(other, name)).toThrow(/Name another file/);
    expect(readdirSync(other).sort()).toEqual(['folder', 'pipe']);
    expect(statSync(join(other, 'pipe')).isFIFO()).toBe(true);
  });

  test('file if it cannot be finished, and leaves no keys beside it', async () => {
    const { folder } = withOneEntry();
    const file = join(temporaryFolder(), 'copy');
    writeFileSync(file, 'an older backup');
    mkdirSync(join(folder, 'temples.txt'));
    await refused(folder, file).toThrow(`${file} cannot be finished: EISDIR`);
    expect(readdirSync(dirname(file))).toEqual(['copy']);
    expect(readFileSync(file, 'utf8')).toBe('an older backup');
  });
});

test('a restore from a folder names it, and makes no data folder', async () => {
  const [folder, file] = [join(temporaryFolder(), 'data'), temporaryFolder()];
  await expect(restore({ folder, file, force: false })).rejects.toThrow(
    `${file} is not a file. Name the backup itself.`,
  );
  expect(existsSync(folder)).toBe(false);
});

test('a damaged database is told with what to do, also to a tool', () => {
  const { folder } = withOneEntry();
  writeFileSync(databaseIn(folder), 'no database, and long enough to be seen as none '.repeat(20));
  const told = `The database in ${folder} is damaged (file is not a database).`;
  expect(() => openDatabase(folder, 'power')).toThrow(told);
});

test('a backup says what to do where SQLite may not write beside the data, as on a disk that is read-only', async () => {
  const { folder } = withOneEntry();
  for (const part of ['-wal', '-shm']) mkdirSync(`${databaseIn(folder)}${part}`);
  const copying = backUp({ folder, file: join(temporaryFolder(), 'copy'), force: false });
  await expect(copying).rejects.toThrow(/may not be written, .* copy the folder .* DATA_DIR/);
});

test('a backup by an older version than the data copies nothing, and says what to do', async () => {
  const { folder } = withOneEntry();
  change(
    databaseIn(folder),
    "PRAGMA user_version = 99; UPDATE keys SET value = '10.0.0' WHERE name = 'newest-version'",
  );
  const target = temporaryFolder();
  const backup = backUp({ folder, file: join(target, 'copy'), force: false });
  await expect(backup).rejects.toThrow(
    /^The data in .* by version 10\.0\.0 \(format 99\)\..* run the same command with the newer version\. A job .* each night/,
  );
  await expect(backup).rejects.toThrow(OtherVersion);
  expect(readdirSync(target)).toEqual([]);
});

test('a backup to a folder that is none blames the folder, not the data', async () => {
  const { folder } = withOneEntry();
  const file = join(temporaryFolder(), 'none/copy');
  const copying = backUp({ folder, file, force: false });
  const told = String(await copying.catch((error) => error));
  expect(told.replace(/\.[0-9a-f]{8}\.unfinished/, '')).toContain(
    `${file} cannot be written (ENOENT). Choose a folder that exists and that you may write to.`,
  );
});

test.each<[string, (file: string) => void, RegExp]>([
  ['a page is torn', tearPage, /malformed|Tree|page/],
  [
    'it is of no known format',
    (file) => change(file, 'PRAGMA user_version = 9999'),
    /written by version .* \(format 9999\)\..* restore it with the newer version\.$/,
  ],
  ['its data was moved', (file) => change(file, "INSERT INTO keys VALUES ('arriving', 'm')"), /did not finish/],
])('what a restore refuses counts as damage of the backup before: %s', async (_, damage, problem) => {
  const { folder } = withOneEntry();
  const file = join(temporaryFolder(), 'copy');
  await backUp({ folder, file, force: false });
  expect(await damageIn(file)).toBeUndefined();
  damage(file);
  const before = readFileSync(file);
  expect(await damageIn(file)).toMatch(problem);
  expect(readFileSync(file).equals(before)).toBe(true);
  await expect(restore({ folder: temporaryFolder(), file, force: false })).rejects.toThrow(problem);
});

function tearPage(file: string): void {
  const database = new DatabaseSync(file);
  const [found] = all(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'people'");
  database.close();
  const start = (Number(found?.[0]) - 1) * 2048;
  writeFileSync(file, readFileSync(file).fill(0xaa, start, start + 2048));
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test('data in a folder that this user may not enter is not taken for none', () => {
  const { folder } = withOneEntry();
  chmodSync(folder, 0);
  const code = `import { backUp } from ${JSON.stringify(new URL('./backup.ts', import.meta.url))};
    await backUp({ folder: ${JSON.stringify(folder)}, file: 'copy' }).catch((error) => console.log(error.message));`;
  const asUser = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { ...asUser, encoding: 'utf8' });
  chmodSync(folder, 0o700);
  expect(stdout).toBe(
    `This user may not look into the data folder ${folder} (EACCES). Run the command as the user of the server.\n`,
  );
});
