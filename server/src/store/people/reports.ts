/** Players' reports about another player or a match. */
import { all, change, first, type Work } from '../engine/engine.ts';
import { people } from './people.ts';

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

const COLUMNS = 'at, reporter, player, match, reason, text, lines';

interface Counted {
  readonly n: number;
  readonly oldest: number;
}

export const reports = {
  /**
   * If the reporter has reached the limit: when the oldest report that counts came. Keeps nothing of a reporter who was
   * deleted, and no words of others who were.
   */
  *add(
    { at, reporter, player, match, reason, text, lines }: NewReportRow,
    limit: ReportLimit,
  ): Work<number | 'unknown' | undefined> {
    if (!(yield* people.isKnown(reporter))) return 'unknown';
    const sql = 'SELECT count(*) AS n, min(at) AS oldest FROM reports WHERE reporter = $reporter AND at > $after';
    const { n, oldest } = (yield* first<Counted>(sql, { reporter, after: limit.after })) ?? { n: 0, oldest: at };
    if (n >= limit.most) return oldest;
    yield* change(`INSERT INTO reports (${COLUMNS}) VALUES ($at, $reporter, $player, $match, $reason, $text, $lines)`, {
      at,
      reporter,
      player,
      match,
      reason,
      text,
      lines: lines === null ? null : yield* ofKnown(lines),
    });
    return undefined;
  },

  *by(reporter: string): Work<readonly ReportRow[]> {
    return yield* all<ReportRow>(`SELECT ${COLUMNS} FROM reports WHERE reporter = $reporter ORDER BY at`, { reporter });
  },

  /** The newest first. */
  *latest(limit: number): Work<readonly ReportRow[]> {
    return yield* all<ReportRow>(`SELECT ${COLUMNS} FROM reports ORDER BY at DESC, rowid DESC LIMIT $limit`, { limit });
  },

  /** About this player, the newest first. */
  *about(player: string, limit: number): Work<readonly ReportRow[]> {
    return yield* all<ReportRow>(
      `SELECT ${COLUMNS} FROM reports WHERE player = $player ORDER BY at DESC, rowid DESC LIMIT $limit`,
      { player, limit },
    );
  },

  /** The player's reports stay, without their sender. All reports lose what the player said. */
  *forget(player: string): Work<void> {
    yield* change('UPDATE reports SET reporter = NULL WHERE reporter = $player', { player });
    const quoting = yield* all<{ rowid: number; lines: string }>(
      `SELECT rowid, lines FROM reports WHERE replace(lines, $player, '') <> lines`,
      { player },
    );
    for (const { rowid, lines } of quoting)
      yield* change('UPDATE reports SET lines = $lines WHERE rowid = $rowid', { rowid, lines: without(lines, player) });
  },

  *sweep(upTo: number): Work<void> {
    yield* change('DELETE FROM reports WHERE at <= $upTo', { upTo });
  },
};

interface Quoted {
  readonly player: string;
}

/** The talk, without what deleted players said. */
function* ofKnown(lines: string): Work<string> {
  const said = JSON.parse(lines) as readonly Quoted[];
  const found = yield* people.findAll([...new Set(said.map(({ player }) => player))]);
  const known = new Set(found.map(({ player }) => player));
  return JSON.stringify(said.filter(({ player }) => known.has(player)));
}

/** The talk, without what this player said. */
function without(lines: string, player: string): string {
  const said = JSON.parse(lines) as readonly Quoted[];
  return JSON.stringify(said.filter((line) => line.player !== player));
}
