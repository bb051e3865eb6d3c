/** All operations on the data. Each is a whole: it happens, or it does not. */
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { all, changeAlone, type Engine, first, type Stores as StoresOf, storesOn, type Work } from './engine/engine.ts';
import { outbox } from './journal/noticeOutbox.ts';
import { records } from './journal/records.ts';
import { keyRing, leases } from './keys.ts';
import { claims } from './ownership/claims.ts';
import { alive, processes, processReports } from './ownership/processes.ts';
import { bans, networkBans } from './people/bans.ts';
import { directory, people } from './people/people.ts';
import { links, recovery } from './people/recovery.ts';
import { reports } from './people/reports.ts';
import { sessions } from './people/sessions.ts';
import { ratings } from './ratings.ts';
import { talk } from './talkLog.ts';
import { webhooks } from './webhooks.ts';

// What processes tell each other by way of the store. Rows are kept for minutes only.

interface ToldRow {
  readonly n: number;
  /** A list of messages, as JSON. */
  readonly messages: string;
}

interface UnreadRequest {
  /** The asking process, which does not hear itself. */
  readonly process: string;
  readonly after: number;
  /** The numbers of rows that the process has read already, as JSON. */
  readonly read: string;
  readonly limit: number;
}

const told = {
  *put({ process, at, messages }: { process: string; at: number; messages: string }): Work<void> {
    const sql = 'INSERT INTO told (process, at, messages) VALUES ($process, $at, $messages)';
    yield* changeAlone(sql, { process, at, messages });
  },

  /** The number of the newest row; 0 if there is none. */
  *newest(): Work<number> {
    return (yield* first<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM told'))?.n ?? 0;
  },

  *since({ process, after, read, limit }: UnreadRequest): Work<readonly ToldRow[]> {
    return yield* all<ToldRow>(SINCE, { process, after, read, limit });
  },

  *sweep(before: number): Work<void> {
    yield* changeAlone('DELETE FROM told WHERE at < $before', { before });
  },
};

const SINCE = `
  SELECT n, messages FROM told WHERE n > $after AND process <> $process
    AND n NOT IN (SELECT CAST(value AS BIGINT) FROM json_each($read)) ORDER BY n LIMIT $limit`;

export const operations = {
  accounts,
  alive,
  audit,
  bans,
  claims,
  directory,
  keyRing,
  leases,
  links,
  networkBans,
  outbox,
  people,
  processes,
  processReports,
  ratings,
  records,
  recovery,
  reports,
  sessions,
  talk,
  told,
  webhooks,
};

export type Stores = StoresOf<typeof operations>;
export const openStores = (engine: Engine): Stores => storesOn(engine, operations);
