/** What players tell the host about a player or a match. Kept for a time, then forgotten. */
import type { DatabaseSync } from 'node:sqlite';
import type { NewReport, OperatorReport, Report } from '@flower-war/protocol';

const DAY_MS = 24 * 60 * 60 * 1000;
/** By one player within a day. */
export const MOST_REPORTS = 20;

interface ReportRow {
  readonly at: number;
  readonly reporter: string | null;
  readonly player: string | null;
  readonly match: string | null;
  readonly reason: Report['reason'];
  readonly text: string;
}

export class Reports {
  private readonly statements;
  private readonly keptForMs: number;

  constructor(database: DatabaseSync, keptForDays: number) {
    this.keptForMs = keptForDays * DAY_MS;
    this.statements = {
      add: database.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?)'),
      count: database.prepare('SELECT count(*) AS n FROM reports WHERE reporter = ? AND at > ?'),
      by: database.prepare('SELECT * FROM reports WHERE reporter = ? ORDER BY at'),
      latest: database.prepare('SELECT * FROM reports ORDER BY at DESC, rowid DESC LIMIT ?'),
      disown: database.prepare('UPDATE reports SET reporter = NULL WHERE reporter = ?'),
      sweep: database.prepare('DELETE FROM reports WHERE at <= ?'),
    };
  }

  add(reporter: string, report: NewReport, now: number): 'kept' | 'too-many' {
    const { n } = this.statements.count.get(reporter, now - DAY_MS) as { n: number };
    if (n >= MOST_REPORTS) return 'too-many';
    const player = 'player' in report ? report.player : null;
    this.statements.add.run(now, reporter, player, report.match ?? null, report.reason, report.text ?? '');
    return 'kept';
  }

  by(reporter: string): readonly Report[] {
    return (this.statements.by.all(reporter) as unknown as ReportRow[]).map(reportOf);
  }

  /** The newest first, with who sent them: for the operator alone. */
  latest(limit: number): readonly OperatorReport[] {
    const rows = this.statements.latest.all(limit) as unknown as ReportRow[];
    return rows.map((row) => ({ ...reportOf(row), ...(row.reporter !== null && { reporter: row.reporter }) }));
  }

  /** The report stays, and nobody knows any more who sent it. */
  disown(reporter: string): void {
    this.statements.disown.run(reporter);
  }

  sweep(now: number): void {
    this.statements.sweep.run(now - this.keptForMs);
  }
}

function reportOf({ at, player, match, reason, text }: ReportRow): Report {
  return { at, ...(player !== null && { player }), ...(match !== null && { match }), reason, text };
}
