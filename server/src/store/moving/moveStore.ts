/**
 * Moves the data of a server to another place. The copy becomes durable, then the old data is marked, then servers may open
 * the copy: whenever a move is cut off, at most one of both can be opened.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findMasterKey, isTornUrl, TORN_URL } from '@flower-war/protocol/hosting';
import { bringBackBeside, setAside } from '../data-folder/backup.ts';
import { inTransaction } from '../data-folder/connect.ts';
import { DATABASE_FILE, databaseIn, isDataIn, KEPT_KEY, openDatabase } from '../data-folder/database.ts';
import {
  ARRIVING,
  FIND_MARKS,
  MOVED,
  type MovedMark,
  markIn,
  marksIn,
  putMovedMark,
  refuseMarked,
} from '../data-folder/dataMarks.ts';
import { dropFile, dropMark, inWords, ownFolder, putInPlace } from '../data-folder/safeFolder.ts';
import { bringUpPostgres, connectTo, formatOf, nameOf, onClient } from '../engine/postgres/openPostgres.ts';
import { type Copied, checkRecords, copyTables, MoveProblem, type Side } from './copyTables.ts';
import {
  type Client,
  firstFilled,
  holdAll,
  marksOf,
  newFile,
  PostgresSide,
  refuseOtherFormat,
  refuseServers,
  SqliteSide,
} from './sides.ts';

/** Folders, or urls of PostgreSQL. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Returns nothing if it only finished a move that was cut off. */
export async function moveStore({ from, to }: Move): Promise<Copied | undefined> {
  if (from === to) throw new MoveProblem('Both places are the same. Name another one to move to.');
  if ([from, to].some((place) => isUrl(place) && isTornUrl(place))) throw new MoveProblem(`A url ${TORN_URL}.`);
  const source = await openLeaving(from);
  try {
    if (source.left === undefined) return await moved(source, to);
    if (await admit(to, source.left.move)) return undefined;
    throw new MoveProblem(`The data of ${source.side.name} was moved to ${source.left.to} already.`);
  } finally {
    await source.close();
  }
}

async function moved(source: Leaving, to: string): Promise<Copied> {
  const move = randomBytes(8).toString('hex');
  const copied = await arrived(source, to, move);
  try {
    await source.leave({ move, to: nameOfPlace(to), at: Date.now() });
    await admit(to, move);
  } catch (cause) {
    throw new MoveProblem(
      `All is copied, but the move did not finish: ${(cause as Error).message}. Run the same command again.`,
      { cause },
    );
  }
  return copied;
}

async function arrived({ side }: Leaving, to: string, move: string): Promise<Copied> {
  try {
    return await copiedTo(to, side, move);
  } catch (cause) {
    throw new MoveProblem(`The move did not finish, and ${side.name} is as it was: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function copiedTo(to: string, source: Side, move: string): Promise<Copied> {
  const target = await openArriving(to);
  try {
    await checkRecords(source);
    const copied = await copyTables(source, target.side);
    await target.arrive(move);
    return copied;
  } finally {
    await target.close().catch(() => {}); // a connection that broke is closed
  }
}

// Opens data that is to be moved away, so that no server changes it meanwhile.

interface Leaving {
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
  if (!isDataIn(folder)) throw new MoveProblem(`There is no data in ${folder}.`);
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
    throw inWords(folder, error);
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

// Opens the place to which data moves. It must be empty.

interface Arriving {
  readonly side: Side;
  /** Makes the copy durable. No server opens it before it is admitted. */
  arrive(move: string): Promise<void>;
  /** A copy that has not arrived is gone. */
  close(): Promise<void>;
}

export function openArriving(place: string): Promise<Arriving> {
  return isUrl(place) ? arrivingInPostgres(place) : arrivingInFolder(place);
}

/** Lets servers open a copy that has arrived. Returns whether it was there. */
export function admit(place: string, move: string): Promise<boolean> {
  return isUrl(place) ? admitPostgres(place, move) : admitFolder(place, move);
}

const ARRIVED = `${DATABASE_FILE}.arriving-`;

async function arrivingInFolder(folder: string): Promise<Arriving> {
  const letGo = ownFolder(folder);
  const path = `${databaseIn(folder)}.unfinished`;
  try {
    refuseFilled(folder);
    const database = newFile(path);
    const close = async () => {
      if (database.isOpen) database.close();
      dropFile(path);
      letGo();
    };
    const arrive = async (move: string) => {
      database.exec('COMMIT');
      database.close();
      putInPlace(path, join(folder, ARRIVED + move));
    };
    return { side: new SqliteSide(database, folder), arrive, close };
  } catch (error) {
    letGo();
    throw error;
  }
}

function refuseFilled(folder: string): void {
  if (existsSync(databaseIn(folder)))
    throw new MoveProblem(`There is data in ${folder} already. Choose another folder, or move ${DATABASE_FILE} away.`);
  const arrived = readdirSync(folder).find((name) => name.startsWith(ARRIVED));
  if (arrived !== undefined)
    throw new MoveProblem(
      `A move to ${folder} did not finish. Run the same command again. If its source is still in use, delete ${join(folder, arrived)} first.`,
    );
}

async function admitFolder(folder: string, move: string): Promise<boolean> {
  const arrived = join(folder, ARRIVED + move);
  if (!existsSync(arrived)) return false;
  const letGo = ownFolder(folder);
  try {
    bringBackBeside(folder, arrived);
    dropMark(folder);
    setAside(databaseIn(folder));
    putInPlace(arrived, databaseIn(folder));
    return true;
  } finally {
    letGo();
  }
}

async function arrivingInPostgres(url: string): Promise<Arriving> {
  await bringUpPostgres(url);
  const client = await connectTo(url, 'move-store');
  try {
    await client.query('BEGIN');
    await holdAll(client);
    await refuseServers(client, nameOf(url));
    await refuseRows(client, nameOf(url));
    const arrive = async (move: string) => {
      await client.query('INSERT INTO keys (name, value) VALUES ($1, $2)', [ARRIVING, move]);
      await client.query('COMMIT');
    };
    return { side: new PostgresSide(client, nameOf(url)), arrive, close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function refuseRows(client: Client, name: string): Promise<void> {
  refuseMarked(await marksOf(client), name);
  const filled = await firstFilled(client);
  if (filled !== undefined)
    throw new MoveProblem(`There is data in ${name} already (in ${filled}). Move to an empty database.`);
}

function admitPostgres(url: string, move: string): Promise<boolean> {
  return onClient(url, 'move-store', async (client) => {
    if ((await formatOf(client)) === undefined) return false;
    const { rowCount } = await client.query('DELETE FROM keys WHERE name = $1 AND value = $2', [ARRIVING, move]);
    await client.query('ANALYZE'); // so that the first queries find their indexes
    return rowCount === 1;
  });
}

/** Where data lies: in a folder, or in the PostgreSQL of a url. */
export function isUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place) && URL.canParse(place);
}

/** For people: without the password. */
export function nameOfPlace(place: string): string {
  return isUrl(place) ? nameOf(place) : place;
}
