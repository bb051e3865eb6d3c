/** When a server was alive, and how long none was. */
import { OUTAGE_AFTER_MS } from '../../base/serverTime.ts';
import { all, change, first, type Work } from '../engine/work.ts';

export const alive = {
  /** When a server last noted that it was alive. */
  *lastBeat(): Work<number | undefined> {
    return (yield* first<{ at: number }>('SELECT at FROM alive'))?.at;
  },

  /** Notes that a server is alive. Records how long none was, also after a pause without a restart. */
  *beat({ last, now, isFirst }: Beat): Work<void> {
    const wasAway = last !== null && now > last && (isFirst || now - last > OUTAGE_AFTER_MS);
    if (wasAway) yield* change('INSERT INTO outages (began, ended) VALUES ($last, $now)', { last, now });
    yield* change('INSERT INTO alive (one, at) VALUES (1, $now) ON CONFLICT (one) DO UPDATE SET at = excluded.at', {
      now,
    });
  },

  /** The outages since then, of the whole store and of this process. */
  *outagesSince(since: number, process: string): Work<readonly Outage[]> {
    return yield* all<Outage>(OUTAGES, { since, process });
  },
};

export interface Beat {
  /** The beat before. */
  readonly last: number | null;
  readonly now: number;
  /** The first since no process was alive. */
  readonly isFirst: boolean;
}

export interface Outage {
  readonly began: number;
  readonly ended: number;
}

const OUTAGES = `
  SELECT began, ended FROM outages WHERE ended > $since
  UNION ALL SELECT began, ended FROM absences WHERE ended > $since AND process = $process
  ORDER BY began, ended`;

/** How long the outages lasted since then, and until the other time. What two of them share counts once. */
export function lengthOf(outages: readonly Outage[], since: number, until = Number.POSITIVE_INFINITY): number {
  let [length, counted] = [0, since];
  for (const { began, ended } of [...outages].sort((one, other) => one.began - other.began)) {
    length += Math.max(0, Math.min(ended, until) - Math.max(began, counted));
    counted = Math.max(counted, ended);
  }
  return length;
}
