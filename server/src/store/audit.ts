/** What operators did. A line is written before its action begins, so that no action goes without one. */
import { all, change, first, type Work } from './engine/engine.ts';

export interface NewAuditRow {
  readonly at: number;
  /** The first letters of the hash of the operator's token. */
  readonly operator: string;
  /** The process that was asked. */
  readonly process: string;
  readonly action: string;
  /** The player, match, network or process that the action is about; empty if it is about everything. */
  readonly about: string;
  /** What else the operator said, as JSON. */
  readonly detail: string;
}

export interface AuditRow extends NewAuditRow {
  readonly n: number;
  /** Null while the action goes on, and for ever if the process ended before it knew. */
  readonly outcome: string | null;
}

export const audit = {
  /** Returns the number of the line. */
  *begin({ at, operator, process, action, about, detail }: NewAuditRow): Work<number> {
    const row = yield* first<Pick<AuditRow, 'n'>>(
      `INSERT INTO audit (at, operator, process, action, about, detail)
        VALUES ($at, $operator, $process, $action, $about, $detail) RETURNING n`,
      { at, operator, process, action, about, detail },
    );
    if (row === undefined) throw new Error('a new line of the audit has no number');
    return row.n;
  },

  *end(n: number, outcome: string): Work<void> {
    yield* change('UPDATE audit SET outcome = $outcome WHERE n = $n', { n, outcome });
  },

  /** The newest first. `before`: the last line of the page before. */
  *page({
    before = null,
    limit,
  }: {
    readonly before?: number | null;
    readonly limit: number;
  }): Work<readonly AuditRow[]> {
    return yield* all<AuditRow>(
      `SELECT n, at, operator, process, action, about, detail, outcome FROM audit
        WHERE n < $before ORDER BY n DESC LIMIT $limit`,
      { before: before ?? Number.MAX_SAFE_INTEGER, limit },
    );
  },

  /** Deletes lines that are too old, and the oldest beyond the most that are kept. */
  *sweep(upTo: number, most: number): Work<void> {
    yield* change('DELETE FROM audit WHERE at <= $upTo', { upTo });
    yield* change('DELETE FROM audit WHERE n <= (SELECT max(n) FROM audit) - $most', { most });
  },
};
