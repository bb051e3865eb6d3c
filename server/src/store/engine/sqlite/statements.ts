/** The statements of one connection to SQLite. Each is prepared once. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { type Answer, type Query, STORE_NOW } from '../work.ts';

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
