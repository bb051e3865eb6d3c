/**
 * The order in which matches ended. An append only notes that its match ended. The numbers are given by the operation that
 * reads them: a number from a sequence may be seen after a later one, and a reader that goes on from there would miss it.
 */
import { all, change, first, type Work } from '../engine/work.ts';
import type { Ending } from './journal.ts';

/** In the transaction that writes the last entry of the match. */
export function* noteEnding(match: string): Work<void> {
  yield* change(NOTE, { match });
}

/** Gives numbers to endings that have none yet, and returns those after the n-th. */
export function* endingsAfter(after: number, limit: number): Work<readonly Ending[]> {
  yield* numberUnread(limit);
  const sql = 'SELECT n, match FROM endings WHERE n > $after ORDER BY n LIMIT $limit';
  return yield* all<Ending>(sql, { after, limit });
}

/** Once the match is erased, its ending does not count any more. */
export function* eraseEnding(match: string): Work<void> {
  yield* change('DELETE FROM unread_endings WHERE match = $match', { match });
  const gone = yield* change('DELETE FROM endings WHERE match = $match', { match });
  if (gone > 0) yield* change('UPDATE numbered_up_to SET gone = gone + $gone', { gone });
}

/** How many matches have ended, in SQL. Few endings have no number yet, so it takes no longer the more matches there are. */
export const ENDED = 'coalesce((SELECT n - gone FROM numbered_up_to), 0) + (SELECT count(*) FROM unread_endings)';

/** The row of the last number keeps out all others that give numbers, until these are durable. */
function* numberUnread(limit: number): Work<void> {
  const unread = yield* first<{ n: number | null }>(LAST_UNREAD, { limit });
  const upTo = unread?.n ?? undefined;
  if (upTo === undefined) return;
  const last = (yield* first<{ n: number }>('SELECT n FROM numbered_up_to'))?.n ?? 0;
  const given = yield* change(NUMBER, { last, upTo });
  yield* change('DELETE FROM unread_endings WHERE n <= $upTo', { upTo });
  yield* change(NOTE_LAST, { last: last + given });
}

const NOTE = `
  INSERT INTO unread_endings (match) SELECT $match WHERE NOT EXISTS (SELECT 1 FROM endings WHERE match = $match)
  ON CONFLICT DO NOTHING`;
const LAST_UNREAD = 'SELECT max(n) AS n FROM (SELECT n FROM unread_endings ORDER BY n LIMIT $limit) AS unread';
const NUMBER = `
  INSERT INTO endings (n, match) SELECT $last + row_number() OVER (ORDER BY n), match FROM unread_endings
  WHERE n <= $upTo AND NOT EXISTS (SELECT 1 FROM endings WHERE endings.match = unread_endings.match)`;
const NOTE_LAST = `
  INSERT INTO numbered_up_to (one, n) VALUES (1, $last) ON CONFLICT (one) DO UPDATE SET n = excluded.n`;
