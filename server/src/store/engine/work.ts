/**
 * Operations on the data, written once for every database. An operation is a generator that yields its queries. The engine
 * runs them one after another, in one transaction.
 */

export type Value = string | number | null;

export type Params = Readonly<Record<string, Value>>;

/** One statement, in the SQL that all our databases share. `$name` stands for a parameter. */
export interface Query {
  readonly sql: string;
  readonly params: Params;
  /** What the operation needs to know of the outcome. */
  readonly wants: 'rows' | 'first row' | 'changes';
  /** It is the only statement of its operation, and so needs no transaction around it. */
  readonly isAlone?: true;
}

/**
 * `store_now($now)` is the time of the store in milliseconds: the database's own if several processes share it, else the time
 * of the process, which it gives along.
 */
export const STORE_NOW = /store_now\((\$\w+)\)/g;

export function isReading({ sql, wants }: Query): boolean {
  return wants !== 'changes' && /^\s*(SELECT|WITH)\b/.test(sql);
}

export interface Answer {
  readonly rows: readonly unknown[];
  /** The number of rows that the statement changed. */
  readonly changes: number;
}

export type Work<T> = Generator<Query, T, Answer>;

/** All rows. */
export function* all<Row>(sql: string, params: Params = {}): Work<readonly Row[]> {
  const { rows } = yield { sql, params, wants: 'rows' };
  return rows as readonly Row[];
}

/** The first row, if any. */
export function* first<Row>(sql: string, params: Params = {}): Work<Row | undefined> {
  const { rows } = yield { sql, params, wants: 'first row' };
  return rows[0] as Row | undefined;
}

/** Changes data. Returns how many rows changed. */
export function* change(sql: string, params: Params = {}): Work<number> {
  const { changes } = yield { sql, params, wants: 'changes' };
  return changes;
}

/** The same, where it is all that the operation does: PostgreSQL then needs one way there and back instead of three. */
export function* changeAlone(sql: string, params: Params = {}): Work<number> {
  const { changes } = yield { sql, params, wants: 'changes', isAlone: true };
  return changes;
}
