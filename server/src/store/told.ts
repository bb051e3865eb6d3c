/** What processes tell each other by way of the store. Rows are kept for minutes only. */
import { all, changeAlone, first, type Work } from './engine/work.ts';

export interface ToldRow {
  readonly n: number;
  /** A list of messages, as JSON. */
  readonly messages: string;
}

interface Asked {
  /** The asking process, which does not hear itself. */
  readonly process: string;
  readonly after: number;
  /** The numbers of rows that the process has read already, as JSON. */
  readonly read: string;
  readonly limit: number;
}

export const told = {
  *put({ process, at, messages }: { process: string; at: number; messages: string }): Work<void> {
    const sql = 'INSERT INTO told (process, at, messages) VALUES ($process, $at, $messages)';
    yield* changeAlone(sql, { process, at, messages });
  },

  /** The number of the newest row; 0 if there is none. */
  *newest(): Work<number> {
    return (yield* first<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM told'))?.n ?? 0;
  },

  *since({ process, after, read, limit }: Asked): Work<readonly ToldRow[]> {
    return yield* all<ToldRow>(SINCE, { process, after, read, limit });
  },

  *sweep(before: number): Work<void> {
    yield* changeAlone('DELETE FROM told WHERE at < $before', { before });
  },
};

const SINCE = `
  SELECT n, messages FROM told WHERE n > $after AND process <> $process
    AND n NOT IN (SELECT CAST(value AS BIGINT) FROM json_each($read)) ORDER BY n LIMIT $limit`;
