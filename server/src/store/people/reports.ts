/** Players' reports about another player or a match. */
import type { DatabaseSync } from 'node:sqlite';

export interface ReportRow {
  readonly at: number;
  /** Null once the reporter is deleted. */
  readonly reporter: string | null;
  readonly player: string | null;
  readonly match: string | null;
  readonly reason: string;
  readonly text: string;
  /** The talk at the table, as JSON. */
  readonly lines: string | null;
}

export interface NewReportRow extends ReportRow {
  readonly reporter: string;
}

/** The most reports of one reporter since `after`. */
export interface ReportLimit {
  readonly most: number;
  readonly after: number;
}

export class ReportStore {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      add: database.prepare(
        'INSERT INTO reports (at, reporter, player, match, reason, text, lines) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      count: database.prepare('SELECT count(*) AS n, min(at) AS oldest FROM reports WHERE reporter = ? AND at > ?'),
      by: database.prepare('SELECT * FROM reports WHERE reporter = ? ORDER BY at'),
      latest: database.prepare('SELECT * FROM reports ORDER BY at DESC, rowid DESC LIMIT ?'),
      disown: database.prepare('UPDATE reports SET reporter = NULL WHERE reporter = ?'),
      unquote: database.prepare(`UPDATE reports SET lines = (SELECT json_group_array(json(value)) FROM json_each(lines)
        WHERE value ->> 'player' <> $player) WHERE instr(lines, $player) > 0`),
      sweep: database.prepare('DELETE FROM reports WHERE at <= ?'),
    };
  }

  /** If the reporter has reached the limit: when the oldest report that counts came. */
  add({ at, reporter, player, match, reason, text, lines }: NewReportRow, { most, after }: ReportLimit) {
    const { n, oldest } = this.statements.count.get(reporter, after) as { n: number; oldest: number };
    if (n >= most) return oldest;
    this.statements.add.run(at, reporter, player, match, reason, text, lines);
    return undefined;
  }

  by(reporter: string): readonly ReportRow[] {
    return this.statements.by.all(reporter) as unknown as ReportRow[];
  }

  /** The newest first. */
  latest(limit: number): readonly ReportRow[] {
    return this.statements.latest.all(limit) as unknown as ReportRow[];
  }

  /** The player's reports stay, without their sender. All reports lose what the player said. */
  forget(player: string): void {
    this.statements.disown.run(player);
    this.statements.unquote.run({ player });
  }

  sweep(upTo: number): void {
    this.statements.sweep.run(upTo);
  }
}
