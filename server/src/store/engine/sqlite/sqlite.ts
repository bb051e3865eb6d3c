/** Runs operations on SQLite, in the thread that calls. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  type Answer,
  type Call,
  type Engine,
  failureOf,
  type Groups,
  isReading,
  type Outcome,
  type Query,
  STORE_NOW,
  StoreError,
  type Work,
  workOf,
} from '../engine.ts';

const TO_SAVEPOINT = 'ROLLBACK TO one';

/** How to take back what an operation has written, if it has written. */
interface Undo {
  by: 'nothing' | 'ROLLBACK' | typeof TO_SAVEPOINT;
}

interface Running {
  readonly undo: Undo;
  /** No other operation runs in the same transaction, so SQLite may commit a statement that is alone by itself. */
  readonly mayBeAlone: boolean;
}

export class SqliteRunner {
  /** How many transactions were committed, also those of a statement that runs alone. */
  commits = 0;
  private readonly database: DatabaseSync;
  private readonly groups: Groups;
  private readonly statements: Statements;

  constructor(database: DatabaseSync, groups: Groups) {
    this.database = database;
    this.groups = groups;
    this.statements = new Statements(database);
  }

  /**
   * Runs the operations in one transaction, and so with one sync of the disk. One that fails takes no other down. If the
   * transaction itself fails, all fail.
   */
  run(calls: readonly Call[]): readonly Outcome[] {
    try {
      const mayBeAlone = calls.length === 1;
      const outcomes = calls.map((call) => this.outcomeOf(call, mayBeAlone));
      if (this.database.isTransaction) this.commit();
      return outcomes;
    } catch (cause) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      const failure = new StoreError(`the database could not write: ${(cause as Error).message}`, { cause });
      return calls.map(() => ({ failure }));
    }
  }

  close(): void {
    this.database.close();
  }

  private outcomeOf(call: Call, mayBeAlone: boolean): Outcome {
    const undo: Undo = { by: 'nothing' };
    try {
      return { value: this.finish(workOf(this.groups, call), { undo, mayBeAlone }) };
    } catch (cause) {
      // A full disk ends the whole transaction by itself, and with it what other operations wrote.
      if (undo.by !== 'nothing' && !this.database.isTransaction) throw cause;
      if (undo.by !== 'nothing') this.do(undo.by);
      return { failure: failureOf(cause, call) };
    } finally {
      if (undo.by === TO_SAVEPOINT && this.database.isTransaction) this.do('RELEASE one');
    }
  }

  private finish(work: Work<unknown>, { undo, mayBeAlone }: Running): unknown {
    for (let step = work.next(); ; ) {
      if (step.done) return step.value;
      if (mayBeAlone && step.value.isAlone) this.commits++;
      else if (undo.by === 'nothing' && !isReading(step.value)) undo.by = this.beginToWrite();
      step = work.next(this.statements.answer(step.value));
    }
  }

  /**
   * The first operation that writes needs no savepoint: the transaction holds nothing else. With a savepoint SQLite copies each
   * page into a file before it changes.
   */
  private beginToWrite(): Undo['by'] {
    const isFirst = !this.database.isTransaction;
    this.do(isFirst ? 'BEGIN IMMEDIATE' : 'SAVEPOINT one');
    return isFirst ? 'ROLLBACK' : TO_SAVEPOINT;
  }

  private commit(): void {
    this.do('COMMIT');
    this.commits++;
  }

  private do(sql: string): void {
    this.statements.run(sql);
  }
}

/** SQLite in this thread, for data in memory and for tools: there is no disk to wait for, or no client that waits. */
export function inThisThread(database: DatabaseSync, groups: Groups): Engine {
  const runner = new SqliteRunner(database, groups);
  return {
    isShared: false,
    get commits() {
      return runner.commits;
    },
    run: async (call: Call) => {
      const [outcome] = runner.run([call]);
      if (outcome === undefined || 'failure' in outcome) throw outcome?.failure;
      return outcome.value;
    },
    close: async () => runner.close(),
  };
}

// The statements of one connection to SQLite. Each is prepared once.

const NO_ROWS: readonly Record<string, SQLOutputValue>[] = [];
const NAMED = /\$([a-zA-Z]\w*)/g;

/** Values by their place are bound faster than values by their name. */
interface Prepared {
  readonly statement: StatementSync;
  /** The names of the parameters, by their place. */
  readonly names: readonly string[];
}

export class Statements {
  private readonly database: DatabaseSync;
  private readonly kept = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  run(sql: string): void {
    this.prepared(sql).statement.run();
  }

  answer({ sql, params, wants }: Query): Answer {
    const { statement, names } = this.prepared(sql);
    const values = names.map((name) => params[name] as SQLInputValue);
    switch (wants) {
      case 'rows':
        return { rows: statement.all(...values), changes: 0 };
      case 'first row': {
        const row = statement.get(...values);
        return { rows: row === undefined ? NO_ROWS : [row], changes: 0 };
      }
      case 'changes':
        return { rows: NO_ROWS, changes: Number(statement.run(...values).changes) };
    }
  }

  private prepared(sql: string): Prepared {
    const kept = this.kept.get(sql);
    if (kept !== undefined) return kept;
    const text = sql.replace(STORE_NOW, '$1');
    const names = [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))];
    const statement = this.database.prepare(text.replace(NAMED, (_, name: string) => `?${names.indexOf(name) + 1}`));
    const fresh = { statement, names };
    this.kept.set(sql, fresh);
    return fresh;
  }
}
