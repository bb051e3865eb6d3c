/** Marks data that was moved to another place, and data that is on its way. No server opens either. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { RESTORES } from './connect.ts';

/** Their names among the keys in the database. */
export const MOVED = 'moved';

export const ARRIVING = 'arriving';
const movedMark = z.object({ move: z.string(), to: z.string(), at: z.number() });

/** Names one move, in the data that left and in the data that came. */
export type MovedMark = z.infer<typeof movedMark>;

/** The data went elsewhere, or has not come as a whole. */
export class DataMoved extends Error {}

interface KeyRow {
  readonly name: string;
  readonly value: string;
}

export const FIND_MARKS = `SELECT name, value FROM keys WHERE name IN ('${MOVED}', '${ARRIVING}')`;

export function markIn(rows: readonly KeyRow[]): MovedMark | undefined {
  const value = rows.find(({ name }) => name === MOVED)?.value;
  return value === undefined ? undefined : movedMark.parse(JSON.parse(value));
}

export function refuseMarked(rows: readonly KeyRow[], place: string): void {
  const mark = markIn(rows);
  if (mark !== undefined) throw goneTo(mark, place);
  if (rows.length > 0)
    throw new DataMoved(
      `The data in ${place} came by npm run do -- move-store, which did not finish. Run the same command again, or empty this database.`,
    );
}

function goneTo({ to, at }: MovedMark, place: string): DataMoved {
  return new DataMoved(
    `The data of ${place} was moved to ${to} at ${new Date(at).toISOString()}. Use that; what is here is old.`,
  );
}

/** Marks in SQLite. Data of an older version may have no keys. */
export function marksIn(database: DatabaseSync): readonly KeyRow[] {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'keys'").get();
  return table === undefined ? [] : (database.prepare(FIND_MARKS).all() as unknown as KeyRow[]);
}

/** Servers that do not know the mark take this format for a newer one, and refuse it too. */
const FORMAT_OF_MOVED = 1_000_000;

/** Run in a transaction. */
export function putMovedMark(database: DatabaseSync, mark: MovedMark): void {
  database.prepare('INSERT INTO keys (name, value) VALUES (?, ?)').run(MOVED, JSON.stringify(mark));
  database.exec(`PRAGMA user_version = ${FORMAT_OF_MOVED};`);
}

// Marks matches that go on from a backup. Every copy of the data has a mark for each unfinished match. The mark stays until the match's
// record has an entry that says it was restored.

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
