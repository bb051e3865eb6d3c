/**
 * Marks matches that go on from a backup. Every copy of the data has a mark for each unfinished match. The mark stays
 * until the match's record has an entry that says it was restored.
 */
import type { DatabaseSync } from 'node:sqlite';

export const RESTORES = `
  CREATE TABLE IF NOT EXISTS restores (n INTEGER PRIMARY KEY, match TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS restores_by_match ON restores (match);`;

/** The key of a copy that no server has opened yet. A copy of such a copy needs no further marks. */
const UNOPENED = 'unopened-copy';

/** Adds the marks to a fresh copy. A backup has them from the start, so they are there however it is put back. */
export function markCopy(database: DatabaseSync): void {
  database.exec(RESTORES);
  if (database.prepare('SELECT 1 FROM keys WHERE name = ?').get(UNOPENED) !== undefined) return;
  database.prepare("INSERT INTO keys VALUES (?, '1')").run(UNOPENED);
  database.exec("INSERT INTO restores (match) SELECT match FROM matches WHERE status <> 'ended';");
}

/** A server opened the data: its matches may go on from here. */
export const FORGET_COPY = `DELETE FROM keys WHERE name = '${UNOPENED}'`;

export function noteOpened(database: DatabaseSync): void {
  database.exec(FORGET_COPY);
}
