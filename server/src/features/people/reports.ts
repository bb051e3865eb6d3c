/** Players' reports about another player or a match, for the operator. They are deleted after some days. */
import type { NewReport, OperatorReport, QuotedLine, Report } from '@flower-war/protocol';
import { Refused, RefusedFor } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import type { ReportRow } from '../../store/people/reports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** From one player within a day. */
const MOST_REPORTS = 20;

type ReportWithLines = NewReport & { readonly lines?: readonly QuotedLine[] };

export class PlayerReports {
  private readonly store: Stores['reports'];
  private readonly keptForMs: number;

  constructor(store: Stores['reports'], keptForDays: number) {
    this.store = store;
    this.keptForMs = keptForDays * DAY_MS;
  }

  /** `lines` is the talk at the reported table. */
  async add(reporter: string, report: ReportWithLines, now: number): Promise<void> {
    const { match = null, reason, text = '', lines = [] } = report;
    const row = {
      at: now,
      reporter,
      player: 'player' in report ? report.player : null,
      match,
      reason,
      text,
      lines: lines.length > 0 ? JSON.stringify(lines) : null,
    };
    const oldest = await this.store.add(row, { most: MOST_REPORTS, after: now - DAY_MS });
    if (oldest === 'unknown') throw new Refused('unauthorized');
    if (oldest !== undefined) throw new RefusedFor('too-many-reports', (oldest + DAY_MS - now) / 1000);
  }

  async by(reporter: string): Promise<readonly Report[]> {
    return (await this.store.by(reporter)).map(reportOf);
  }

  /** The newest first, with their senders: for the operator only. */
  async latest(limit: number): Promise<readonly OperatorReport[]> {
    return (await this.store.latest(limit)).map(forOperator);
  }

  /** The newest reports about a player: for the operator only. */
  async about(player: string, limit: number): Promise<readonly OperatorReport[]> {
    return (await this.store.about(player, limit)).map(forOperator);
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now - this.keptForMs);
  }
}

function forOperator(row: ReportRow): OperatorReport {
  return {
    ...reportOf(row),
    ...(row.reporter !== null && { reporter: row.reporter }),
    ...(row.lines !== null && { lines: JSON.parse(row.lines) as QuotedLine[] }),
  };
}

function reportOf({ at, player, match, reason, text }: ReportRow): Report {
  return {
    at,
    ...(player !== null && { player }),
    ...(match !== null && { match }),
    reason: reason as Report['reason'],
    text,
  };
}
