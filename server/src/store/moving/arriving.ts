/** Opens the place to which data moves. It must be empty. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropMark } from '../data-folder/aliveMark.ts';
import { bringBackBeside } from '../data-folder/backup.ts';
import { DATABASE_FILE, databaseIn } from '../data-folder/database.ts';
import { ownFolder, putInPlace } from '../data-folder/folderLock.ts';
import { ARRIVING, refuseMarked } from '../data-folder/movedMark.ts';
import { bringUpPostgres, connectTo, nameOf } from '../engine/postgres/openPostgres.ts';
import { MoveProblem, type Side } from './copyTables.ts';
import { type Client, firstFilled, holdAll, marksOf, PostgresSide, refuseServers } from './postgresSide.ts';
import { dropFile, newFile, SqliteSide } from './sqliteSide.ts';

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

async function admitPostgres(url: string, move: string): Promise<boolean> {
  const client = await connectTo(url, 'move-store');
  try {
    const { rowCount } = await client.query('DELETE FROM keys WHERE name = $1 AND value = $2', [ARRIVING, move]);
    await client.query('ANALYZE'); // so that the first queries find their indexes
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Where data lies: in a folder, or in the PostgreSQL of a url. */
export function isUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}
