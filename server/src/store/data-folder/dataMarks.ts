/**
 * What data says of itself: that it was moved to another place or is on its way, that it is a copy, and which version wrote it. A server
 * opens none that is elsewhere by now, or that it does not know.
 */
import { closeSync, copyFileSync, existsSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { appendsIn, fileOf } from './appendLog.ts';
import { FORMAT, RESTORES } from './connect.ts';
import { putInPlace } from './safeFolder.ts';

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

/** The key that tells when a server first opened data that came from a backup, or that is new. */
export const RESTORED_AT = 'restored-at';

/** The server may have told other hosts something else since the backup: all of it is told anew. */
const TOLD_SINCE = `
    UPDATE abroad SET told = 'unsure' WHERE told <> 'deleted' AND EXISTS (SELECT 1 FROM keys WHERE name = '${UNOPENED}');`;

/** A server opened the data: its matches may go on from here. */
export function noteOpening(now: number): string {
  return `${TOLD_SINCE}
    INSERT INTO keys (name, value) SELECT '${RESTORED_AT}', '${now}' FROM keys WHERE name = '${UNOPENED}'
      ON CONFLICT (name) DO UPDATE SET value = excluded.value;
    DELETE FROM keys WHERE name = '${UNOPENED}';`;
}

// Data that another version wrote: an older one leaves it alone, and a newer one makes a backup of its own before it changes it.

/** The message tells the operator which version the data needs, or what keeps this one from changing it. */
export class OtherVersion extends Error {}

/** Of the format that the data had, before this version changes it. */
export const backupBefore = (folder: string, format: number) => join(folder, `flower-war.format-${format}.sqlite`);

/** The newest version that has opened the data, as SQLite and PostgreSQL keep it. */
export const FIND_NEWEST = "SELECT value FROM keys WHERE name = 'newest-version'";

/** What notes this version, unless a newer one has opened the data. */
export function noteVersion(found: string | undefined): string {
  const newest = found !== undefined && found.localeCompare(manifest.version, 'en', { numeric: true }) > 0;
  return newest
    ? ''
    : `INSERT INTO keys (name, value) VALUES ('newest-version', '${manifest.version}')
       ON CONFLICT (name) DO UPDATE SET value = excluded.value;`;
}

interface Found {
  readonly place: string;
  readonly format: number;
  readonly newest: string | undefined;
}

/** What helps with data of a newer version: to start a server, to copy the data, to restore it, and to put other data in its place. */
export const NEWER = {
  start:
    'start the newer version, or bring back the backup that it made before it changed the data: npm run do -- restore FILE --force.',
  copy: 'run the same command with the newer version. A job that makes a backup each night needs the newer version, too.',
  restore: 'restore it with the newer version.',
  fill: 'leave the data to the newer version, and name an empty database.',
} as const;

export function refuseNewer({ place, format, newest }: Found, remedy: string = NEWER.start): void {
  if (format <= FORMAT) return;
  throw new OtherVersion(
    `The data in ${place} was written by ${newest === undefined ? 'a newer version' : `version ${newest}`} (format ${format}). This is ${manifest.version}, which knows formats up to ${FORMAT}: ${remedy}`,
  );
}

export function notBackedUp(place: string, cause: unknown): OtherVersion {
  return new OtherVersion(
    `The data in ${place} was written by an older version. This one brings it up to date after a backup of its own, which failed: ${(cause as Error).message}. Nothing was changed: make room, and start again.`,
    { cause },
  );
}

// In a data folder.

export function formatIn(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Data of an older version may have no keys. */
export function newestIn(database: DatabaseSync): string | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'keys'").get();
  return table && (database.prepare(FIND_NEWEST).get() as { value: string } | undefined)?.value;
}

/** Returns the file. A start that was cut writes it again: the data has not changed since. */
export function backUpOlder(database: DatabaseSync, path: string): string | undefined {
  const format = formatIn(database);
  if (format === 0 || format === FORMAT) return undefined;
  const file = backupBefore(dirname(path), format);
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600)); // it holds the keys of the server
    database.prepare('VACUUM INTO ?').run(unfinished);
    copyLog(path, file);
    putInPlace(unfinished, file);
    return file;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw notBackedUp(dirname(path), error);
  }
}

/** What a server that was killed had accepted lies there; a restore reads it. */
function copyLog(data: string, file: string): void {
  const [from, to] = [fileOf(data, 'appends'), fileOf(file, 'appends')];
  rmSync(to, { force: true });
  if (!existsSync(from) || appendsIn(data).length === 0) return;
  copyFileSync(from, `${to}.unfinished`);
  putInPlace(`${to}.unfinished`, to);
}
