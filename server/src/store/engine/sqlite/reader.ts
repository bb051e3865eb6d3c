/** Reads on a connection of their own, so that they see only what is durable, also while the disk syncs what came later. */
import type { DatabaseSync } from 'node:sqlite';
import { type Call, type Groups, workOf } from '../engine.ts';
import { failureOf, type Outcome } from '../outcome.ts';
import { isReading } from '../work.ts';
import { Statements } from './statements.ts';

export class Reader {
  private readonly database: DatabaseSync;
  private readonly groups: Groups;
  private readonly statements: Statements;

  constructor(database: DatabaseSync, groups: Groups) {
    this.database = database;
    this.groups = groups;
    this.statements = new Statements(database);
    database.exec('PRAGMA query_only = ON'); // a write that gets here would be visible before it is durable
  }

  /** Runs the call as far as it only reads. Undefined if it writes: it must begin anew elsewhere. */
  outcomeOf(call: Call): Outcome | undefined {
    try {
      const work = workOf(this.groups, call);
      for (let step = work.next(); ; ) {
        if (step.done) return { value: step.value };
        if (!isReading(step.value)) return undefined;
        step = work.next(this.statements.answer(step.value));
      }
    } catch (cause) {
      return { failure: failureOf(cause, call) };
    }
  }

  /** From now on reads see the data as it is now. A transaction takes its view of the data with its first statement. */
  hold(): void {
    if (this.database.isTransaction) return;
    this.statements.run('BEGIN');
    this.statements.answer({ sql: 'SELECT 1 FROM sqlite_schema', params: {}, wants: 'first row' });
  }

  /** Reads see the newest data again. */
  letGo(): void {
    if (this.database.isTransaction) this.statements.run('COMMIT');
  }

  close(): void {
    this.database.close();
  }
}
