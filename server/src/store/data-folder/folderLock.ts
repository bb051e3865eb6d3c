/** A lock on a data folder, for one server or one restore at a time. It ends with its process, however that ends. */
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another program holds the lock. */
export class DataInUse extends Error {}

/**
 * Locks the folder. Returns the function that releases it. Node cannot take a lock of the operating system that dies
 * with its process, but SQLite can. A file with a process id could outlive its process and lock out the next one.
 */
export function ownFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, 'in-use.sqlite');
  makePrivate(lock);
  const held = new DatabaseSync(lock);
  try {
    held.exec('BEGIN EXCLUSIVE;');
  } catch (cause) {
    held.close();
    if (!isHeld(cause)) throw cause;
    throw new DataInUse(
      `A server is using the data in ${folder}, or npm run do -- restore is replacing it. Stop it first, or choose another DATA_DIR: each server needs a folder of its own.`,
      { cause },
    );
  }
  return () => held.close();
}

/** SQLITE_BUSY: another process holds the lock. */
function isHeld(cause: unknown): boolean {
  return (cause as { errcode?: number }).errcode === 5;
}

// Files that are private, and whole also after a power cut.

/**
 * No other user of this machine may read the file, also in a folder that the host made: it holds the keys of the server. SQLite gives the files
 * beside it the same mode.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-log`]) if (existsSync(file)) chmodSync(file, 0o600);
}

/** Syncs the file to the disk before it gets its final name. */
export function putInPlace(unfinished: string, file: string): void {
  sync(unfinished);
  renameSync(unfinished, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
