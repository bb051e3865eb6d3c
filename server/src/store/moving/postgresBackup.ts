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
  soundCopyOf,
} from '../data-folder/backup.ts';
import { openFresh } from '../data-folder/connect.ts';
import { putInPlace } from '../data-folder/folderLock.ts';
import { refuseMarked } from '../data-folder/movedMark.ts';
import { bringUpPostgres, connectTo, nameOf } from '../engine/postgres/openPostgres.ts';
import { copyTables, type Side } from './copyTables.ts';
import {
  emptyAll,
  firstFilled,
  holdAll,
  marksOf,
  PostgresSide,
  refuseOtherFormat,
  refuseServers,
} from './postgresSide.ts';
import { dropFile, newFile, SqliteSide } from './sqliteSide.ts';

/** `folder` is the data folder of a server on this database, with the files beside it. */
export interface PostgresCopying extends Copying {
  readonly url: string;
}

const UNFINISHED = '.unfinished';

export async function backUpPostgres({ url, folder, file, force }: PostgresCopying): Promise<Copy> {
  if (existsSync(file) && !force) throw new BackupProblem(`${file} exists. Name another file, or add --force.`);
  const unfinished = `${file}${UNFINISHED}`;
  try {
    await copyInto(unfinished, url);
    const copy = checkCopy(unfinished);
    keepBeside(folder, unfinished);
    putInPlace(unfinished, file);
    return copy;
  } finally {
    dropFile(unfinished);
  }
}

/** All tables of one moment. Servers go on meanwhile. */
async function copyInto(path: string, url: string): Promise<void> {
  const client = await connectTo(url, 'backup');
  try {
    await refuseOtherFormat(client, nameOf(url));
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    refuseMarked(await marksOf(client), nameOf(url));
    const file = newFile(path);
    try {
      await copied(new PostgresSide(client, nameOf(url)), new SqliteSide(file, path));
      file.exec('COMMIT');
    } finally {
      file.close();
    }
  } finally {
    await client.end();
  }
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
  const client = await connectTo(url, 'restore');
  try {
    await client.query('BEGIN');
    await holdAll(client);
    await refuseServers(client, nameOf(url));
    const kept = (await firstFilled(client)) === undefined ? [] : await setAside(copying);
    await emptyAll(client);
    await copied(new SqliteSide(database, file), new PostgresSide(client, nameOf(url)));
    await client.query('COMMIT');
    return kept;
  } finally {
    await client.end();
  }
}

async function copied(source: Side, target: Side): Promise<void> {
  try {
    await copyTables(source, target);
  } catch (cause) {
    throw new BackupProblem(`${source.name} cannot be copied: ${(cause as Error).message}`, { cause });
  }
}

async function setAside({ url, folder, force }: PostgresCopying): Promise<readonly string[]> {
  if (!force)
    throw new BackupProblem(`There is data in ${nameOf(url)} already. Choose another database, or add --force.`);
  const kept = join(folder, `postgres.before-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
  await backUpPostgres({ url, folder, file: kept, force: false });
  return [kept];
}
