/** What players tell the host about a player or a match. Kept for a time, then forgotten. */
import type { DatabaseSync } from 'node:sqlite';
import type { NewReport, OperatorReport, QuotedLine, Report } from '@flower-war/protocol';

const DAY_MS = 24 * 60 * 60 * 1000;
/** By one player within a day. */
const MOST_REPORTS = 20;

type Told = NewReport & { readonly lines?: readonly QuotedLine[] };

interface ReportRow {
  readonly at: number;
  readonly reporter: string | null;
  readonly player: string | null;
  readonly match: string | null;
  readonly reason: Report['reason'];
  readonly text: string;
  readonly lines: string | null;
}

export class Reports {
  private readonly statements;
  private readonly keptForMs: number;

  constructor(database: DatabaseSync, keptForDays: number) {
    this.keptForMs = keptForDays * DAY_MS;
    this.statements = {
      add: database.prepare(
        'INSERT INTO reports (at, reporter, player, match, reason, text, lines) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      count: database.prepare('SELECT count(*) AS n FROM reports WHERE reporter = ? AND at > ?'),
      by: database.prepare('SELECT * FROM reports WHERE reporter = ? ORDER BY at'),
      latest: database.prepare('SELECT * FROM reports ORDER BY at DESC, rowid DESC LIMIT ?'),
      disown: database.prepare('UPDATE reports SET reporter = NULL WHERE reporter = ?'),
      unquote: database.prepare(`UPDATE reports SET lines = (SELECT json_group_array(json(value)) FROM json_each(lines)
        WHERE value ->> 'player' <> $player) WHERE instr(lines, $player) > 0`),
      sweep: database.prepare('DELETE FROM reports WHERE at <= ?'),
    };
  }

  /** `lines`: what was said at the table it is about. */
  add(reporter: string, report: Told, now: number): 'kept' | 'too-many' {
    const { n } = this.statements.count.get(reporter, now - DAY_MS) as { n: number };
    if (n >= MOST_REPORTS) return 'too-many';
    const player = 'player' in report ? report.player : null;
    const { match = null, reason, text = '', lines = [] } = report;
    this.statements.add.run(
      now,
      reporter,
      player,
      match,
      reason,
      text,
      lines.length > 0 ? JSON.stringify(lines) : null,
    );
    return 'kept';
  }

  by(reporter: string): readonly Report[] {
    return (this.statements.by.all(reporter) as unknown as ReportRow[]).map(reportOf);
  }

  /** The newest first, with who sent them: for the operator alone. */
  latest(limit: number): readonly OperatorReport[] {
    const rows = this.statements.latest.all(limit) as unknown as ReportRow[];
    return rows.map((row) => ({
      ...reportOf(row),
      ...(row.reporter !== null && { reporter: row.reporter }),
      ...(row.lines !== null && { lines: JSON.parse(row.lines) as QuotedLine[] }),
    }));
  }

  /** The report stays, and nobody knows any more who sent it. */
  disown(reporter: string): void {
    this.statements.disown.run(reporter);
  }

  /** Nothing that this player said is kept any more. */
  unquote(player: string): void {
    this.statements.unquote.run({ player });
  }

  sweep(now: number): void {
    this.statements.sweep.run(now - this.keptForMs);
  }
}

function reportOf({ at, player, match, reason, text }: ReportRow): Report {
  return { at, ...(player !== null && { player }), ...(match !== null && { match }), reason, text };
}
