/** Runs operations on PostgreSQL. */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  type Answer,
  type Call,
  type Engine,
  type Groups,
  isReading,
  type Query,
  STORE_NOW,
  StoreError,
  type Work,
  workOf,
} from '../engine.ts';

/** Two transactions that cannot both happen, or that wait for each other. One of them is run again. */
const RUN_AGAIN: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

export const isToRunAgain = (error: unknown): boolean => RUN_AGAIN.has((error as { code?: string }).code);

const MOST_RUNS = 40;

/** Each run waits longer for its turn, by chance, so that those which met do not meet again. */
const LONGER_BY_MS = 5;

/** No statement and no lock may hold others up for longer. */
const LIMITS = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 2000 } as const;

/** A database that cannot be reached any more answers nothing at all. Then the outcome is unknown, and the connection useless. */
const ANSWERS_WITHIN_MS = LIMITS.statement_timeout + 1000;

/** A new connection costs a process of the database, and knows no plans yet. */
const KEPT_IDLE_MS = 60_000;

/** For one process. The database allows about a hundred. */
const MOST_CONNECTIONS = 8;

/** For the operations that a lock holds up, until they go on: those that need no locked table keep their connections. */
const MOST_HELD_UP = 2;

/** The database ended a wait for a lock, or a statement that took too long. */
const HELD_UP: ReadonlySet<string | undefined> = new Set(['55P03', '57014']);

/** 64-bit numbers: ours are all small enough to be exact. */
const BIGINT = pg.types.builtins.INT8;

const types = {
  getTypeParser: (oid: number) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid)),
} as pg.CustomTypesConfig;

/** An operation that PostgreSQL does in one statement of its own. Its calls follow each other on one connection. */
type InOneStatement = (client: pg.Pool, ...given: readonly never[]) => Promise<unknown>;

interface PostgresWork {
  readonly groups: Groups;
  /** By `group.name`. */
  readonly inOneStatement: Readonly<Record<string, InOneStatement>>;
}

/** How the connections of a server call themselves. */
export const CONNECTIONS = ['flower-war', 'flower-war writer', 'flower-war life', 'flower-war held up'] as const;

/**
 * A process whose store is slow would count as dead if this waited: for another operation, or for all the ways there and back that
 * a transaction takes. So it has a connection of its own, and each of its statements is whole by itself.
 */
const SIGN_OF_LIFE = 'processes.renew';

/** Then the next sign of life gets a new connection, before the process would be dead. */
const SIGN_WITHIN_MS = 2500;

export class PostgresEngine implements Engine {
  readonly isShared = true;
  onTransaction: (operation: string) => void = () => {};
  private readonly able: PostgresWork;
  private readonly pool: pg.Pool;
  /** For what is done in one statement. */
  private readonly writer: pg.Pool;
  private readonly life: pg.Pool;
  private readonly heldUp: pg.Pool;
  private lastStatement: Promise<unknown> = Promise.resolve();
  /** The operations that wrote when they ran last. */
  private readonly writing = new Set<string>();
  /** The operations that were held up when they ran last. */
  private readonly waiting = new Set<string>();

  constructor(url: string, able: PostgresWork) {
    this.able = able;
    const times = { ...LIMITS, query_timeout: ANSWERS_WITHIN_MS, connectionTimeoutMillis: 3000 };
    const settings = { connectionString: url, types, ...times, idleTimeoutMillis: KEPT_IDLE_MS, keepAlive: true };
    this.pool = new pg.Pool({ ...settings, max: MOST_CONNECTIONS, application_name: CONNECTIONS[0] });
    this.writer = new pg.Pool({ ...settings, max: 1, application_name: CONNECTIONS[1] });
    const soon = { statement_timeout: SIGN_WITHIN_MS, lock_timeout: SIGN_WITHIN_MS, query_timeout: SIGN_WITHIN_MS };
    this.life = new pg.Pool({ ...settings, ...soon, max: 1, application_name: CONNECTIONS[2] });
    this.heldUp = new pg.Pool({ ...settings, max: MOST_HELD_UP, application_name: CONNECTIONS[3] });
    for (const pool of this.pools) {
      // A connection that breaks while it is idle is replaced by the next query.
      pool.on('error', () => {});
      // In a transaction, the query under way fails by itself. The pool does not listen then, and the process would end.
      pool.on('connect', (client) => client.on('error', () => {}));
    }
  }

  run(call: Call): Promise<unknown> {
    const special = this.able.inOneStatement[`${call.group}.${call.name}`];
    return special === undefined ? this.guarded(call, () => this.watched(call)) : this.inTurn(call, special);
  }

  async close(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
  }

  private get pools(): readonly pg.Pool[] {
    return [this.pool, this.writer, this.life, this.heldUp];
  }

  private poolFor(call: Call): pg.Pool {
    if (isSignOfLife(call)) return this.life;
    return this.waiting.has(nameOf(call)) ? this.heldUp : this.pool;
  }

  private async watched(call: Call): Promise<unknown> {
    try {
      const done = await this.work(call);
      this.waiting.delete(nameOf(call));
      return done;
    } catch (error) {
      if (HELD_UP.has((error as { code?: string }).code)) this.waiting.add(nameOf(call));
      throw error;
    }
  }

  private inTurn(call: Call, special: InOneStatement): Promise<unknown> {
    const run = () =>
      this.guarded(call, () => {
        this.count(call);
        return special(this.writer, ...(call.given as never[]));
      });
    const done = this.lastStatement.then(run, run);
    this.lastStatement = done;
    return done;
  }

  private async guarded<T>({ group, name }: Call, job: () => Promise<T>): Promise<T> {
    try {
      return await job();
    } catch (cause) {
      if (!(cause instanceof Error) || isOurs(cause)) throw cause;
      throw new StoreError(`${group}.${name}: ${cause.message || (cause as { code?: string }).code}`, { cause });
    }
  }

  /**
   * An operation that reads runs without a transaction until it writes. Then it begins anew in one. What wrote when it ran last
   * begins in a transaction at once.
   */
  private async work(call: Call): Promise<unknown> {
    if (this.writing.has(nameOf(call))) return this.transact(call);
    const work = workOf(this.able.groups, call);
    let step = work.next();
    if (!step.done && step.value.isAlone === true) return this.runAlone(call, work, step.value);
    for (;;) {
      if (step.done) return step.value;
      if (!isReading(step.value) && !isSignOfLife(call)) return this.transact(call);
      this.count(call);
      step = work.next(await answer(this.poolFor(call), step.value));
    }
  }

  private async runAlone(call: Call, work: Work<unknown>, query: Query): Promise<unknown> {
    this.count(call);
    const last = work.next(await answer(this.poolFor(call), query));
    if (last.done !== true) throw notAlone(query);
    return last.value;
  }

  private count(call: Call): void {
    this.onTransaction(nameOf(call));
  }

  private async transact(call: Call): Promise<unknown> {
    for (let runs = 1; ; runs++) {
      this.count(call);
      try {
        const { value, hasWritten } = await this.transactOnce(this.poolFor(call), workOf(this.able.groups, call));
        this.writing[hasWritten ? 'add' : 'delete'](nameOf(call));
        return value;
      } catch (error) {
        if (!isToRunAgain(error) || runs === MOST_RUNS) throw error;
        await wait(Math.random() * LONGER_BY_MS * runs);
      }
    }
  }

  private async transactOnce(pool: pg.Pool, work: Work<unknown>): Promise<Finished> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
      const finished = await finish(client, work);
      await client.query('COMMIT');
      client.release();
      return finished;
    } catch (error) {
      await takeBack(client, error as Error);
      throw error;
    }
  }
}

/** A connection that did not answer cannot be asked to roll back: the database does that when it is closed. */
async function takeBack(client: pg.PoolClient, error: Error): Promise<void> {
  if (!(error instanceof pg.DatabaseError || isOurs(error))) return client.release(error);
  await client.query('ROLLBACK').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  );
}

const nameOf = ({ group, name }: Call) => `${group}.${name}`;
const isSignOfLife = (call: Call) => nameOf(call) === SIGN_OF_LIFE;

interface Finished {
  readonly value: unknown;
  readonly hasWritten: boolean;
}

type Asks = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

async function finish(client: Asks, work: Work<unknown>): Promise<Finished> {
  let hasWritten = false;
  for (let step = work.next(); ; ) {
    if (step.done) return { value: step.value, hasWritten };
    if (step.value.isAlone === true) throw notAlone(step.value);
    hasWritten ||= !isReading(step.value);
    step = work.next(await answer(client, step.value));
  }
}

async function answer(client: Asks, { sql, params }: Query): Promise<Answer> {
  const { name, text, names } = statementOf(sql);
  const { rows, rowCount } = await client.query({ name, text, values: names.map((one) => params[one]) });
  return { rows, changes: rowCount ?? 0 };
}

const notAlone = ({ sql }: Query) => new TypeError(`other statements are in the operation of this one: ${sql}`);

/** A mistake in our own code, and no failure of the database or of the way to it. */
function isOurs(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}

// Our SQL as PostgreSQL takes it: its statements and its tables.

interface Statement {
  /** PostgreSQL keeps the plan of a statement under this name. */
  readonly name: string;
  readonly text: string;
  /** The names of the parameters, by their number. */
  readonly names: readonly string[];
}

/** The rows of a list that is given as JSON: `SELECT value FROM json_each($list)`. */
const LIST = /json_each\((\$\w+)\)/g;

const LISTED = 'jsonb_array_elements_text(CAST($1 AS jsonb)) AS listed(value)';
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const known = new Map<string, Statement>();

/** Numbers instead of names for the parameters. */
function statementOf(sql: string): Statement {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const names: string[] = [];
  const text = sql
    .replace(STORE_NOW, CLOCK)
    .replace(LIST, LISTED)
    .replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
  const statement = { name: `flower_war_${known.size}`, text, names };
  known.set(sql, statement);
  return statement;
}

/** The statements that make the tables of an SQLite database again in PostgreSQL, without the rows. */
export function tablesOf(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    .all() as unknown as { sql: string }[];
  return rows.map(({ sql }) => inPostgres(sql));
}

const IDENTITY = 'BIGINT GENERATED BY DEFAULT AS IDENTITY';

/** One statement that makes or changes a table or an index. */
export function inPostgres(sql: string): string {
  const isNumbered = /WITHOUT ROWID|INTEGER PRIMARY KEY( AUTOINCREMENT)?,/.test(sql) || !sql.startsWith('CREATE TABLE');
  return sql
    .replace(/^CREATE (TABLE|(?:UNIQUE )?INDEX)(?! IF NOT EXISTS)/, 'CREATE $1 IF NOT EXISTS')
    .replace(/ADD COLUMN/g, 'ADD COLUMN IF NOT EXISTS')
    .replace(/INTEGER PRIMARY KEY AUTOINCREMENT|INTEGER PRIMARY KEY(?=,)/g, `${IDENTITY} PRIMARY KEY`)
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replace(/\)\s*STRICT(, WITHOUT ROWID)?\s*$/, isNumbered ? ')' : `, rowid ${IDENTITY})`);
}
