/** The file of a server: made, migrated, or left alone. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store.fixture.ts';
import { putMark } from './aliveMark.ts';
import { FORMAT } from './connect.ts';
import { isOpenToOthers, openDatabase } from './database.ts';
import { ownFolder } from './folderLock.ts';

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
  putMark(folder, 1, 'power');
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

test('new data has small pages, and data of before keeps its own', () => {
  const pages = (database: DatabaseSync) => all(database, 'PRAGMA page_size');
  const made = openDatabase(mkdtempSync(join(tmpdir(), 'database-')), 'power');
  expect(pages(made)).toEqual([[2048]]);
  made.close();
  const kept = openDatabase(oldFile(), 'power');
  expect(pages(kept)).toEqual([[4096]]);
  kept.close();
});
