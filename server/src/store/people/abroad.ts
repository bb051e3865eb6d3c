/**
 * Players who go to other hosts, and players who come from there. For each host a player has a subject of its own, drawn at random: it
 * tells nothing, and nothing leads from one to another.
 */
import { all, change, first, type Work } from '../engine/engine.ts';
import { bans } from './bansAndReports.ts';
import { banAtHome, liftAtHome } from './order.ts';
import { people, type Person } from './people.ts';
import { type NewSession, sessions } from './sessions.ts';
import { type Subject, subjects } from './signingIn.ts';

/** How many rows are looked at anew in one transaction. */
const MOST_CHANGES = 500;
const DELETED = 'deleted';

interface Going {
  readonly player: string;
  readonly host: string;
  /** The subject, if the player has none there yet. */
  readonly fresh: string;
  readonly now: number;
}

interface VouchedRow {
  readonly host: string;
  readonly subject: string;
  readonly createdAt: number;
}

export interface NewsRow {
  /** The order of the news of one host. Each is the time at which it was first told, or later. */
  readonly n: number;
  readonly subject: string;
  /** `` (all is well), `banned`, `banned UNTIL`, `deleted`, or `unsure` after a restore, until it is looked at anew. */
  readonly told: string;
}

export const abroad = {
  /** Who the player is for that host. `guest`: the player has no way back to the account. */
  *subjectOf({ player, host, fresh, now }: Going): Work<{ readonly subject: string } | 'unknown' | 'banned' | 'guest'> {
    if (!(yield* people.isKnown(player))) return 'unknown';
    if (yield* bans.has(player, now)) return 'banned';
    if ((yield* first(WAY_BACK, { player })) === undefined) return 'guest';
    yield* change(
      `INSERT INTO abroad (host, subject, player, created_at, n, told) VALUES ($host, $fresh, $player, $now, 0, '')
        ON CONFLICT DO NOTHING`,
      { host, fresh, player, now },
    );
    const sql = 'SELECT subject FROM abroad WHERE player = $player AND host = $host';
    return (yield* first<{ subject: string }>(sql, { player, host })) ?? 'unknown';
  },

  /** The hosts to which the player went. */
  *of(player: string): Work<readonly VouchedRow[]> {
    const sql = 'SELECT host, subject, created_at AS "createdAt" FROM abroad WHERE player = $player ORDER BY host';
    return yield* all<VouchedRow>(sql, { player });
  },

  /** Compares what was told with what is, so that no way to ban, to lift or to delete can be forgotten. Whether there may be more. */
  *lookAnew(host: string, now: number): Work<boolean> {
    const changed = yield* all<Pick<NewsRow, 'subject' | 'told'>>(CHANGED, { host, now, most: MOST_CHANGES });
    const newest = (yield* first<{ n: number | null }>('SELECT max(n) AS n FROM abroad WHERE host = $host', { host }))
      ?.n;
    let n = Math.max(now, (newest ?? 0) + 1);
    for (const { subject, told } of changed) {
      const sql = 'UPDATE abroad SET told = $told, n = $n WHERE host = $host AND subject = $subject';
      yield* change(sql, { host, subject, told, n });
      n++;
    }
    return changed.length === MOST_CHANGES;
  },

  *news({ host, after, limit }: { host: string; after: number; limit: number }): Work<readonly NewsRow[]> {
    const sql = 'SELECT n, subject, told FROM abroad WHERE host = $host AND n > $after ORDER BY n LIMIT $limit';
    return yield* all<NewsRow>(sql, { host, after, limit });
  },

  /** The subjects stay without the player, to tell of the deletion. */
  *forget(player: string): Work<void> {
    yield* change('UPDATE abroad SET player = NULL WHERE player = $player', { player });
  },

  /** Forgets deletions that were told, or could be, since before that. The others begin to count now. */
  *sweep(before: number, now: number): Work<void> {
    yield* change(`DELETE FROM abroad WHERE told = '${DELETED}' AND n < $before`, { before });
    const hosts = yield* all<{ host: string }>(
      `SELECT DISTINCT host FROM abroad WHERE player IS NULL AND told <> '${DELETED}'`,
    );
    for (const { host } of hosts) yield* abroad.lookAnew(host, now);
  },
};

/** A recovery code, a passkey, or the OpenID provider. */
const WAY_BACK = `
  SELECT 1 AS found FROM recovery_codes WHERE player = $player
  UNION ALL SELECT 1 FROM passkeys WHERE player = $player
  UNION ALL SELECT 1 FROM subjects WHERE player = $player`;

const CHANGED = `
  SELECT subject, now_is AS told FROM (
    SELECT subject, told, CASE WHEN abroad.player IS NULL THEN '${DELETED}'
      WHEN bans.player IS NULL OR bans.until <= $now THEN ''
      WHEN bans.until IS NULL THEN 'banned' ELSE 'banned ' || bans.until END AS now_is
    FROM abroad LEFT JOIN bans ON bans.player = abroad.player WHERE abroad.host = $host
  ) AS looked WHERE told <> now_is ORDER BY subject LIMIT $most`;

// The other side: players who come from other hosts. Each is a player of its own here, bound as by an OpenID provider.

/** The kind of a row among the sign-ins that have begun: no person with this subject may come until its end. */
const BARRED = 'barred';
const barOf = ({ issuer, subject }: Subject): string => `${issuer} ${subject}`;

interface Arriving extends Subject {
  readonly name: string;
}

interface Entered {
  readonly player: string;
  readonly isRenamed: boolean;
}

export interface Heard extends Subject {
  readonly n: number;
  readonly what: 'banned' | 'unbanned' | 'deleted';
  /** Of the ban; null if it has no end. */
  readonly until: number | null;
  readonly penalty: string;
  readonly text: string;
  readonly note: string;
  readonly now: number;
  /** Until then an assertion from before may come. */
  readonly barredUntil: number;
}

export const visitors = {
  /** Whether a person has come from there. */
  *areFrom(issuer: string): Work<boolean> {
    return (yield* first('SELECT 1 AS found FROM subjects WHERE issuer = $issuer LIMIT 1', { issuer })) !== undefined;
  },

  /**
   * Opens a session for the player whom this host knows so, else for the newcomer, if one may come. A player is called as at home, unless a
   * name was taken from the player here. `barred`: the host of the person has said meanwhile that the person may not come.
   */
  *enter(
    { name, ...by }: Arriving,
    session: Omit<NewSession, 'player'>,
    newcomer: Person | undefined,
  ): Work<Entered | 'barred' | undefined> {
    const sql = 'SELECT 1 AS found FROM sign_ins WHERE key = $key AND kind = $kind AND ends_at > $now';
    if ((yield* first(sql, { key: barOf(by), kind: BARRED, now: session.at })) !== undefined) return 'barred';
    const known = yield* subjects.find(by);
    const player = known ?? newcomer?.player;
    if (player === undefined) return undefined;
    if (known === undefined && newcomer !== undefined) {
      yield* people.add(newcomer);
      yield* subjects.bind({ ...by, player, createdAt: session.at });
    }
    const isRenamed = known !== undefined && (yield* calledAsAtHome(known, name));
    return (yield* sessions.open({ ...session, player })) ? { player, isRenamed } : undefined;
  },

  /** The `n` of the last news that was heard from there. */
  *heardUpTo(issuer: string): Work<number> {
    const sql = 'SELECT n FROM revisions WHERE name = $name';
    return (yield* first<{ n: number }>(sql, { name: `news ${issuer}` }))?.n ?? 0;
  },

  /** The player whom the news is about: undefined if there is none, or if newer news was heard. A deletion is done by others before. */
  *hear(heard: Heard): Work<string | undefined> {
    const { issuer, subject, n, what, now: at, barredUntil } = heard;
    if ((yield* change(STEP, { name: `news ${issuer}`, n })) === 0) return undefined;
    yield* change('DELETE FROM sign_ins WHERE key = $key AND kind = $kind', { key: barOf(heard), kind: BARRED });
    if (what !== 'unbanned') yield* change(BAR, { key: barOf(heard), kind: BARRED, barredUntil });
    const player = yield* subjects.find({ issuer, subject });
    if (player === undefined) return undefined;
    const by = { giver: issuer, player, at };
    if (what === 'unbanned') yield* liftAtHome(by);
    const { penalty, text, note, until } = heard;
    if (what === 'banned') yield* banAtHome({ ...by, penalty, text, note, until });
    return player;
  },
};

function* calledAsAtHome(player: string, name: string): Work<boolean> {
  const taken = "SELECT 1 AS found FROM penalties WHERE player = $player AND kind = 'rename' AND lifted_at IS NULL";
  if ((yield* people.find(player))?.name === name || (yield* first(taken, { player })) !== undefined) return false;
  yield* people.rename(player, name);
  return true;
}

const STEP = `
  INSERT INTO revisions (name, n) VALUES ($name, $n) ON CONFLICT (name) DO UPDATE SET n = excluded.n
  WHERE revisions.n < excluded.n`;

const BAR = `INSERT INTO sign_ins (key, kind, player, detail, ends_at) VALUES ($key, $kind, '', '', $barredUntil)`;
