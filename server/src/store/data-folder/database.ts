/** The one SQLite file of a server: records, temples, players and their sessions, ratings, talk, notices and keys. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../base/config.ts';
import { refuseMissing, refuseOlder } from './aliveMark.ts';
import { MIGRATIONS } from './migrations.ts';
import { marksIn, refuseMarked } from './movedMark.ts';
import { noteOpened } from './restores.ts';
import { SCHEMA } from './schema.ts';

/** The current format. Every change of the tables adds a migration from the format before. */
export const FORMAT = MIGRATIONS.length;

export const DATABASE_FILE = 'flower-war.sqlite';

/** Where the database of this folder lies. */
export function databaseIn(folder: string): string {
  return join(folder, DATABASE_FILE);
}

/** Opens the data for the first time in this process: refuses what is not whole, and brings it to the current format. */
export function openDatabase(folder: string | undefined, durability: Config['DURABILITY']): DatabaseSync {
  if (folder === undefined) return connect(':memory:', false);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseMissing(folder, DATABASE_FILE);
  const database = bare(databaseIn(folder), durability === 'power');
  try {
    refuseMarked(marksIn(database), folder);
    refuseOlder(folder, database);
    inTransaction(database, () => {
      migrate(database);
      noteOpened(database);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A file that no server has opened: a copy, which is brought to the current format, or an empty one. */
export function openFresh(path: string): DatabaseSync {
  const database = bare(path, false);
  inTransaction(database, () => migrate(database));
  return database;
}

/**
 * A connection to data of the current format. `isSynced`: accepted writes survive power loss. Otherwise they survive only
 * `kill -9`, but cost no disk sync.
 */
export function connect(path: string, isSynced: boolean): DatabaseSync {
  const database = path === ':memory:' ? openFresh(path) : bare(path, isSynced);
  // SQLite keeps copies of pages until an operation is done. In a temporary file they cost as much as the writing itself.
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}

function bare(path: string, isSynced: boolean): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000;');
  database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'};`);
  return database;
}

/** Runs the work in a transaction, which is rolled back if the work throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    database.exec('COMMIT');
    return done;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function migrate(database: DatabaseSync): void {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (found > FORMAT)
    throw new Error(
      `the data was written by a newer version (format ${found}, this one knows ${FORMAT}): update the server`,
    );
  database.exec(SCHEMA);
  for (const migration of MIGRATIONS.slice(found)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${FORMAT};`);
}
