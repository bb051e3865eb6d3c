/** An SQLite database that is copied, or that receives a copy. */
import { closeSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { FORMAT, openFresh } from '../data-folder/connect.ts';
import { allRows, columnsOf, quoted, type Row, type Side, SLICE, type TableShape } from './copyTables.ts';

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

export function dropFile(path: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true });
}
