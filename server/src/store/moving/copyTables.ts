/** Copies all tables from one database into another, and compares them. */
import type { DatabaseSync } from 'node:sqlite';
import { FORMAT, openFresh } from '../data-folder/connect.ts';
import { ALL_LINES, checkChains, type KeptLine, WITHOUT_LINES } from '../data-folder/recordChain.ts';
import type { Value } from '../engine/engine.ts';

/** The copy is not what was copied. */
class CopyDiffers extends Error {}

/** How much was copied. */
export interface Copied {
  readonly matches: number;
  readonly people: number;
  readonly entries: number;
  readonly rows: number;
}

/** Copies everything, then reads both again, row by row. Throws at the first difference. */
export async function copyTables(source: Side, target: Side, tables = tablesOf()): Promise<Copied> {
  for (const table of tables) await copyTable(table, source, target);
  return compareTables(source, target, tables);
}

/** Throws at the first line of a record that does not follow from the line before: an exact copy of it would be as damaged. */
export async function checkRecords(side: Side): Promise<void> {
  const [empty] = ((await side.ask(WITHOUT_LINES)) ?? []) as [string?];
  await checkChains({ lines: linesOf(side), empty });
}

async function* linesOf(side: Side): AsyncGenerator<KeptLine> {
  for await (const row of singly(side.read(ALL_LINES))) {
    const [match, seq, hash, line, status] = row as [string, number, string, string, string | null];
    yield { match, seq, hash, line, status };
  }
}

async function copyTable(table: TableShape, source: Side, target: Side): Promise<void> {
  try {
    for await (const rows of source.rows(table)) await target.add(table, rows);
    await target.goOnAfter(table, await source.lastNumber(table));
  } catch (cause) {
    throw new Error(`the table ${table.name} cannot be copied: ${(cause as Error).message}`, { cause });
  }
}

export async function compareTables(source: Side, target: Side, tables = tablesOf()): Promise<Copied> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    await compareSizes(table, source, target);
    counts.set(table.name, await compareRows(table, source, target));
  }
  const count = (name: string) => counts.get(name) ?? 0;
  const rows = [...counts.values()].reduce((total, n) => total + n, 0);
  return { matches: count('matches'), people: count('people'), entries: count('entries'), rows };
}

/** The databases count bytes themselves, which reveals text that could not be read as it is. */
async function compareSizes(table: TableShape, source: Side, target: Side): Promise<void> {
  const sizes = table.columns
    .filter(({ type }) => type === 'TEXT')
    .map(({ name }) => `, CAST(coalesce(sum(octet_length(${quoted(name)})), 0) AS BIGINT)`);
  const sql = `SELECT count(*)${sizes.join('')} FROM ${quoted(table.name)}`;
  const [one, other] = [await source.ask(sql), await target.ask(sql)];
  if (isSame(one, other)) return;
  const words = (sizes: Row = []) => `${sizes[0]} rows, with ${sizes.slice(1).join(', ') || 'no'} bytes of text`;
  throw new CopyDiffers(
    `The table ${table.name} differs: ${words(one)} in ${source.name}, ${words(other)} in ${target.name}.`,
  );
}

/** Returns how many rows there are. */
async function compareRows(table: TableShape, source: Side, target: Side): Promise<number> {
  const others = singly(target.rows(table));
  let count = 0;
  for await (const row of singly(source.rows(table))) {
    const { value: other } = await others.next();
    if (!isSame(row, other)) throw differs(table, row, { source, target });
    count++;
  }
  const { value: more } = await others.next();
  if (more !== undefined) throw differs(table, more, { source, target });
  return count;
}

async function* singly(slices: AsyncIterable<readonly Row[]>): AsyncGenerator<Row, undefined> {
  for await (const slice of slices) yield* slice;
  return undefined;
}

function isSame(one: Row | undefined, other: Row | undefined): boolean {
  return one?.length === other?.length && (one ?? []).every((value, n) => value === other?.[n]);
}

interface Both {
  readonly source: Side;
  readonly target: Side;
}

function differs({ name, key, columns }: TableShape, row: Row, { source, target }: Both): CopyDiffers {
  const values = key.map((one) => `${one} ${row[columns.findIndex((column) => column.name === one)]}`);
  return new CopyDiffers(
    `The table ${name} differs at ${values.join(', ')} between ${source.name} and ${target.name}.`,
  );
}

// One database of a copy: the one that is read, or the one that is written.

/** The values of the columns, in the order of the table's columns. */
export type Row = readonly Value[];

/** This many rows are in memory at once, of a few hundred bytes each. */
export const SLICE = 500;

export interface Side {
  /** How messages name it. */
  readonly name: string;
  /** All rows in the order of the table's key, some at a time. */
  rows(table: TableShape): AsyncIterable<readonly Row[]>;
  /** All rows that a query gives, some at a time. The query is one that both databases understand. */
  read(sql: string): AsyncIterable<readonly Row[]>;
  add(table: TableShape, rows: readonly Row[]): Promise<void>;
  /** The first row that a query gives. The query is one that both databases understand. */
  ask(sql: string): Promise<Row | undefined>;
  /** The highest number that the table ever gave to a row, as far as the database remembers it. */
  lastNumber(table: TableShape): Promise<number>;
  /** New rows get higher numbers than all that are there, and than this one. */
  goOnAfter(table: TableShape, last: number): Promise<void>;
}

// The tables of a server's data, as the schema makes them. What copies data asks here, so that no table is forgotten.

export interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER' | 'REAL';
}

export interface TableShape {
  readonly name: string;
  /** With `rowid` where no column numbers the rows, because the order of some lists depends on it. */
  readonly columns: readonly Column[];
  /** Names each row, and orders all. */
  readonly key: readonly string[];
  /** The column that may number new rows. */
  readonly numbered?: string;
  /** The number of a deleted row is never given again. */
  readonly isNeverReused: boolean;
}

interface ColumnRow extends Column {
  /** The place in the primary key, from 1 on. */
  readonly pk: number;
}

/** In the order of the schema: a row refers only to rows of tables before its own. */
export function tablesOf(format = FORMAT): readonly TableShape[] {
  const database = openFresh(':memory:', format);
  try {
    const rows = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      .all() as unknown as { name: string; sql: string }[];
    return rows.map(({ name, sql }) => tableOf(database, name, sql));
  } finally {
    database.close();
  }
}

function tableOf(database: DatabaseSync, name: string, sql: string): TableShape {
  const found = database.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name) as unknown as ColumnRow[];
  const columns = found.map((one) => ({ name: one.name, type: one.type }));
  const keys = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const [first] = keys;
  const isNeverReused = sql.includes('AUTOINCREMENT');
  if (sql.includes('WITHOUT ROWID')) return { name, columns, key: keys.map((one) => one.name), isNeverReused };
  // SQLite takes such a column for the number of the row.
  if (keys.length === 1 && first?.type === 'INTEGER')
    return { name, columns, key: [first.name], numbered: first.name, isNeverReused };
  const rowid = { name: 'rowid', type: 'INTEGER' } as const;
  return { name, columns: [...columns, rowid], key: ['rowid'], numbered: 'rowid', isNeverReused };
}

export const quoted = (name: string) => `"${name}"`;
export const columnsOf = ({ columns }: TableShape) => columns.map(({ name }) => quoted(name)).join(', ');

/** All rows in the order of their key. */
export const allRows = (table: TableShape) =>
  `SELECT ${columnsOf(table)} FROM ${quoted(table.name)} ORDER BY ${table.key.map(quoted).join(', ')}`;

/** The data cannot be moved. The message tells the operator why, and what to do. */
export class MoveProblem extends Error {}
