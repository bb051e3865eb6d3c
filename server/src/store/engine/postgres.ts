/** Runs operations on PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Call, type Engine, type Groups, StoreError, workOf } from './engine.ts';
import { statementOf } from './postgresSql.ts';
import { type Answer, isReading, type Query, type Work } from './work.ts';

/** Two transactions that cannot both happen, or that wait for each other. One of them is run again. */
const RUN_AGAIN: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);
const MOST_RUNS = 40;
/** Each run waits longer for its turn, by chance, so that those which met do not meet again. */
const LONGER_BY_MS = 5;

/** No statement and no lock may hold others up for longer. */
const LIMITS = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 2000 } as const;

/** For one process. The database allows about a hundred. */
const MOST_CONNECTIONS = 8;

/** 64-bit numbers: ours are all small enough to be exact. */
const BIGINT = pg.types.builtins.INT8;
const types = {
  getTypeParser: (oid: number) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid)),
} as pg.CustomTypesConfig;

/** An operation that PostgreSQL does in one statement of its own. Its calls follow each other on one connection. */
type InOneStatement = (client: pg.Pool, ...given: readonly never[]) => Promise<unknown>;

export interface PostgresWork {
  readonly groups: Groups;
  /** By `group.name`. */
  readonly inOneStatement: Readonly<Record<string, InOneStatement>>;
}

/** How the connections of a server call themselves. */
export const CONNECTIONS = ['flower-war', 'flower-war writer'] as const;

export class PostgresEngine implements Engine {
  readonly isShared = true;
  private readonly able: PostgresWork;
  private readonly pool: pg.Pool;
  /** For what is done in one statement. */
  private readonly writer: pg.Pool;
  private lastStatement: Promise<unknown> = Promise.resolve();

  constructor(url: string, able: PostgresWork) {
    this.able = able;
    const settings = { connectionString: url, types, ...LIMITS, connectionTimeoutMillis: 3000, keepAlive: true };
    this.pool = new pg.Pool({ ...settings, max: MOST_CONNECTIONS, application_name: CONNECTIONS[0] });
    this.writer = new pg.Pool({ ...settings, max: 1, application_name: CONNECTIONS[1] });
    for (const pool of [this.pool, this.writer]) {
      // A connection that breaks while it is idle is replaced by the next query.
      pool.on('error', () => {});
      // In a transaction, the query under way fails by itself. The pool does not listen then, and the process would end.
      pool.on('connect', (client) => client.on('error', () => {}));
    }
  }

  run(call: Call): Promise<unknown> {
    const special = this.able.inOneStatement[`${call.group}.${call.name}`];
    return special === undefined ? this.guarded(call, () => this.work(call)) : this.inTurn(call, special);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.writer.end()]);
  }

  private inTurn(call: Call, special: InOneStatement): Promise<unknown> {
    const run = () => this.guarded(call, () => special(this.writer, ...(call.given as never[])));
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

  /** Reads by themselves, as far as the operation only reads. What writes begins anew in a transaction. */
  private async work(call: Call): Promise<unknown> {
    const work = workOf(this.able.groups, call);
    for (let step = work.next(); ; ) {
      if (step.done) return step.value;
      if (step.value.wants === 'changes' || !isReading(step.value)) return this.transact(call);
      step = work.next(await answer(this.pool, step.value));
    }
  }

  private async transact(call: Call): Promise<unknown> {
    for (let runs = 1; ; runs++) {
      try {
        return await this.transactOnce(workOf(this.able.groups, call));
      } catch (error) {
        if (!RUN_AGAIN.has((error as { code?: string }).code) || runs === MOST_RUNS) throw error;
        await wait(Math.random() * LONGER_BY_MS * runs);
      }
    }
  }

  private async transactOnce(work: Work<unknown>): Promise<unknown> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
      const value = await finish(client, work);
      await client.query('COMMIT');
      client.release();
      return value;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    }
  }
}

type Asks = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

async function finish(client: Asks, work: Work<unknown>): Promise<unknown> {
  for (let step = work.next(); ; ) {
    if (step.done) return step.value;
    step = work.next(await answer(client, step.value));
  }
}

async function answer(client: Asks, { sql, params }: Query): Promise<Answer> {
  const { name, text, names } = statementOf(sql);
  const { rows, rowCount } = await client.query({ name, text, values: names.map((one) => params[one]) });
  return { rows, changes: rowCount ?? 0 };
}

/** A mistake in our own code, and no failure of the database or of the way to it. */
function isOurs(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}
