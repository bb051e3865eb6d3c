/**
 * A file beside the database that says when the server last wrote to it. The newest data lies in other files for a while: in the log of
 * SQLite (`-wal`) and in that of appends (`-log`). A database without them is older, or empty, yet looks whole: the mark reveals it.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Config } from '../../base/config.ts';

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

/** Deletes the mark, because a backup with older data replaces the database. */
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

function lastBeat(database: DatabaseSync): number | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'alive'").get();
  if (table === undefined) return undefined;
  return (database.prepare('SELECT at FROM alive').get() as { at: number } | undefined)?.at;
}

const HOLDS_NOTHING = 'holds nothing';

function lost(folder: string, there: string): DataLost {
  const until = markIn(folder)?.at ?? 0;
  return new DataLost(
    [
      `The database in ${folder} ${there}, but the server wrote to it until ${time(until)}.`,
      'A part is missing: most likely flower-war.sqlite-log or flower-war.sqlite-wal was deleted, or not copied along with flower-war.sqlite.',
      'Put the missing file back, or bring back a backup: npm run do -- restore FILE --force.',
      `To go on with what is left, and lose the rest, delete ${join(folder, MARK_FILE)} and start again.`,
    ].join('\n'),
  );
}

const time = (at: number) => new Date(at).toISOString();
