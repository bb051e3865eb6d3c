/** Connections to SQLite. Imports as little as possible, because the thread of the database loads it too. */
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations.ts';
import { SCHEMA } from './schema.ts';

/** The current format. Every change of the tables adds a migration from the format before. */
export const FORMAT = MIGRATIONS.length;

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

/** A connection to data of any format. */
export function bare(path: string, isSynced: boolean): DatabaseSync {
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

/** Brings the data to the current format. */
export function migrate(database: DatabaseSync): void {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (found > FORMAT)
    throw new Error(
      `the data was written by a newer version (format ${found}, this one knows ${FORMAT}): update the server`,
    );
  database.exec(SCHEMA);
  for (const migration of MIGRATIONS.slice(found)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${FORMAT};`);
}
