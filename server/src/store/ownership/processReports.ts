/** What each process tells of itself, in its row of the table of processes, and what operators want of it. */
import { all, change, first, type Work } from '../engine/work.ts';

export interface ProcessReport {
  readonly process: string;
  /** Counts and the like, as JSON. */
  readonly numbers: string;
  /** Who and what is connected, as JSON; null if that has not changed. */
  readonly present: string | null;
}

export interface ReportedRow {
  readonly process: string;
  readonly name: string;
  readonly beganAt: number;
  readonly renewedAt: number;
  readonly endedAt: number | null;
  readonly drained: number;
  readonly numbers: string | null;
  readonly present: string | null;
}

export const processReports = {
  /** Returns whether an operator drains the process. Undefined if the process has no row. */
  *tell({ process, numbers, present }: ProcessReport): Work<boolean | undefined> {
    yield* change(TELL, { process, numbers, present });
    const sql = 'SELECT drained FROM processes WHERE process = $process';
    const row = yield* first<Pick<ReportedRow, 'drained'>>(sql, { process });
    return row && row.drained === 1;
  },

  /** Those that live, and those that ended less than `within` ago, by name. */
  *all(now: number, within: number): Work<readonly ReportedRow[]> {
    return yield* all<ReportedRow>(ALL, { now, within });
  },

  /** Takes living processes out of service or back: those with this name or id, or all. Returns how many. */
  *drain(which: string | null, isDrained: boolean): Work<number> {
    return yield* change(DRAIN, { which, drained: isDrained ? 1 : 0 });
  },
};

const TELL =
  'UPDATE processes SET numbers = $numbers, present = coalesce(CAST($present AS TEXT), present) WHERE process = $process';

const ALL = `
  SELECT process, name, began_at AS "beganAt", renewed_at AS "renewedAt", ended_at AS "endedAt", drained, numbers,
    CASE WHEN ended_at IS NULL THEN present END AS present
  FROM processes WHERE ended_at IS NULL OR ended_at > store_now($now) - $within ORDER BY name, began_at, process`;

const DRAIN = `
  UPDATE processes SET drained = $drained WHERE ended_at IS NULL
    AND (CAST($which AS TEXT) IS NULL OR name = $which OR process = $which)`;
