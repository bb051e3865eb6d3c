/** A PostgreSQL database that is copied, or that receives a copy, in one transaction. */
import pg from 'pg';
import type { Value } from '../engine/work.ts';
import { type Row, type Side, SLICE } from './side.ts';
import { allRows, type Column, columnsOf, quoted, type Table } from './tables.ts';

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

  rows(table: Table): AsyncIterable<readonly Row[]> {
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

  async add(table: Table, rows: readonly Row[]): Promise<void> {
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

  async lastNumber(table: Table): Promise<number> {
    const sequence = await this.sequenceOf(table);
    if (sequence === undefined) return 0;
    const row = await this.ask(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${sequence}`);
    return Number(row?.[0]);
  }

  async goOnAfter(table: Table, last: number): Promise<void> {
    const sequence = await this.sequenceOf(table);
    if (sequence === undefined) return;
    const highest = `SELECT greatest(max(${quoted(table.numbered ?? '')}), $2) AS n FROM ${quoted(table.name)}`;
    await this.query(`SELECT setval($1::regclass, n) FROM (${highest}) AS found WHERE n > 0`, [sequence, last]);
  }

  private async sequenceOf({ name, numbered }: Table): Promise<string | undefined> {
    if (numbered === undefined) return undefined;
    const [row] = await this.query('SELECT pg_get_serial_sequence($1, $2)', [quoted(name), numbered]);
    return typeof row?.[0] === 'string' ? row[0] : undefined;
  }

  private async query(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.client.query<Value[]>({ text, values, types, rowMode: 'array' });
    return rows;
  }
}
