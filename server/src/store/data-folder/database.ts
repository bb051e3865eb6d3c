/** The one SQLite file of a server: records, temples, players and their sessions, ratings, talk, notices and keys. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { hashOf } from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import { refuseMissing, refuseOlder, refuseWithoutLog } from './aliveMark.ts';
import { appendsIn, type Entry, emptyLog, fileOf, writeLogged } from './appendLog.ts';
import { bare, connect, inTransaction, migrate } from './connect.ts';
import { makePrivate } from './folderLock.ts';
import { COUNT_GONE } from './migrations.ts';
import { marksIn, noteOpened, refuseMarked } from './movedMark.ts';
import { backUpOlder, formatIn, newestIn, noteVersion, refuseNewer } from './otherVersion.ts';

export const DATABASE_FILE = 'flower-war.sqlite';

/** Where the database of this folder lies. */
export function databaseIn(folder: string): string {
  return join(folder, DATABASE_FILE);
}

/**
 * Opens the data for the first time in this process: refuses what is not whole, and brings it to the current format. Calls `onBackUp` with the
 * backup of older data.
 */
export function openDatabase(
  folder: string | undefined,
  durability: Config['DURABILITY'],
  onBackUp?: (file: string) => void,
): DatabaseSync {
  if (folder === undefined) return connect(':memory:', false);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseMissing(folder, DATABASE_FILE);
  refuseWithoutLog(folder, fileOf(databaseIn(folder), 'appends'));
  makePrivate(databaseIn(folder));
  const database = bare(databaseIn(folder), durability === 'power');
  try {
    refuseMarked(marksIn(database), folder);
    refuseOlder(folder, database);
    const newest = newestIn(database);
    refuseNewer({ place: folder, format: formatIn(database), newest });
    const file = backUpOlder(database, databaseIn(folder));
    if (file !== undefined) onBackUp?.(file);
    inTransaction(database, () => {
      migrate(database);
      noteOpened(database);
      database.exec(noteVersion(newest));
      database.exec(COUNT_GONE);
    });
    finishLog(databaseIn(folder), database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Writes to the tables what a server that ended did not write any more. */
function finishLog(path: string, database: DatabaseSync): void {
  const left = appendsIn(path);
  if (left.length === 0) return;
  writeLeft(database, left);
  emptyLog(path);
}

/** Only what goes on exactly where a record ends. */
export function writeLeft(database: DatabaseSync, left: readonly Entry[]): void {
  inTransaction(database, () => writeLogged(database, left, (last, { line, hash }) => hashOf(last, line) === hash));
}

/** Whether other users of this machine may see which files lie in the folder. */
export function isOpenToOthers(folder: string): boolean {
  return existsSync(folder) && (statSync(folder).mode & 0o077) !== 0;
}
