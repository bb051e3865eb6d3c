/** Runs operations on one database. */

/** Groups of operations by name: data, so that another thread can run them. */
export type Groups = Readonly<Record<string, Readonly<Record<string, (...given: never[]) => Work<unknown>>>>>;

/** An operation to run. What is given must be plain data. */
export interface Call {
  readonly group: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

export interface Engine {
  /** Several processes may use the data at once. */
  readonly isShared: boolean;
  /** How many transactions were committed. Only SQLite counts them. */
  readonly commits?: number;
  /** Called with `group.name` of each transaction, also of those that are run again. Only PostgreSQL counts them. */
  onTransaction?: (operation: string) => void;
  /** Resolves when what the operation changed is durable. Rejects with a `StoreError` if the outcome is unknown. */
  run(call: Call): Promise<unknown>;
  close(): Promise<void>;
}

/** A failure outside our code, such as a full disk or a lost connection. A later retry may help. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The operations of a group, as functions that wait for their outcome. */
export type Waiting<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...given: infer Given) => Work<infer Outcome>
    ? (...given: Given) => Promise<Outcome>
    : never;
};

export type Stores<All> = { readonly [Name in keyof All]: Waiting<All[Name]> };

export function storesOn<All extends Groups>(engine: Engine, groups: All): Stores<All> {
  const waiting = (group: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, (...given: unknown[]) => engine.run({ group, name, given })] as const),
    );
  const entries = Object.entries(groups).map(([group, one]) => [group, waiting(group, Object.keys(one))] as const);
  return Object.fromEntries(entries) as unknown as Stores<All>;
}

/** The operation that a call names. */
export function workOf(groups: Groups, { group, name, given }: Call): Work<unknown> {
  const operation = groups[group]?.[name];
  if (operation === undefined) throw new Error(`no operation ${group}.${name}`);
  return operation(...(given as never[]));
}

// What became of a call.

export type Outcome = { readonly value: unknown } | { readonly failure: Error };

/** A mistake in our own code keeps its name. */
export function failureOf(cause: unknown, { group, name }: Call): Error {
  const { code, message } = cause as Error & { readonly code?: string };
  return code === 'ERR_SQLITE_ERROR' ? new StoreError(`${group}.${name}: ${message}`, { cause }) : (cause as Error);
}

/**
 * Operations on the data, written once for every database. An operation is a generator that yields its queries. The engine
 * runs them one after another, in one transaction.
 */

export type Value = string | number | null;

type Params = Readonly<Record<string, Value>>;

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

/** The database cannot hold a server's data as it is. The message says what to change. */
export class UnfitDatabase extends Error {}
