/** Copies the data of a server into one file, also while the server runs, and back. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { KEY_FILE } from '@flower-war/protocol/hosting';
import { appendsIn, type Entry } from './appendLog.ts';
import { FORMAT, inTransaction } from './connect.ts';
import { DATABASE_FILE, isDataIn, KEPT_KEY, refuseUncopied, writeLeft } from './database.ts';
import { formatIn, markCopy, marksIn, NEWER, newestIn, OtherVersion, refuseMarked, refuseNewer } from './dataMarks.ts';
import { ALL_LINES, checkChains, type KeptLine, WITHOUT_LINES } from './recordChain.ts';
import { dropFile, dropMark, holdBack, isDamaged, isDiskFull, ownFolder, putInPlace } from './safeFolder.ts';

/** A mistake of the operator, explained in the message. */
export class BackupProblem extends Error {}

export interface Copy {
  readonly matches: number;
  readonly people: number;
}

export interface Copying {
  readonly folder: string;
  readonly file: string;
  /** Whether existing data may be replaced. */
  readonly force: boolean;
}

interface Copied {
  readonly from: string;
  readonly to: string;
}

/** All pages in one step, so that a server that keeps writing does not make the copy start again. */
const ALL_PAGES = 2 ** 31 - 1;

const PATIENCE_MS = 10_000;
const UNFINISHED = '.unfinished';
/** What was cut off is older; a backup that still runs is younger. */
const LEFT_AFTER_MS = 3_600_000;

export async function backUp(copying: Copying): Promise<Copy> {
  const { folder, file } = copying;
  const data = join(folder, DATABASE_FILE);
  if (!isDataIn(folder)) throw new BackupProblem(`There is no data in ${folder}: is DATA_DIR the one of the server?`);
  refuseTarget(copying);
  const unfinished = unfinishedFor(file);
  refuseLost(folder, { from: data, to: unfinished });
  const copy = await copyOf(data, unfinished);
  try {
    keepBeside(folder, unfinished);
    putInPlace(unfinished, file);
  } catch (cause) {
    dropFile(unfinished); // it holds the keys of the server
    throw new BackupProblem(`${file} cannot be finished: ${(cause as Error).message}`, { cause });
  }
  return copy;
}

/** A name of its own, as another backup to the same file may be under way. What one left there that was cut off is deleted. */
export function unfinishedFor(file: string): string {
  for (const left of unfinishedOf(file)) if (ageOf(left) > LEFT_AFTER_MS) dropFile(left);
  return `${file}.${randomUUID().slice(0, 8)}${UNFINISHED}`;
}

/** None in a folder that cannot be read: whether it takes a file is asked later. */
function unfinishedOf(file: string): readonly string[] {
  const [folder, name] = [dirname(file), basename(file)];
  try {
    const names = readdirSync(folder).filter((one) => one.startsWith(`${name}.`) && one.endsWith(UNFINISHED));
    return names.map((one) => join(folder, one));
  } catch {
    return [];
  }
}

/** 0 of a file that another backup has just finished. */
const ageOf = (path: string): number => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

/** A backup of data that no server opens would look whole, and older ones would be deleted for it. */
function refuseLost(folder: string, copied: Copied): void {
  try {
    refuseUncopied(folder);
  } catch (cause) {
    throw cause instanceof OtherVersion ? cause : notCopied(copied, cause);
  }
}

/** A backup or a dump replaces FILE, so a mistyped one must not cost the data itself, or a device of the machine. */
export function refuseTarget({ folder, file, force }: Copying): void {
  if (isBesideData(file, folder))
    throw new BackupProblem(
      `${file} lies in the data folder ${folder}: a file there may replace the data, and is lost with it. Name a file in another folder.`,
    );
  if (!existsSync(file)) return;
  if (!statSync(file).isFile())
    throw new BackupProblem(`${file} is a folder or a device, which no file may replace. Name another file.`);
  if (!force) throw new BackupProblem(`${file} exists. Name another file, or add --force.`);
}

/** Also by a symbolic link. The folders in the data folder hold nothing that a server needs. */
function isBesideData(file: string, folder: string): boolean {
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : path);
  return [dirname(real(file)), real(dirname(file))].includes(real(folder));
}

/** Replaces the data by a backup. The old data is kept beside it, under the returned names. */
export async function restore(copying: Copying): Promise<Copy & { readonly kept: readonly string[] }> {
  const { folder, file, force } = copying;
  if (!existsSync(file)) throw new BackupProblem(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new BackupProblem(`${file} is not a file. Name the backup itself.`);
  const letGo = ownFolder(folder);
  try {
    const data = join(folder, DATABASE_FILE);
    if (existsSync(data) && !force)
      throw new BackupProblem(`There is data in ${folder} already. Choose another DATA_DIR, or add --force.`);
    const copy = await soundCopyOf(file, `${data}${UNFINISHED}`);
    if (existsSync(data)) finishFile(data);
    holdBack(folder);
    const kept = setAside(data);
    putInPlace(`${data}${UNFINISHED}`, data);
    const beside = bringBackBeside(folder, data);
    dropMark(folder);
    return { ...copy, kept: [...kept, ...beside] };
  } finally {
    letGo();
  }
}

/** A copy of which a server can open every match. Leaves no file if it fails. */
export function soundCopyOf(from: string, to: string): Promise<Copy> {
  return copyOf(from, to, checkRecords);
}

/** What a restore of this backup would complain of. */
export async function damageIn(file: string): Promise<string | undefined> {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      checkWhole(database);
    } finally {
      database.close();
    }
    await checkRecords(file);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes a complete, checked copy under an "unfinished" name. Leaves no file if it fails. */
async function copyOf(from: string, to: string, check = async (_copy: string) => {}): Promise<Copy> {
  openTarget(to);
  try {
    // Read before the pages, because the server begins the log anew once the tables have what it holds.
    const newest = appendsIn(from);
    await copyPages(from, to);
    const copy = checkCopy(to, newest);
    await check(to);
    return copy;
  } catch (cause) {
    dropFile(to);
    throw notCopied({ from, to }, cause);
  }
}

/** Tells of a place that takes no file before the source is read, which is not to blame for it. */
export function openTarget(to: string): void {
  try {
    dropFile(to);
    closeSync(openSync(to, 'wx', 0o600)); // it holds the keys of the server
  } catch (cause) {
    throw new BackupProblem(
      `${to} cannot be written (${(cause as NodeJS.ErrnoException).code}). Choose a folder that exists and that you may write to.`,
      { cause },
    );
  }
}

/** A full disk is that of the copy, as nothing else is written. */
export function notCopied({ from, to }: Copied, cause: unknown): BackupProblem {
  if (isDiskFull(cause))
    return new BackupProblem(
      `${to} cannot be written: its disk is full. Make room there, or choose a place on another disk.`,
      { cause },
    );
  const says = isUnopened(cause) ? UNOPENED : (cause as Error).message;
  return new BackupProblem(`${from} cannot be used: ${says}`, { cause });
}

/** SQLITE_CANTOPEN */
const isUnopened = (cause: unknown): boolean => (cause as { errcode?: number }).errcode === 14;
const UNOPENED =
  'its folder may not be written, which SQLite needs even to read it. If its disk is read-only, copy the folder to another disk, and name the copy as DATA_DIR.';

async function copyPages(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: PATIENCE_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Checks that the copy is whole and of a known format, and marks its matches as copies. */
export function checkCopy(file: string, newest: readonly Entry[] = []): Copy {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE;'); // so that no part lies in another file
    checkWhole(database);
    if (newest.length > 0) writeLeft(database, newest);
    inTransaction(database, () => markCopy(database));
    return row<Copy>(
      database,
      'SELECT (SELECT count(*) FROM matches) AS matches, (SELECT count(*) FROM people) AS people',
    );
  } finally {
    database.close();
  }
}

function checkWhole(database: DatabaseSync): void {
  refuseMarked(marksIn(database), 'this file');
  const { quick_check: verdict } = row<{ quick_check: string }>(database, 'PRAGMA quick_check(1)');
  if (verdict !== 'ok') throw new Error(verdict.replaceAll('\n', ' '));
  const format = formatIn(database);
  refuseNewer({ place: 'this file', format, newest: newestIn(database) }, NEWER.restore);
  if (format < 1) throw new Error(`its format is ${format}, this version knows 1 to ${FORMAT}`);
}

/** A database finds a torn page, but no letter that changed in a text. */
async function checkRecords(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { match: empty } = (database.prepare(WITHOUT_LINES).get() ?? {}) as { match?: string };
    await checkChains({
      lines: database.prepare(ALL_LINES).iterate() as Iterable<unknown> as Iterable<KeptLine>,
      empty,
    });
  } finally {
    database.close();
  }
}

function row<T>(database: DatabaseSync, sql: string): T {
  return { ...database.prepare(sql).get() } as T;
}

/**
 * Gives the old data a second name, and returns it. Both names exist until the new data replaces the first. Also what is left beside a database
 * that was moved away: SQLite would add it to the new one.
 */
export function setAside(data: string): readonly string[] {
  const kept = `${data}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  const parts = ['-wal', '-shm', '-log'].filter((part) => existsSync(data + part));
  const isThere = existsSync(data);
  if (isThere) linkSync(data, kept);
  for (const part of parts) renameSync(data + part, kept + part);
  return isThere ? [kept] : parts.map((part) => kept + part);
}

/** Moves the rest of the log into the file. A damaged one keeps it beside itself. */
function finishFile(data: string): void {
  const database = new DatabaseSync(data);
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE);');
  } catch (error) {
    if (!isDamaged(error)) throw error;
  } finally {
    database.close();
  }
}

// Backs up and restores the files beside the database, which brokers and the makers of temples read.

/** Lists the temples that were made here. Mosquitto takes from it which devices may log in. */
const LIST_FILE = 'temples.txt';

/** Puts the list of temples into the copy. The key of temples is in the database already. */
export function keepBeside(folder: string, copy: string): void {
  const list = textOf(join(folder, LIST_FILE));
  if (list === undefined) return;
  const database = new DatabaseSync(copy);
  database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?)').run(LIST_FILE, list);
  database.close();
}

/** Writes the files again. Returns the new names of existing files that were different. */
export function bringBackBeside(folder: string, data: string): readonly string[] {
  const database = new DatabaseSync(data, { readOnly: true });
  const find = database.prepare('SELECT value FROM keys WHERE name = ?');
  const kept = [
    { file: KEY_FILE, name: KEPT_KEY },
    { file: LIST_FILE, name: LIST_FILE },
  ].flatMap(({ file, name }) => {
    const row = find.get(name) as { value: string } | undefined;
    return row === undefined ? [] : putBack(join(folder, file), row.value.trim());
  });
  database.close();
  return kept;
}

function putBack(path: string, text: string): readonly string[] {
  const there = textOf(path);
  if (there?.trim() === text) return [];
  const aside = `${path}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  if (there !== undefined) renameSync(path, aside);
  writeFileSync(path, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return there === undefined ? [] : [aside];
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
