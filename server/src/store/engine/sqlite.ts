/** Runs operations on SQLite, in the thread that calls. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { type Call, type Groups, StoreError, workOf } from './engine.ts';
import { type Answer, type Query, STORE_NOW, type Work } from './work.ts';

export type Outcome = { readonly value: unknown } | { readonly failure: Error };

const NO_ROWS: readonly Record<string, SQLOutputValue>[] = [];
const NAMED = /\$([a-zA-Z]\w*)/g;
const READS = /^\s*(SELECT|WITH)\b/;

/** Values by their place are bound faster than values by their name. */
interface Prepared {
  readonly statement: StatementSync;
  /** The names of the parameters, by their place. */
  readonly names: readonly string[];
  readonly isReading: boolean;
}

const TO_SAVEPOINT = 'ROLLBACK TO one';

/** How to take back what an operation has written, if it has written. */
interface Undo {
  by: 'nothing' | 'ROLLBACK' | typeof TO_SAVEPOINT;
}

export class SqliteRunner {
  private readonly database: DatabaseSync;
  private readonly groups: Groups;
  private readonly statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, groups: Groups) {
    this.database = database;
    this.groups = groups;
  }

  /**
   * Runs the operations in one transaction, and so with one sync of the disk. One that fails takes no other down. If the
   * transaction itself fails, all fail.
   */
  run(calls: readonly Call[]): readonly Outcome[] {
    try {
      const outcomes = calls.map((call) => this.outcomeOf(call));
      if (this.database.isTransaction) this.do('COMMIT');
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

  private outcomeOf(call: Call): Outcome {
    const undo: Undo = { by: 'nothing' };
    try {
      return { value: this.finish(workOf(this.groups, call), undo) };
    } catch (cause) {
      // A full disk ends the whole transaction by itself, and with it what other operations wrote.
      if (undo.by !== 'nothing' && !this.database.isTransaction) throw cause;
      if (undo.by !== 'nothing') this.do(undo.by);
      return { failure: failureOf(cause, call) };
    } finally {
      if (undo.by === TO_SAVEPOINT && this.database.isTransaction) this.do('RELEASE one');
    }
  }

  private finish(work: Work<unknown>, undo: Undo): unknown {
    for (let step = work.next(); ; ) {
      if (step.done) return step.value;
      const prepared = this.prepared(step.value.sql);
      if (undo.by === 'nothing' && !prepared.isReading) undo.by = this.beginToWrite();
      step = work.next(answer(prepared, step.value));
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

  private do(sql: string): void {
    this.prepared(sql).statement.run();
  }

  private prepared(sql: string): Prepared {
    const kept = this.statements.get(sql);
    if (kept !== undefined) return kept;
    const text = sql.replace(STORE_NOW, '$1');
    const names = [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))];
    const statement = this.database.prepare(text.replace(NAMED, (_, name: string) => `?${names.indexOf(name) + 1}`));
    const fresh = { statement, names, isReading: READS.test(sql) };
    this.statements.set(sql, fresh);
    return fresh;
  }
}

function answer({ statement, names }: Prepared, { params, wants }: Query): Answer {
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

/** A mistake in our own code keeps its name. */
function failureOf(cause: unknown, { group, name }: Call): Error {
  const { code, message } = cause as Error & { readonly code?: string };
  return code === 'ERR_SQLITE_ERROR' ? new StoreError(`${group}.${name}: ${message}`, { cause }) : (cause as Error);
}
