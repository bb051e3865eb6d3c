/** Saves a record, and never overwrites another file. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, parse, relative, resolve } from 'node:path';
import type { Fairness } from '@flower-war/client';
import { Problem } from '../screen/problem.ts';

export interface Saving {
  readonly match: string;
  readonly record: string;
  /** The folder in which the person typed the command. */
  readonly folder: string;
  /** A file or a folder, as the person wrote it. */
  readonly out: string | undefined;
}

const MOST_NAMES = 100;

/** Saves the record. Returns the file as the person would write it. */
export async function saveRecord(keeping: Saving): Promise<string> {
  const wanted = await fileFor(keeping);
  const { dir, name, ext } = parse(wanted);
  for (let n = 1; n <= MOST_NAMES; n++) {
    const file = n === 1 ? wanted : join(dir, `${name}-${n}${ext}`);
    if (await holds(file, keeping.record)) return shown(keeping.folder, file);
  }
  throw new Problem((problems) => problems.namesTaken(wanted));
}

async function fileFor({ match, folder, out }: Saving): Promise<string> {
  const name = `${match}.jsonl`;
  if (out === undefined) return resolve(folder, name);
  const path = resolve(folder, out);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, name) : path;
}

/** Writes the file if there is none. Says whether the file holds the record now. */
async function holds(file: string, record: string): Promise<boolean> {
  try {
    await writeFile(file, record, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Problem((problems) => problems.notSaved(message));
    return (await readFile(file, 'utf8').catch(() => undefined)) === record;
  }
}

function shown(folder: string, file: string): string {
  const path = relative(folder, file);
  return path.startsWith('..') ? file : path;
}

/** Whether the record holds the commitment and contribution that this client knows; `verify` cannot check that. */
export function holdsFairness(record: string, { commitment, contribution }: Fairness): boolean {
  const entries = record
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const isAdded = contribution === undefined || entries.some((entry) => entry.contribution === contribution);
  return entries[0]?.commitment === commitment && isAdded;
}
