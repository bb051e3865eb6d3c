/** The one SQLite file of a server: records, temples, players and their sessions, ratings, talk, notices and keys. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashOf } from '@flower-war/protocol';
import { findMasterKey, masterKeyIn, newMasterKey } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import { appendsIn, type Entry, emptyLog, fileOf, writeLogged } from './appendLog.ts';
import { bare, COUNT_GONE, connect, inTransaction, migrate } from './connect.ts';
import {
  backUpOlder,
  formatIn,
  marksIn,
  NEWER,
  newestIn,
  noteOpening,
  noteVersion,
  refuseMarked,
  refuseNewer,
} from './dataMarks.ts';
import {
  damaged,
  inWords,
  lockIn,
  makePrivate,
  refuseForeign,
  refuseMissing,
  refuseOlder,
  refuseOtherFile,
  refuseWithoutLog,
  UnusableFolder,
} from './safeFolder.ts';

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
  try {
    return openFolder(folder, durability, onBackUp);
  } catch (error) {
    throw inWords(folder, error);
  }
}

function openFolder(
  folder: string,
  durability: Config['DURABILITY'],
  onBackUp: ((file: string) => void) | undefined,
): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseMissing(folder, DATABASE_FILE);
  refuseWithoutLog(folder, fileOf(databaseIn(folder), 'appends'));
  makePrivate(databaseIn(folder));
  const database = bare(databaseIn(folder), durability === 'power');
  try {
    const newest = refuseUnfit(folder, database);
    const file = backUpOlder(database, databaseIn(folder));
    if (file !== undefined) onBackUp?.(file);
    inTransaction(database, () => {
      migrate(database);
      database.exec(noteOpening(Date.now()));
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

/** Returns the newest version that opened the data. */
function refuseUnfit(folder: string, database: DatabaseSync, remedy?: string): string | undefined {
  refuseMarked(marksIn(database), folder);
  refuseOlder(folder, database);
  const newest = newestIn(database);
  refuseNewer({ place: folder, format: formatIn(database), newest }, remedy);
  return newest;
}

/** Refuses what a start would refuse, changes nothing and holds no lock: a server may use the data meanwhile. */
export async function refuseUnusable(folder: string): Promise<void> {
  try {
    refuseMissing(folder, DATABASE_FILE);
    for (const path of [lockIn(folder), databaseIn(folder)]) refuseForeign(path);
    refuseOtherFile(lockIn(folder));
    await findMasterKey(folder);
    if (isDataIn(folder)) refuseUnread(folder);
  } catch (cause) {
    throw inWords(folder, cause);
  }
}

function refuseUnread(folder: string): void {
  refuseWithoutLog(folder, fileOf(databaseIn(folder), 'appends'));
  reading(folder, (database) => {
    refuseUnfit(folder, database);
    const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (verdict !== 'ok') throw damaged(folder, new Error(verdict.replaceAll('\n', ' ')));
  });
}

/** Refuses data of which a part is missing, or which this version does not know. A server may use it meanwhile. */
export function refuseUncopied(folder: string): void {
  refuseWithoutLog(folder, fileOf(databaseIn(folder), 'appends'));
  reading(folder, (database) => void refuseUnfit(folder, database, NEWER.copy));
}

function reading(folder: string, look: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(databaseIn(folder), { readOnly: true, timeout: 2000 });
  try {
    look(database);
  } finally {
    database.close();
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

/** Data that this user may not see is not taken for none. */
export function isDataIn(folder: string): boolean {
  try {
    return statSync(databaseIn(folder), { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UnusableFolder(
      `This user may not look into the data folder ${folder} (${code}). Run the command as the user of the server.`,
      { cause },
    );
  }
}

/** Whether other users of this machine may see which files lie in the folder. */
export function isOpenToOthers(folder: string): boolean {
  return existsSync(folder) && (statSync(folder).mode & 0o077) !== 0;
}

// The master key of temples, in a file beside the database. Brokers and the makers of temples read the file, too.

/** Its name among the keys in the database. */
export const KEPT_KEY = 'temples';

/** The file has another key than the database. */
export class OtherTempleKey extends Error {}

/**
 * The one key of all processes on a database. The first process brings the key of its folder, or a new one; a folder without a
 * key gets that of the database. `keep` finds the key in the database, or keeps this one.
 */
export async function sharedTempleKey(folder: string, keep: (fresh: string) => Promise<string>): Promise<string> {
  const kept = await keep((await findMasterKey(folder)) ?? newMasterKey());
  refuseOtherKey(folder, await masterKeyIn(folder, kept), kept);
  return kept;
}

export function refuseOtherKey(folder: string, found: string, kept: string): void {
  if (found === kept) return;
  throw new OtherTempleKey(
    `The key of temples in ${folder} is another one than in the database. A temple knows only the one that it was made with. Move the file temples.key away, or choose another DATA_DIR.`,
  );
}
