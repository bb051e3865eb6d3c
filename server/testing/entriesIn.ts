/** Looks at the entries in a data folder while a server uses it. It sees what is stored, and disturbs no writer. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { databaseIn } from '../src/store/data-folder/database.ts';

export class EntriesIn {
  private readonly database: DatabaseSync;
  private readonly last: StatementSync;

  /** The folder must hold a database. */
  constructor(folder: string) {
    this.database = new DatabaseSync(databaseIn(folder), { readOnly: true, timeout: 2000 });
    this.last = this.database.prepare('SELECT seq FROM entries WHERE match = ? ORDER BY seq DESC LIMIT 1');
  }

  /** How many entries the match has. */
  countOf(match: string): number {
    const row = this.last.get(match) as { readonly seq: number } | undefined;
    return row === undefined ? 0 : row.seq + 1;
  }

  /** The lines of its record. */
  linesOf(match: string): readonly string[] {
    const rows = this.database.prepare('SELECT line FROM entries WHERE match = ? ORDER BY seq').all(match);
    return rows.map(({ line }) => String(line));
  }

  close(): void {
    this.database.close();
  }
}
