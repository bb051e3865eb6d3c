/** The one SQLite file of a server: records, temples, players and their sessions, ratings, talk, notices and keys. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../base/config.ts';
import { refuseMissing, refuseOlder } from './aliveMark.ts';
import { bare, connect, inTransaction, migrate } from './connect.ts';
import { marksIn, refuseMarked } from './movedMark.ts';
import { noteOpened } from './restores.ts';

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
