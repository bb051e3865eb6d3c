/** A database file that receives a copy. A file that is not complete is deleted, so it needs no journal of its own. */
import { closeSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openFresh } from '../data-folder/database.ts';

export function newFile(path: string): DatabaseSync {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true });
  closeSync(openSync(path, 'wx', 0o600)); // it holds the keys of the server
  const database = openFresh(path);
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN IMMEDIATE;');
  return database;
}
