/** A database file that receives a copy. A file that is not complete is deleted, so it is synced only at its end. */
import { closeSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openFresh } from '../data-folder/connect.ts';

/** Leaves no file if it fails. */
export function newFile(path: string): DatabaseSync {
  dropFile(path);
  try {
    closeSync(openSync(path, 'wx', 0o600)); // it holds the keys of the server
    const database = openFresh(path);
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN IMMEDIATE;');
    return database;
  } catch (error) {
    dropFile(path);
    throw error;
  }
}

export function dropFile(path: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true });
}
