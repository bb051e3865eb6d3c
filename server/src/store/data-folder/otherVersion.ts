/** Data that another version wrote: an older one leaves it alone, and a newer one makes a backup of its own before it changes it. */
import { closeSync, copyFileSync, existsSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import manifest from '../../../package.json' with { type: 'json' };
import { appendsIn, fileOf } from './appendLog.ts';
import { FORMAT } from './connect.ts';
import { putInPlace } from './safeFolder.ts';

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

export function refuseNewer({ place, format, newest }: Found): void {
  if (format <= FORMAT) return;
  throw new OtherVersion(
    `The data in ${place} was written by ${newest === undefined ? 'a newer version' : `version ${newest}`} (format ${format}). This is ${manifest.version}, which knows formats up to ${FORMAT}: start the newer version, or bring back the backup that it made before it changed the data: npm run do -- restore FILE --force.`,
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
