/** The databases that are copied, or that receive a copy: PostgreSQL, in one transaction, and SQLite. */
import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { FORMAT, openFresh } from '../data-folder/connect.ts';
import { FIND_MARKS } from '../data-folder/dataMarks.ts';
import { DataInUse, dropFile } from '../data-folder/safeFolder.ts';
import type { Value } from '../engine/engine.ts';
import { formatOf } from '../engine/postgres/openPostgres.ts';
import { CONNECTIONS } from '../engine/postgres/postgres.ts';
import {
  allRows,
  type Column,
  columnsOf,
  MoveProblem,
  quoted,
  type Row,
  type Side,
  SLICE,
  type TableShape,
  tablesOf,
} from './copyTables.ts';

const TYPES: Readonly<Record<Column['type'], string>> = { TEXT: 'text', INTEGER: 'bigint', REAL: 'double precision' };

const types = {
  getTypeParser: (oid: number) => (oid === pg.types.builtins.INT8 ? exact : pg.types.getTypeParser(oid)),
} as pg.CustomTypesConfig;

function exact(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the number ${text} is too big to be exact`);
  return number;
}

export class PostgresSide implements Side {
  readonly name: string;
  private readonly client: pg.Client;
  private cursors = 0;

  constructor(client: pg.Client, name: string) {
    this.client = client;
    this.name = name;
  }

  rows(table: TableShape): AsyncIterable<readonly Row[]> {
    return this.read(allRows(table));
  }

  async *read(sql: string): AsyncGenerator<readonly Row[]> {
    const cursor = `rows_${++this.cursors}`;
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`);
    for (;;) {
      const slice = await this.query(`FETCH ${SLICE} FROM ${cursor}`);
      if (slice.length > 0) yield slice;
      if (slice.length < SLICE) break;
    }
    await this.query(`CLOSE ${cursor}`);
  }

  async add(table: TableShape, rows: readonly Row[]): Promise<void> {
    const lists = table.columns.map(({ type }, n) => `$${n + 1}::${TYPES[type]}[]`).join(', ');
    const sql = `INSERT INTO ${quoted(table.name)} (${columnsOf(table)}) SELECT * FROM unnest(${lists})`;
    await this.query(
      sql,
      table.columns.map((_, n) => rows.map((row) => row[n] ?? null)),
    );
  }

  async ask(sql: string): Promise<Row | undefined> {
    return (await this.query(sql))[0];
  }

  async lastNumber(table: TableShape): Promise<number> {
    const sequence = await this.sequenceOf(table);
    if (sequence === undefined) return 0;
    const row = await this.ask(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${sequence}`);
    return Number(row?.[0]);
  }

  async goOnAfter(table: TableShape, last: number): Promise<void> {
    const sequence = await this.sequenceOf(table);
    if (sequence === undefined) return;
    const highest = `SELECT greatest(max(${quoted(table.numbered ?? '')}), $2) AS n FROM ${quoted(table.name)}`;
    await this.query(`SELECT setval($1::regclass, n) FROM (${highest}) AS found WHERE n > 0`, [sequence, last]);
  }

  private async sequenceOf({ name, numbered }: TableShape): Promise<string | undefined> {
    if (numbered === undefined) return undefined;
    const [row] = await this.query('SELECT pg_get_serial_sequence($1, $2)', [quoted(name), numbered]);
    return typeof row?.[0] === 'string' ? row[0] : undefined;
  }

  private async query(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.client.query<Value[]>({ text, values, types, rowMode: 'array' });
    return rows;
  }
}

// What is asked of a PostgreSQL database before its data is copied or replaced.

export type Client = Pick<pg.Client, 'query'>;

/** A server notes every second that it is alive. */
const ALIVE_WITHIN_MS = 10_000;

/** Servers hold locks for a moment only. */
const LOCKED_WITHIN_MS = 5000;

const names = () => tablesOf().map(({ name }) => quoted(name));

/** Keeps all others from writing, until the transaction ends. Must be the first of the transaction. */
export async function holdAll(client: Client): Promise<void> {
  await client.query(
    `SET LOCAL lock_timeout = ${LOCKED_WITHIN_MS}; SET LOCAL statement_timeout = 0;
     SET LOCAL idle_in_transaction_session_timeout = 0`,
  );
  await client.query(`LOCK TABLE ${names().join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
}

/** Refuses while a server uses the data, or did so a moment ago. */
export async function refuseServers(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ ago: number | null; connections: number }>(SERVERS, [CONNECTIONS]);
  const { ago, connections } = rows[0] ?? { ago: null, connections: 0 };
  const isAlive = ago !== null && Math.abs(ago) < ALIVE_WITHIN_MS;
  if (connections === 0 && !isAlive) return;
  const seen = connections > 0 ? `${connections} connections of it are open` : `it wrote ${ago} ms ago`;
  throw new DataInUse(
    `A server is using ${name}: ${seen}. Stop all servers, wait ${ALIVE_WITHIN_MS / 1000} seconds, and try again.`,
  );
}

const SERVERS = `
  SELECT (SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 - max(at) AS DOUBLE PRECISION) FROM alive) AS ago,
    (SELECT CAST(count(*) AS INTEGER) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ANY($1)) AS connections`;

/** Tools read the tables as this version knows them. */
export async function refuseOtherFormat(client: Client, name: string): Promise<void> {
  const format = await formatOf(client);
  if (format === undefined) throw new MoveProblem(`There is no data of a server in ${name}.`);
  if (format === FORMAT) return;
  const isNewer = format > FORMAT; // also where servers of this version use it, which know the next format too
  const remedy = isNewer
    ? 'Run the same command with the newer version.'
    : 'Use the version of the server, or start a server of this version once.';
  throw new MoveProblem(`The data in ${name} has format ${format}, and this version writes ${FORMAT}. ${remedy}`);
}

export async function marksOf(client: Client): Promise<readonly { name: string; value: string }[]> {
  return (await client.query<{ name: string; value: string }>(FIND_MARKS)).rows;
}

/** An older version has not made all of them. */
export async function tablesIn(client: Client, format: number): Promise<readonly TableShape[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  );
  const found = new Set(rows.map(({ name }) => name));
  return tablesOf(format).filter(({ name }) => found.has(name));
}

/** The first table that has a row. */
export async function firstFilled(client: Client): Promise<string | undefined> {
  for (const { name } of tablesOf()) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rowCount !== 0) return name;
  }
  return undefined;
}

/** Deletes everything, in the same transaction. */
export async function emptyAll(client: Client): Promise<void> {
  await client.query(`TRUNCATE ${names().join(', ')} RESTART IDENTITY`);
}

export class SqliteSide implements Side {
  readonly name: string;
  private readonly database: DatabaseSync;

  constructor(database: DatabaseSync, name: string) {
    this.database = database;
    this.name = name;
  }

  rows(table: TableShape): AsyncIterable<readonly Row[]> {
    return this.read(allRows(table));
  }

  async *read(sql: string): AsyncGenerator<readonly Row[]> {
    let slice: Row[] = [];
    for (const row of this.inArrays(sql).iterate()) {
      slice.push(row as unknown as Row);
      if (slice.length < SLICE) continue;
      yield slice;
      slice = [];
    }
    if (slice.length > 0) yield slice;
  }

  async add(table: TableShape, rows: readonly Row[]): Promise<void> {
    const places = table.columns.map(() => '?').join(', ');
    const insert = this.database.prepare(`INSERT INTO ${quoted(table.name)} (${columnsOf(table)}) VALUES (${places})`);
    for (const row of rows) insert.run(...(row as readonly SQLInputValue[]));
  }

  async ask(sql: string): Promise<Row | undefined> {
    return this.inArrays(sql).get() as unknown as Row | undefined;
  }

  async lastNumber({ name, isNeverReused }: TableShape): Promise<number> {
    if (!isNeverReused) return 0;
    const row = this.database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name);
    return (row as { seq: number } | undefined)?.seq ?? 0;
  }

  async goOnAfter({ name, isNeverReused }: TableShape, last: number): Promise<void> {
    if (!isNeverReused) return;
    const { changes } = this.database
      .prepare('UPDATE sqlite_sequence SET seq = max(seq, $last) WHERE name = $name')
      .run({ name, last });
    if (changes === 0) this.database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last);
  }

  private inArrays(sql: string) {
    const statement = this.database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }
}

// A database file that receives a copy. A file that is not complete is deleted, so it is synced only at its end.

/** Leaves no file if it fails. */
export function newFile(path: string, format = FORMAT): DatabaseSync {
  dropFile(path);
  try {
    closeSync(openSync(path, 'wx', 0o600)); // it holds the keys of the server
    const database = openFresh(path, format);
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN IMMEDIATE;');
    return database;
  } catch (error) {
    dropFile(path);
    throw error;
  }
}
