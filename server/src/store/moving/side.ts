/** One database of a copy: the one that is read, or the one that is written. */
import type { Value } from '../engine/work.ts';
import type { Table } from './tables.ts';

/** The values of the columns, in the order of the table's columns. */
export type Row = readonly Value[];

/** So many rows are in memory at once, of a few hundred bytes each. */
export const SLICE = 500;

export interface Side {
  /** How messages name it. */
  readonly name: string;
  /** All rows in the order of the table's key, some at a time. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
  /** All rows that a query gives, some at a time. The query is one that both databases understand. */
  read(sql: string): AsyncIterable<readonly Row[]>;
  add(table: Table, rows: readonly Row[]): Promise<void>;
  /** The first row that a query gives. The query is one that both databases understand. */
  ask(sql: string): Promise<Row | undefined>;
  /** The highest number that the table ever gave to a row, as far as the database remembers it. */
  lastNumber(table: Table): Promise<number>;
  /** New rows get higher numbers than all that are there, and than this one. */
  goOnAfter(table: Table, last: number): Promise<void>;
}
