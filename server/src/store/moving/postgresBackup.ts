/** Backs up a PostgreSQL into the same kind of file as SQLite data, also while servers run, and brings a backup back. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  BackupProblem,
  bringBackBeside,
  type Copy,
  type Copying,
  checkCopy,
  keepBeside,
  notCopied,
  openTarget,
  refuseTarget,
  soundCopyOf,
  unfinishedFor,
} from '../data-folder/backup.ts';
import { FORMAT, openFresh } from '../data-folder/connect.ts';
import { backupBefore, DataMoved, notBackedUp, refuseMarked } from '../data-folder/dataMarks.ts';
import { dropFile, putInPlace } from '../data-folder/safeFolder.ts';
import { bringUpPostgres, formatOf, LOCK, nameOf, onClient } from '../engine/postgres/openPostgres.ts';
import { copyTables, type Side, tablesOf } from './copyTables.ts';
import {
  emptyAll,
  firstFilled,
  holdAll,
  marksOf,
  newFile,
  PostgresSide,
  refuseOtherFormat,
  refuseServers,
  SqliteSide,
  tablesIn,
} from './sides.ts';

/** `folder` is the data folder of a server on this database, with the files beside it. */
export interface PostgresCopying extends Copying {
  readonly url: string;
}

const UNFINISHED = '.unfinished';

export async function backUpPostgres(copying: PostgresCopying): Promise<Copy> {
  const { url } = copying;
  refuseTarget(copying);
  await onClient(url, 'backup', (client) => refuseOtherFormat(client, nameOf(url)));
  return fileOfAll(copying, FORMAT);
}

async function fileOfAll({ url, folder, file }: Omit<PostgresCopying, 'force'>, format: number): Promise<Copy> {
  const unfinished = unfinishedFor(file);
  openTarget(unfinished);
  try {
    await copyInto(unfinished, url, format);
    const copy = checkCopy(unfinished);
    keepBeside(folder, unfinished);
    putInPlace(unfinished, file);
    return copy;
  } finally {
    dropFile(unfinished);
  }
}

/** Before a server of this version changes what an older one wrote. Returns the file, which the older version can restore. */
export function backUpOlderPostgres(url: string, folder: string): Promise<string | undefined> {
  return onClient(url, 'flower-war tables', async (client) => {
    try {
      await client.query('SELECT pg_advisory_lock($1)', [LOCK]); // one of the processes that start together is enough
      const format = await formatOf(client);
      if (format === undefined || format >= FORMAT) return undefined;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = backupBefore(folder, format);
      await fileOfAll({ url, folder, file }, format);
      return file;
    } catch (error) {
      throw error instanceof DataMoved ? error : notBackedUp(nameOf(url), error);
    }
  });
}

/** All tables of one moment, of the format that the data has. Servers go on meanwhile. */
function copyInto(path: string, url: string, format: number): Promise<void> {
  return onClient(url, 'backup', async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    refuseMarked(await marksOf(client), nameOf(url));
    const file = newFile(path, format);
    try {
      const tables = await tablesIn(client, format);
      await copied(new PostgresSide(client, nameOf(url)), new SqliteSide(file, path), tables);
      file.exec('COMMIT');
    } finally {
      file.close();
    }
  });
}

/** Replaces the data by a backup. The old data is kept in a backup of its own, under the first of the returned names. */
export async function restorePostgres(copying: PostgresCopying): Promise<Copy & { readonly kept: readonly string[] }> {
  const { folder, file } = copying;
  if (!existsSync(file)) throw new BackupProblem(`There is no file ${file}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `restoring.sqlite${UNFINISHED}`);
  try {
    const found = await soundCopyOf(file, copy);
    const database = openFresh(copy);
    const kept = await replaceBy(database, copying).finally(() => database.close());
    return { ...found, kept: [...kept, ...bringBackBeside(folder, copy)] };
  } finally {
    dropFile(copy);
  }
}

/** Servers wait while this runs, or see the old data: the new comes all at once. */
async function replaceBy(database: DatabaseSync, copying: PostgresCopying): Promise<readonly string[]> {
  const { url, file } = copying;
  await bringUpPostgres(url);
  return onClient(url, 'restore', async (client) => {
    await client.query('BEGIN');
    await holdAll(client);
    await refuseServers(client, nameOf(url));
    const kept = (await firstFilled(client)) === undefined ? [] : await setAside(copying);
    await emptyAll(client);
    await copied(new SqliteSide(database, file), new PostgresSide(client, nameOf(url)));
    await client.query('COMMIT');
    return kept;
  });
}

async function copied(source: Side, target: Side, tables = tablesOf()): Promise<void> {
  try {
    await copyTables(source, target, tables);
  } catch (cause) {
    throw notCopied({ from: source.name, to: target.name }, cause);
  }
}

async function setAside({ url, folder, force }: PostgresCopying): Promise<readonly string[]> {
  if (!force)
    throw new BackupProblem(`There is data in ${nameOf(url)} already. Choose another database, or add --force.`);
  const kept = join(folder, `postgres.before-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
  await fileOfAll({ url, folder, file: kept }, FORMAT);
  return [kept];
}
