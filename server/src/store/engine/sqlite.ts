/** Runs operations on SQLite, in the thread that calls. */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { type Call, type Groups, StoreError, workOf } from './engine.ts';
import type { Answer, Query, Work } from './work.ts';

export type Outcome = { readonly value: unknown } | { readonly failure: Error };

const NO_ROWS: readonly Record<string, SQLOutputValue>[] = [];
const READS = /^\s*(SELECT|WITH)\b/;

export class SqliteRunner {
  private readonly database: DatabaseSync;
  private readonly groups: Groups;
  private readonly statements = new Map<string, StatementSync>();
  private readonly reading = new Set<string>();

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
      if (this.database.isTransaction) this.database.exec('COMMIT');
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
    const undo = { isNeeded: false };
    try {
      return { value: this.finish(workOf(this.groups, call), undo) };
    } catch (cause) {
      // A full disk ends the whole transaction by itself, and with it what other operations wrote.
      if (undo.isNeeded && !this.database.isTransaction) throw cause;
      if (undo.isNeeded) this.database.exec('ROLLBACK TO one');
      return { failure: failureOf(cause, call) };
    } finally {
      if (undo.isNeeded && this.database.isTransaction) this.database.exec('RELEASE one');
    }
  }

  private finish(work: Work<unknown>, undo: { isNeeded: boolean }): unknown {
    for (let step = work.next(); ; ) {
      if (step.done) return step.value;
      if (!undo.isNeeded && !this.isReading(step.value.sql)) {
        if (!this.database.isTransaction) this.database.exec('BEGIN IMMEDIATE');
        this.database.exec('SAVEPOINT one');
        undo.isNeeded = true;
      }
      step = work.next(this.answer(step.value));
    }
  }

  private answer({ sql, params, wants }: Query): Answer {
    const statement = this.statement(sql);
    if (wants === 'rows') return { rows: statement.all(params), changes: 0 };
    return { rows: NO_ROWS, changes: Number(statement.run(params).changes) };
  }

  private statement(sql: string): StatementSync {
    const kept = this.statements.get(sql);
    if (kept !== undefined) return kept;
    const fresh = this.database.prepare(sql);
    this.statements.set(sql, fresh);
    if (READS.test(sql)) this.reading.add(sql);
    return fresh;
  }

  private isReading(sql: string): boolean {
    this.statement(sql);
    return this.reading.has(sql);
  }
}

/** A mistake in our own code keeps its name. */
function failureOf(cause: unknown, { group, name }: Call): Error {
  const { code, message } = cause as Error & { readonly code?: string };
  return code === 'ERR_SQLITE_ERROR' ? new StoreError(`${group}.${name}: ${message}`, { cause }) : (cause as Error);
}
