/**
 * Beside the database stands until when the server had written it. What was accepted last lies in a second file
 * (`-wal`) until SQLite moves it: without that file the database is an older one, or empty, and looks whole.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Config } from '../../base/config.ts';

const MARK_FILE = 'flower-war.mark';
/** After power loss, DURABILITY=process lacks what the system had not yet written to the disk by itself. */
const MAY_LACK_MS = { power: 0, process: 60_000 } as const;

const mark = z.object({ at: z.number(), mayLackMs: z.number() });

/** The data are not all there. */
export class DataLost extends Error {}

/** The database has this beat on the disk already. */
export function putMark(folder: string, at: number, durability: Config['DURABILITY']): void {
  const unfinished = join(folder, `${MARK_FILE}.unfinished`);
  try {
    writeFileSync(unfinished, JSON.stringify({ at, mayLackMs: MAY_LACK_MS[durability] }));
    renameSync(unfinished, join(folder, MARK_FILE));
  } catch {
    // A full disk is told elsewhere; an older mark only sees less.
  }
}

/** From here on the data may be older: a backup takes their place. */
export function dropMark(folder: string): void {
  rmSync(join(folder, MARK_FILE), { force: true });
}

export function refuseMissing(folder: string, file: string): void {
  if (!existsSync(join(folder, file)) && markIn(folder) !== undefined) throw lost(folder, undefined);
}

export function refuseOlder(folder: string, database: DatabaseSync): void {
  const expected = markIn(folder);
  const found = lastBeat(database);
  if (expected === undefined || (found ?? Number.NEGATIVE_INFINITY) >= expected.at - expected.mayLackMs) return;
  throw lost(folder, found);
}

/** A file that cannot be read is none: it is not worth as much as the data. */
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

function lost(folder: string, found: number | undefined): DataLost {
  const until = markIn(folder)?.at ?? 0;
  const there = found === undefined ? 'holds nothing' : `ends at ${time(found)}`;
  return new DataLost(
    [
      `The database in ${folder} ${there}, but the server wrote to it until ${time(until)}.`,
      'A part is missing: most likely flower-war.sqlite-wal was deleted, or not copied along with flower-war.sqlite.',
      'Put the missing file back, or bring back a backup: npm run restore -- FILE --force.',
      `To go on with what is left, and lose the rest, delete ${join(folder, MARK_FILE)} and start again.`,
    ].join('\n'),
  );
}

const time = (at: number) => new Date(at).toISOString();
