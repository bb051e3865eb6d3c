/** Opens data that is to be moved away, so that no server changes it meanwhile. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { findMasterKey } from '@flower-war/protocol/hosting';
import { inTransaction } from '../data-folder/connect.ts';
import { databaseIn, openDatabase } from '../data-folder/database.ts';
import { ownFolder } from '../data-folder/folderLock.ts';
import {
  FIND_MARKS,
  MOVED,
  type MovedMark,
  markIn,
  marksIn,
  putMovedMark,
  refuseMarked,
} from '../data-folder/movedMark.ts';
import { KEPT_KEY } from '../data-folder/templeKey.ts';
import { connectTo, nameOf } from '../engine/postgres/openPostgres.ts';
import { isUrl } from './arriving.ts';
import { MoveProblem, type Side } from './copyTables.ts';
import { type Client, holdAll, marksOf, PostgresSide, refuseOtherFormat, refuseServers } from './postgresSide.ts';
import { SqliteSide } from './sqliteSide.ts';

export interface Leaving {
  readonly side: Side;
  /** Set if the data has left already. */
  readonly left: MovedMark | undefined;
  /** Marks the data as moved. It resolves when the mark is durable. */
  leave(mark: MovedMark): Promise<void>;
  /** Data without the mark can be used again. */
  close(): Promise<void>;
}

export function openLeaving(place: string): Promise<Leaving> {
  return isUrl(place) ? leavingPostgres(place) : leavingFolder(place);
}

async function leavingFolder(folder: string): Promise<Leaving> {
  if (!existsSync(databaseIn(folder))) throw new MoveProblem(`There is no data in ${folder}.`);
  const letGo = ownFolder(folder);
  try {
    const left = leftFrom(folder);
    const database = left === undefined ? await openWhole(folder) : new DatabaseSync(databaseIn(folder));
    const leave = async (mark: MovedMark) => {
      database.exec('COMMIT');
      inTransaction(database, () => putMovedMark(database, mark));
    };
    const close = async () => {
      database.close();
      letGo();
    };
    return { side: new SqliteSide(database, folder), left, leave, close };
  } catch (error) {
    letGo();
    throw error;
  }
}

function leftFrom(folder: string): MovedMark | undefined {
  const database = new DatabaseSync(databaseIn(folder));
  try {
    return markIn(marksIn(database));
  } finally {
    database.close();
  }
}

/** The transaction shows one state of the data, although the lock of the folder keeps all others away. */
async function openWhole(folder: string): Promise<DatabaseSync> {
  const database = openDatabase(folder, 'power');
  const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (verdict !== 'ok') {
    database.close();
    throw new MoveProblem(`The database in ${folder} is damaged: ${verdict}. Bring back a backup first.`);
  }
  const key = await findMasterKey(folder);
  if (key !== undefined) database.prepare(PUT_KEY).run(KEPT_KEY, key);
  database.exec('BEGIN');
  return database;
}

const PUT_KEY = 'INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

async function leavingPostgres(url: string): Promise<Leaving> {
  const client = await connectTo(url, 'move-store');
  try {
    await refuseOtherFormat(client, nameOf(url));
    const marks = await marksOf(client);
    const left = markIn(marks);
    if (left === undefined) await holdStill(client, url);
    const leave = async (mark: MovedMark) => {
      await client.query('INSERT INTO keys (name, value) VALUES ($1, $2)', [MOVED, JSON.stringify(mark)]);
      await client.query('COMMIT');
    };
    return { side: new PostgresSide(client, nameOf(url)), left, leave, close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Nothing can be written to the data until the transaction ends. */
async function holdStill(client: Client, url: string): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await holdAll(client);
  refuseMarked((await client.query(FIND_MARKS)).rows, nameOf(url));
  await refuseServers(client, nameOf(url));
}
