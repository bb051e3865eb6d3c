/** What keeps a data folder safe: a lock, files that are private and whole, and a mark that tells when a part is missing. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Config } from '../../base/config.ts';
import { LAST_BEAT } from './connect.ts';

// The lock, for one server or one restore at a time. It ends with its process, however that ends.

/** Another program holds the lock. */
export class DataInUse extends Error {}

/**
 * Locks the folder. Returns the function that releases it. Node cannot take a lock of the operating system that dies
 * with its process, but SQLite can. A file with a process id could outlive its process and lock out the next one.
 */
export function ownFolder(folder: string): () => void {
  const held = lockFile(folder);
  try {
    held.exec('BEGIN EXCLUSIVE;');
  } catch (cause) {
    held.close();
    if (!isHeld(cause)) throw unusable(folder, cause);
    throw new DataInUse(
      `A server is using the data in ${folder}, or npm run do -- restore is replacing it. Stop it first, or choose another DATA_DIR: each server needs a folder of its own.`,
      { cause },
    );
  }
  return () => held.close();
}

export const lockIn = (folder: string) => join(folder, 'in-use.sqlite');

function lockFile(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockIn(folder);
    makePrivate(lock);
    refuseOtherFile(lock);
    return new DatabaseSync(lock);
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

/** The lock is a database, also while it is empty. */
export function refuseOtherFile(lock: string): void {
  const isOther = existsSync(lock) && !/^(?:SQLite format 3|$)/.test(readFileSync(lock, 'latin1'));
  if (isOther) throw new UnusableFolder(`${lock} is not a database. Move it away: the server makes it anew.`);
}

/** SQLITE_BUSY: another process holds the lock. */
function isHeld(cause: unknown): boolean {
  return (cause as { errcode?: number }).errcode === 5;
}

// A folder that the machine does not let this program use.

/** The message tells the operator why, and what to do. */
export class UnusableFolder extends Error {}

export function unusable(folder: string, cause: unknown): UnusableFolder {
  if (cause instanceof UnusableFolder) return cause;
  return new UnusableFolder(`The data folder ${folder} cannot be used: ${whyUnusable(cause)}`, { cause });
}

function whyUnusable(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (isDiskFull(cause)) return 'its disk is full. Make room there, or choose another DATA_DIR.';
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return 'a file is in its place, or in that of a folder above it. Move the file away, or choose another DATA_DIR.';
  if (code === 'ENOENT')
    return 'a link in its path leads nowhere, or its disk is read-only. Make the folder that the link names, or choose another DATA_DIR.';
  if (isForbidden(cause))
    return `this user may not read and write there (${code}). Give it to the user of the server, or choose another DATA_DIR.`;
  return `${message}. Mend it, or choose another DATA_DIR.`;
}

/** A file or a folder belongs to another user, or may not be written by any. */
export function isForbidden(cause: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((cause as NodeJS.ErrnoException).code ?? '');
}

// Files that are private, and whole also after a power cut.

/**
 * No other user of this machine may read the file, also in a folder that the host made: it holds the keys of the server. SQLite gives the files
 * beside it the same mode.
 */
export function makePrivate(path: string): void {
  refuseFolders(path);
  closeSync(openSync(path, 'a', 0o600));
  for (const file of thereOf(path)) chmodSync(file, 0o600);
}

const thereOf = (path: string) =>
  ['', '-wal', '-shm', '-log'].map((part) => path + part).filter((file) => existsSync(file));

function refuseFolders(path: string): void {
  const folder = thereOf(path).find((file) => statSync(file).isDirectory());
  if (folder !== undefined)
    throw new UnusableFolder(`${folder} is a folder, and the server needs a file there. Move it away.`);
}

/** Throws where `makePrivate` would: this user may not write, or the file is another user's. Changes nothing. */
export function refuseForeign(path: string): void {
  refuseFolders(path);
  for (const file of thereOf(path)) {
    closeSync(openSync(file, 'r+'));
    chmodSync(file, statSync(file).mode);
  }
}

/** Syncs the file to the disk before it gets its final name. */
export function putInPlace(unfinished: string, file: string): void {
  sync(unfinished);
  renameSync(unfinished, file);
  sync(dirname(file));
}

/** The file of a database, with what SQLite has put beside it. */
export function dropFile(path: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true });
}

/** SQLITE_FULL, or what the system calls so; also as the cause of an error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === 13 || code === 'ENOSPC' || isDiskFull(error.cause);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

// A file beside the database that says when the server last wrote to it. The newest data lies in other files for a while: in the log of
// SQLite (`-wal`) and in that of appends (`-log`). A database without them is older, or empty, yet looks whole: the mark reveals it.

const MARK_FILE = 'flower-war.mark';
/** With DURABILITY=process, power loss costs what the system had not yet written to the disk. */
const MAY_LACK_MS = { power: 0, process: 60_000 } as const;

const mark = z.object({ at: z.number(), mayLackMs: z.number(), hasLog: z.boolean().default(false) });

/** A part of the data is missing. */
export class DataLost extends Error {}

interface Beat {
  readonly at: number;
  readonly durability: Config['DURABILITY'];
  /** Whether there is a log of appends. */
  readonly hasLog: boolean;
}

/** Writes the mark. The database must have this beat on the disk already. */
export function putMark(folder: string, { at, durability, hasLog }: Beat): void {
  const unfinished = join(folder, `${MARK_FILE}.unfinished`);
  try {
    writeFileSync(unfinished, JSON.stringify({ at, mayLackMs: MAY_LACK_MS[durability], hasLog }), {
      mode: 0o600,
    });
    renameSync(unfinished, join(folder, MARK_FILE));
  } catch {
    // A full disk is reported elsewhere, and an older mark only detects less.
  }
}

/**
 * Writes a mark that no data fits, so that no server starts until it is dropped: what is cut off in between leaves neither the old data as a
 * whole nor the new.
 */
export function holdBack(folder: string): void {
  const unfinished = join(folder, `${MARK_FILE}.unfinished`);
  const at = markIn(folder)?.at ?? Date.now();
  writeFileSync(unfinished, JSON.stringify({ at, mayLackMs: 0, hasLog: true }), { mode: 0o600 });
  putInPlace(unfinished, join(folder, MARK_FILE));
}

/** Deletes the mark, because a backup with older data has replaced the database. */
export function dropMark(folder: string): void {
  rmSync(join(folder, MARK_FILE), { force: true });
}

export function refuseMissing(folder: string, file: string): void {
  if (!existsSync(join(folder, file)) && markIn(folder) !== undefined) throw lost(folder, HOLDS_NOTHING);
}

/** `log` is the file of the log of appends. */
export function refuseWithoutLog(folder: string, log: string): void {
  if (!existsSync(log) && markIn(folder)?.hasLog) throw lost(folder, 'has no log of the newest moves');
}

export function refuseOlder(folder: string, database: DatabaseSync): void {
  const expected = markIn(folder);
  const found = lastBeat(database);
  if (expected === undefined || (found ?? Number.NEGATIVE_INFINITY) >= expected.at - expected.mayLackMs) return;
  throw lost(folder, found === undefined ? HOLDS_NOTHING : `ends at ${time(found)}`);
}

/** An unreadable mark counts as none: it must not keep good data from opening. */
function markIn(folder: string): z.infer<typeof mark> | undefined {
  try {
    return mark.parse(JSON.parse(readFileSync(join(folder, MARK_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** An older version has no table of processes. */
const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('alive', 'processes')";

function lastBeat(database: DatabaseSync): number | undefined {
  const tables = database.prepare(TABLES).all().length;
  if (tables === 0) return undefined;
  const beat = database.prepare(tables === 1 ? 'SELECT at FROM alive' : LAST_BEAT).get();
  return (beat as { at: number | null } | undefined)?.at ?? undefined;
}

/** SQLITE_CORRUPT or SQLITE_NOTADB. The thread of the database passes on nothing but the text. */
export function isDamaged(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /database disk image is malformed|malformed database schema|file is not a database/.test(error.message)
  );
}

export function damaged(folder: string, { message }: Error): DataLost {
  return new DataLost(
    `The database in ${folder} is damaged (${message}). A disk or a tool has changed it. Bring back a backup: npm run do -- restore FILE --force. It keeps the damaged file beside the new one.`,
  );
}

/** What an operator can mend is told in words. Any other error is itself. */
export function inWords(folder: string, error: unknown): unknown {
  if (error instanceof DataLost) return error;
  if (isDamaged(error)) return damaged(folder, error);
  return isDiskFull(error) || isForbidden(error) ? unusable(folder, error) : error;
}

const HOLDS_NOTHING = 'holds nothing';

function lost(folder: string, there: string): DataLost {
  const until = markIn(folder)?.at ?? 0;
  return new DataLost(
    [
      `The database in ${folder} ${there}, but the server wrote to it until ${time(until)}.`,
      'A part is missing: most likely flower-war.sqlite-log or flower-war.sqlite-wal was deleted, or not copied along with flower-war.sqlite, or a restore was cut off.',
      'Put the missing file back, or bring back a backup: npm run do -- restore FILE --force.',
      `To go on with what is left, and lose the rest, delete ${join(folder, MARK_FILE)} and start again.`,
    ].join('\n'),
  );
}

const time = (at: number) => new Date(at).toISOString();
