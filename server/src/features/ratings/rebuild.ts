/** Computes all ratings anew from the records, while no server runs. */
import type { Config } from '../../base/config.ts';
import { isDataIn, openDatabase } from '../../store/data-folder/database.ts';
import { refuseMarked } from '../../store/data-folder/dataMarks.ts';
import { ownFolder } from '../../store/data-folder/safeFolder.ts';
import type { Engine } from '../../store/engine/engine.ts';
import { connectTo, nameOf } from '../../store/engine/postgres/openPostgres.ts';
import { inThisThread } from '../../store/engine/sqlite/sqlite.ts';
import { marksOf, refuseOtherFormat, refuseServers } from '../../store/moving/sides.ts';
import { openStores, operations } from '../../store/operations.ts';
import { postgresAt } from '../../store/postgresStore.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import { Ratings } from './ratings.ts';

interface Rebuilt {
  readonly matches: number;
  readonly ratings: number;
  /** Matches that could not be read, each with the reason. */
  readonly problems: readonly string[];
}

type Rules = Pick<Config, 'SEASONS'>;

export async function rebuild({ SEASONS: seasons, ...where }: StoppedServer & Rules): Promise<Rebuilt> {
  const { engine, letGo } = await openStopped(where);
  const journal = new StoredJournal(engine);
  try {
    const { ratings: table } = openStores(engine);
    const problems: string[] = [];
    const report = (problem: string, { match = '', error }: Readonly<Record<string, unknown>>) =>
      void problems.push(`${problem} ${String(match)}: ${(error as Error).message}`);
    await table.clear();
    // Deleted players count for their opponents until all ratings are computed.
    await new Ratings({ journal, table, report, keeps: 'all', seasons, mayWrite: () => true }).catchUp();
    await table.forgetWhoLeft();
    return { ...(await table.counts()), problems };
  } finally {
    await journal.close();
    letGo();
  }
}

// Opens the data of a server that is stopped, for a tool that changes it.

type StoppedServer = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** There is no data. */
export class NoData extends Error {}

interface Stopped {
  readonly engine: Engine;
  /** Lets a server open the folder. */
  readonly letGo: () => void;
}

function openStopped({ DATA_DIR, DATABASE_URL }: StoppedServer): Promise<Stopped> {
  return DATABASE_URL === '' ? openFolder(DATA_DIR) : openPostgres(DATABASE_URL);
}

async function openFolder(folder: string): Promise<Stopped> {
  if (!isDataIn(folder)) throw new NoData(`There is no data in ${folder}: is DATA_DIR the one of the server?`);
  const letGo = ownFolder(folder);
  try {
    return { engine: inThisThread(openDatabase(folder, 'power'), operations), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** No lock keeps a server from starting later: PostgreSQL ends locks with their transaction. */
async function openPostgres(url: string): Promise<Stopped> {
  const client = await connectTo(url, 'tool');
  try {
    await refuseOtherFormat(client, nameOf(url));
    refuseMarked(await marksOf(client), nameOf(url));
    await refuseServers(client, nameOf(url));
  } finally {
    await client.end();
  }
  return { engine: postgresAt(url), letGo: () => {} };
}
