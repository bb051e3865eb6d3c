/** The one SQLite file of a server: records, people, keys. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS matches (
    match TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL, game TEXT NOT NULL,
    created_at INTEGER NOT NULL, wake_at INTEGER, summary TEXT NOT NULL, secret TEXT NOT NULL, code TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS matches_by_status ON matches (visibility, status, created_at DESC);
  CREATE INDEX IF NOT EXISTS matches_by_wake ON matches (wake_at) WHERE wake_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS entries (
    match TEXT NOT NULL, seq INTEGER NOT NULL, owner TEXT NOT NULL, hash TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (match, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS outages (began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS people (player TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Raise it with every change of the tables, and migrate from the one before. */
const FORMAT = 1;

export type Durability = 'power' | 'process';

/** `power`: what was accepted survives power loss. `process`: it survives `kill -9` only, and costs no disk sync. */
export function openDatabase(folder: string | undefined, durability: Durability): DatabaseSync {
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, 'flower-war.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000;');
  database.exec(`PRAGMA synchronous = ${durability === 'power' ? 'FULL' : 'NORMAL'};`);
  checkFormat(database);
  database.exec(SCHEMA);
  return database;
}

function checkFormat(database: DatabaseSync): void {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (found > FORMAT)
    throw new Error(
      `the data was written by a newer version (format ${found}, this one knows ${FORMAT}): update the server`,
    );
  database.exec(`PRAGMA user_version = ${FORMAT};`);
}
