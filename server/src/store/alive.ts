/** When a server was alive, and how long none was. */
import { OUTAGE_AFTER_MS } from '../base/serverTime.ts';
import { change, first, type Work } from './engine/work.ts';

export const alive = {
  /** When a server last noted that it was alive. */
  *lastBeat(): Work<number | undefined> {
    return (yield* first<{ at: number }>('SELECT at FROM alive'))?.at;
  },

  /** Notes that the server is alive. Records how long none was, also after a pause without a restart. */
  *beat(now: number, isFirst: boolean): Work<void> {
    const last = yield* alive.lastBeat();
    const wasAway = last !== undefined && now > last && (isFirst || now - last > OUTAGE_AFTER_MS);
    if (wasAway) yield* change('INSERT INTO outages (began, ended) VALUES ($last, $now)', { last, now });
    yield* change('INSERT INTO alive (one, at) VALUES (1, $now) ON CONFLICT (one) DO UPDATE SET at = excluded.at', {
      now,
    });
  },

  /** How many milliseconds since then were outages. */
  *lostSince(since: number): Work<number> {
    return (yield* first<{ lost: number | null }>(LOST, { since }))?.lost ?? 0;
  },
};

const LOST = `
  SELECT CAST(sum(ended - CASE WHEN began > $since THEN began ELSE $since END) AS BIGINT) AS lost
  FROM outages WHERE ended > $since`;
