/** The tables of a server's data, as the schema makes them. What copies data asks here, so that no table is forgotten. */
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../data-folder/database.ts';

export interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER' | 'REAL';
}

export interface Table {
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
export function tablesNow(): readonly Table[] {
  const database = openDatabase(undefined, 'process');
  try {
    const rows = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      .all() as unknown as { name: string; sql: string }[];
    return rows.map(({ name, sql }) => tableOf(database, name, sql));
  } finally {
    database.close();
  }
}

function tableOf(database: DatabaseSync, name: string, sql: string): Table {
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

export const columnsOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ');

/** All rows in the order of their key. */
export const allRows = (table: Table) =>
  `SELECT ${columnsOf(table)} FROM ${quoted(table.name)} ORDER BY ${table.key.map(quoted).join(', ')}`;
