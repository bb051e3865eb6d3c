/** Opens a PostgreSQL database: refuses one that forgets, and makes the tables or brings them to the current format. */
import { findMasterKey } from '@flower-war/protocol/hosting';
import pg from 'pg';
import type { Config } from '../../../base/config.ts';
import { COUNT_GONE, FORMAT, MIGRATIONS } from '../../data-folder/connect.ts';
import { KEPT_KEY, openDatabase, refuseOtherKey } from '../../data-folder/database.ts';
import {
  FIND_MARKS,
  FIND_NEWEST,
  NEWER,
  noteOpening,
  noteVersion,
  refuseMarked,
  refuseNewer,
} from '../../data-folder/dataMarks.ts';
import { UnfitDatabase } from '../engine.ts';
import { inPostgres, isToRunAgain, tablesOf } from './postgres.ts';

/** The first format that a PostgreSQL database had: later migrations are written for both. */
const FIRST_FORMAT = 6;

/** A migration takes nothing from the version before, which may start again while servers are restarted one by one. */
const NEXT_FORMAT = FORMAT + 1;

/** Held while the tables are made, so that two processes that start together do it once. */
export const LOCK = 7_107_338;

/** For a server, which goes on from what is there. */
export function preparePostgres(url: string): Promise<void> {
  return bringUpPostgres(url, async (client) => {
    // A move holds the tables. Only after this statement it is certain that none is under way.
    await client.query(noteOpening(Date.now()));
    await refuseMoved(client, url);
    await client.query(COUNT_GONE);
    const note = noteVersion(await newestOf(client));
    if (note !== '') await client.query(note);
  });
}

async function newestOf(client: pg.Client): Promise<string | undefined> {
  return (await client.query<{ value: string }>(FIND_NEWEST)).rows[0]?.value;
}

/** Asks again, because data may be moved between the first look and the first write of a server. */
export async function refuseMovedSince(url: string): Promise<void> {
  await onClient(url, 'flower-war tables', (client) => refuseMoved(client, url));
}

async function refuseMoved(client: pg.Client, url: string): Promise<void> {
  refuseMarked((await client.query(FIND_MARKS)).rows, nameOf(url));
}

type Connection = Pick<pg.Client, 'query'>;
type Where = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;
type Rest = (client: pg.Client) => Promise<void>;

/** Processes that play on take locks in another order: PostgreSQL may end this work for theirs. */
const MOST_RUNS = 5;

/**
 * Makes the tables, or brings them to the current format, and does the rest in the same transaction. Without a rest it is for a tool, which fills
 * the tables: what it writes would lack all that the next format adds.
 */
export async function bringUpPostgres(url: string, rest?: Rest): Promise<void> {
  for (let runs = 1; ; runs++)
    try {
      return await bringUpOnce(url, rest);
    } catch (error) {
      if (!isToRunAgain(error) || runs === MOST_RUNS) throw error;
    }
}

function bringUpOnce(url: string, rest?: Rest): Promise<void> {
  return onClient(url, 'flower-war tables', async (client) => {
    await refuseForgetful(client);
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await (rest === undefined ? bringUp(client, url, NEWER.fill) : bringUp(client, url));
    await rest?.(client);
    await client.query('COMMIT');
  });
}

/** With these settings off, a power cut takes back moves that players have seen. */
async function refuseForgetful(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [setting]);
    if (rows[0]?.value === 'off')
      throw new UnfitDatabase(`PostgreSQL runs with ${setting} = off, and would lose accepted moves. Set it to on.`);
  }
  const { rows } = await client.query<{ value: string }>(`SELECT current_setting('server_encoding') AS value`);
  if (rows[0]?.value !== 'UTF8')
    throw new UnfitDatabase(`The database has the encoding ${rows[0]?.value}. Create one with ENCODING 'UTF8'.`);
}

/** Undefined if no server has used the database. */
export async function formatOf(client: Connection): Promise<number | undefined> {
  const found = await client.query("SELECT to_regclass('format') IS NOT NULL AS is");
  if (!found.rows[0]?.is) return undefined;
  const { rows } = await client.query<{ n: string }>('SELECT n FROM format');
  return rows[0] && Number(rows[0].n);
}

/** Refuses what a start would refuse, and changes nothing: servers may use the data meanwhile. */
export async function refuseUnusable(client: pg.Client, { DATABASE_URL: url, DATA_DIR }: Where): Promise<void> {
  await refuseForgetful(client);
  const format = await formatOf(client);
  if (format === undefined) return;
  await refuseMoved(client, url);
  if (format !== NEXT_FORMAT) refuseNewer({ place: nameOf(url), format, newest: await newestOf(client) });
  const found = await findMasterKey(DATA_DIR);
  const { rows } = await client.query<{ value: string }>('SELECT value FROM keys WHERE name = $1', [KEPT_KEY]);
  if (found !== undefined && rows[0] !== undefined) refuseOtherKey(DATA_DIR, found, rows[0].value);
}

async function bringUp(client: pg.Client, url: string, remedy?: string): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS format (n BIGINT NOT NULL)');
  const found = await formatOf(client);
  if (found === NEXT_FORMAT && remedy === undefined) return;
  if (found !== undefined) refuseNewer({ place: nameOf(url), format: found, newest: await newestOf(client) }, remedy);
  const steps = found === undefined ? tablesNow() : stepsFrom(Math.max(found, FIRST_FORMAT));
  for (const step of steps) if (step !== '') await client.query(step);
  await client.query(found === undefined ? 'INSERT INTO format VALUES ($1)' : 'UPDATE format SET n = $1', [FORMAT]);
}

/** New tables first, since a migration may fill them; indexes last, since they may need its columns. */
function stepsFrom(format: number): readonly string[] {
  if (format === FORMAT) return [];
  const all = tablesNow();
  const isTable = (step: string) => step.startsWith('CREATE TABLE');
  return [...all.filter(isTable), ...MIGRATIONS.slice(format).map(inPostgres), ...all.filter((one) => !isTable(one))];
}

/** The tables of a fresh SQLite database, so that they are written once. */
function tablesNow(): readonly string[] {
  const database = openDatabase(undefined, 'process');
  try {
    return tablesOf(database);
  } finally {
    database.close();
  }
}

// One connection to PostgreSQL, for work that is not an operation of a server.

/** `user` names the program to operators who look at the connections of the database. */
export async function connectTo(url: string, user: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: user });
  await client.connect().catch((cause: Error) => {
    throw new UnfitDatabase(
      `The database ${nameOf(url)} does not answer (${cause.message}). Start it, or correct the url.`,
      { cause },
    );
  });
  // The query that runs when the connection breaks fails by itself.
  client.on('error', () => {});
  return client;
}

/** The same, closed once the work is done. */
export async function onClient<T>(url: string, user: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(url, user);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A url without what is secret. */
export function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
