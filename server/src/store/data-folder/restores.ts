/**
 * Which matches go on from a backup. Every copy that is made of the data has a mark for each match that was not over, until
 * the record of the match says so itself, however much later that is.
 */
import type { DatabaseSync } from 'node:sqlite';

export const RESTORES = `
  CREATE TABLE IF NOT EXISTS restores (n INTEGER PRIMARY KEY, match TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS restores_by_match ON restores (match);`;

/** A copy that no server has opened yet: a copy of it goes on from the same moment. */
const UNOPENED = 'unopened-copy';

/** A backup has its marks already, so a restore of it adds none; and whoever puts a backup in place by hand has them too. */
export function markCopy(database: DatabaseSync): void {
  database.exec(RESTORES);
  if (database.prepare('SELECT 1 FROM keys WHERE name = ?').get(UNOPENED) !== undefined) return;
  database.prepare("INSERT INTO keys VALUES (?, '1')").run(UNOPENED);
  database.exec("INSERT INTO restores (match) SELECT match FROM matches WHERE status <> 'ended';");
}

/** From now on people may play on it. */
export function noteOpened(database: DatabaseSync): void {
  database.prepare('DELETE FROM keys WHERE name = ?').run(UNOPENED);
}
