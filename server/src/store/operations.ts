/** All operations on the data. Each is a whole: it happens, or it does not. */
import { audit } from './audit.ts';
import { all, changeAlone, type Engine, first, type Stores as StoresOf, storesOn, type Work } from './engine/engine.ts';
import { outbox } from './journal/noticeOutbox.ts';
import { records } from './journal/records.ts';
import { keyRing, leases } from './keys.ts';
import { matchAccounts } from './matchAccounts.ts';
import { claims } from './ownership/claims.ts';
import { alive, processes, processReports } from './ownership/processes.ts';
import { directory, type Person, people } from './people/people.ts';
import { bans, networkBans, reports } from './people/bansAndReports.ts';
import { addSession, links, type NewSession, type RecoveryRow, recovery, sessions } from './people/sessions.ts';
import { challenges, ties } from './people/ties.ts';
import { puzzles } from './puzzles.ts';
import { ratings } from './ratings.ts';
import { talk } from './talkLog.ts';
import { tournaments } from './tournaments.ts';
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

// Changes to several tables of one player, each in one transaction.

/** What still holds of players and their devices. A deleted player has no sessions. */
interface Standing {
  readonly sessions: readonly string[];
  readonly banned: readonly string[];
}

type Stands = 'fine' | 'unauthorized' | 'banned';

interface AskedStanding {
  /** Lists as JSON. */
  readonly players: string;
  readonly sessions: string;
  readonly now: number;
}

const accounts = {
  /** Which of these sessions have not ended, and which of these players are banned. */
  *standing(asked: AskedStanding): Work<Standing> {
    const rows = yield* all<{ kind: keyof Standing; id: string }>(STANDING, { ...asked });
    const those = (kind: keyof Standing) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    return { sessions: those('sessions'), banned: those('banned') };
  },

  /** Whether the session has not ended and its player is not banned. */
  *standingOf(asked: { readonly player: string; readonly session: string; readonly now: number }): Work<Stands> {
    const found = yield* first<Readonly<Record<'sessions' | 'bans', number>>>(STANDING_OF_ONE, { ...asked });
    if (found === undefined || found.sessions === 0) return 'unauthorized';
    return found.bans === 0 ? 'fine' : 'banned';
  },

  /** A new player, signed in on one device. */
  *open(person: Person, session: NewSession): Work<void> {
    yield* people.add(person);
    yield* addSession(session);
  },

  /** Opens a session with a recovery code. False if the code was replaced, or the player deleted. */
  *recover(code: Pick<RecoveryRow, 'player' | 'hash'>, session: NewSession): Work<boolean> {
    return (yield* recovery.has(code)) && (yield* sessions.open(session));
  },

  /** Uses up the code that links a device, and opens a session there. Returns the player whose code it was. */
  *redeem(hash: string, session: Omit<NewSession, 'player'>): Work<string | undefined> {
    const player = yield* links.take(hash, session.at);
    return player !== undefined && (yield* sessions.open({ ...session, player })) ? player : undefined;
  },

  /**
   * Renames the player, and stores this recovery code if the player has none. Returns whether it was stored. Undefined if
   * the player was deleted.
   */
  *rename({ player, name }: Pick<Person, 'player' | 'name'>, code: RecoveryRow): Work<boolean | undefined> {
    if (!(yield* people.isKnown(player))) return undefined;
    yield* people.rename(player, name);
    if ((yield* recovery.createdAt(player)) !== undefined) return false;
    return yield* recovery.keep(code);
  },

  /** Ends every session, and the code for linking another device. Returns how many sessions ended. */
  *signOut(player: string): Work<number> {
    yield* links.end(player);
    return yield* sessions.endAll(player);
  },

  /** Deletes a guest who has no recovery code and has had no token since then. Returns whether it did. */
  *forgetIdle(player: string, unseenSince: number): Work<boolean> {
    if (!(yield* people.isIdleGuest(player, unseenSince))) return false;
    yield* accounts.forget(player);
    return true;
  },

  /** Deletes the player. Records keep the opaque id; the player's reports stay without their sender. */
  *forget(player: string): Work<void> {
    yield* webhooks.removeAll(player);
    yield* people.remove(player);
    yield* sessions.endAll(player);
    yield* recovery.end(player);
    yield* links.end(player);
    yield* reports.forget(player);
    yield* talk.forget(player);
    yield* ratings.forget(player);
    yield* ties.forget(player);
    yield* tournaments.forget(player);
  },
};

/** Asked with every request of a player, so it takes no lists. */
const STANDING_OF_ONE = `
  SELECT (SELECT count(*) FROM sessions WHERE session = $session) AS sessions,
    (SELECT count(*) FROM bans WHERE player = $player AND (until IS NULL OR until > $now)) AS bans`;
const STANDING = `
  SELECT 'sessions' AS kind, session AS id FROM sessions WHERE session IN (SELECT value FROM json_each($sessions))
  UNION ALL
  SELECT 'banned', player FROM bans
    WHERE player IN (SELECT value FROM json_each($players)) AND (until IS NULL OR until > $now)
  ORDER BY 1, 2`;

export const operations = {
  accounts,
  alive,
  audit,
  bans,
  challenges,
  claims,
  directory,
  keyRing,
  leases,
  links,
  matchAccounts,
  networkBans,
  outbox,
  people,
  processes,
  processReports,
  puzzles,
  ratings,
  records,
  recovery,
  reports,
  sessions,
  talk,
  ties,
  told,
  tournaments,
  webhooks,
};

export type Stores = StoresOf<typeof operations>;
export const openStores = (engine: Engine): Stores => storesOn(engine, operations);
