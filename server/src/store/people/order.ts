/** Moderators with their rights, what they and the operator did about players, and the list of all that operators did. */
import { all, change, first, type Work } from '../engine/engine.ts';
import { bans } from './bansAndReports.ts';
import { isOwn, withBots, withOwner } from './bots.ts';
import { people } from './people.ts';

interface ModeratorRow {
  readonly player: string;
  /** As a JSON list. */
  readonly rights: string;
  readonly at: number;
}

export const moderators = {
  /** `full`: there are as many as are allowed. */
  *appoint({ player, rights, at }: ModeratorRow, most: number): Work<'done' | 'unknown' | 'full'> {
    if (!(yield* people.isKnown(player))) return 'unknown';
    const sql = 'SELECT count(*) AS n FROM moderators WHERE player <> $player';
    if (((yield* first<{ n: number }>(sql, { player }))?.n ?? 0) >= most) return 'full';
    yield* change(
      `INSERT INTO moderators (player, rights, at) VALUES ($player, $rights, $at)
        ON CONFLICT (player) DO UPDATE SET rights = excluded.rights`,
      { player, rights, at },
    );
    return 'done';
  },

  *dismiss(player: string): Work<void> {
    yield* change('DELETE FROM moderators WHERE player = $player', { player });
  },

  /** The first one first. */
  *all(): Work<readonly ModeratorRow[]> {
    return yield* all<ModeratorRow>('SELECT player, rights, at FROM moderators ORDER BY at, player');
  },

  /** Undefined: the player is none. */
  *rightsOf(player: string): Work<readonly string[] | undefined> {
    const row = yield* first<ModeratorRow>('SELECT rights FROM moderators WHERE player = $player', { player });
    return row && (JSON.parse(row.rights) as readonly string[]);
  },
};

export interface PenaltyRow {
  /** The penalties are listed by it. */
  readonly n: number;
  readonly penalty: string;
  readonly player: string;
  readonly kind: 'mute' | 'ban' | 'rename';
  readonly reason: string;
  readonly text: string;
  /** The moderator, or the host at which the player is at home. Null: the operator. */
  readonly giver: string | null;
  readonly at: number;
  readonly until: number | null;
  readonly liftedAt: number | null;
  readonly oldName: string | null;
  readonly answer: string | null;
  readonly answeredAt: number | null;
  readonly outcome: 'kept' | 'lifted' | 'shortened' | null;
  readonly settledAt: number | null;
}

export interface NewPenalty
  extends Pick<PenaltyRow, 'penalty' | 'player' | 'kind' | 'reason' | 'text' | 'giver' | 'at' | 'until'> {
  /** The name that a player gets whose name is taken away. */
  readonly neutralName: string;
  /** What only operators see of a ban. */
  readonly note: string;
  /** Instead of one of this kind that was given here and stands. */
  readonly replaces: boolean;
}

export interface Settling extends Pick<PenaltyRow, 'penalty' | 'at' | 'until'> {
  /** The moderator. Null: the operator. */
  readonly by: string | null;
  readonly outcome: 'kept' | 'lifted' | 'shortened';
  readonly neutralName: string;
}

/** `giver`: the host, as `homeOf` names it. `note`: what only operators see. */
interface HomeBan extends Pick<PenaltyRow, 'penalty' | 'player' | 'text' | 'at' | 'until'> {
  readonly giver: string;
  readonly note: string;
}

const HOME = 'host ';
/** How the store names a host at which players are at home. No address of an OpenID provider begins so, and no id of a player. */
export const homeOf = (origin: string): string => HOME + origin;
export const isHome = (named: string): boolean => named.startsWith(HOME);
export const originOf = (home: string): string => home.slice(HOME.length);

interface AskedPage {
  readonly player: string | null;
  /** The last one of the page before. */
  readonly before: number | null;
  readonly limit: number;
}

const ROW = `n, penalty, player, kind, reason, text, giver, at, until, lifted_at AS "liftedAt", old_name AS "oldName", answer,
  answered_at AS "answeredAt", outcome, settled_at AS "settledAt"`;
const STANDS = 'lifted_at IS NULL AND (until IS NULL OR until > $now)';

/** Why not, in the words of `penalty-refused`, or in those of another code. */
export type Unwilling =
  | 'no-right'
  | 'unknown'
  | 'yourself'
  | 'moderator'
  | 'same-match'
  | 'stands'
  | 'neutral-name'
  | 'of-operator'
  | 'over'
  | 'answered'
  | 'no-answer'
  | 'own-act'
  | 'not-shorter';

export const penalties = {
  /** Each check is in the transaction of the deed, so that a moderator who is one no longer does nothing more. */
  *give(wanted: NewPenalty): Work<Unwilling | undefined> {
    const { player, kind, giver, at, until, note, neutralName, replaces } = wanted;
    const refused = yield* refusalOf(wanted);
    if (refused !== undefined) return refused;
    const person = yield* people.find(player);
    if (person === undefined) return 'unknown';
    if (kind === 'rename' && person.name === neutralName) return 'neutral-name';
    if (!replaces && (yield* stands(player, kind, at))) return 'stands';
    if (replaces) yield* change(END_HERE, { player, kind, at });
    if (kind === 'rename') yield* people.rename(player, neutralName);
    if (kind === 'ban') yield* bans.ban({ player, at, reason: note, until });
    const { penalty, reason, text } = wanted;
    const oldName = kind === 'rename' ? person.name : null;
    yield* change(GIVE, { penalty, player, kind, reason, text, giver, at, until, oldName });
    if (kind === 'ban') yield* renewBan(player, at); // one of the host at home may last longer
    return undefined;
  },

  *find(penalty: string): Work<PenaltyRow | undefined> {
    return yield* first<PenaltyRow>(`SELECT ${ROW} FROM penalties WHERE penalty = $penalty`, { penalty });
  },

  /** The penalty of this kind that holds, and of several the one that ends last. A penalty of the owner holds for a bot. */
  *standing(player: string, kind: PenaltyRow['kind'], now: number): Work<PenaltyRow | undefined> {
    const sql = `SELECT ${ROW} FROM penalties
      WHERE player IN ${withOwner('$player')} AND kind = $kind AND ${STANDS}
      ORDER BY until IS NOT NULL, until DESC, n DESC`;
    return yield* first<PenaltyRow>(sql, { player, kind, now });
  },

  /** Those of one player or of all, the newest first. */
  *list({ player, before, limit }: AskedPage): Work<readonly PenaltyRow[]> {
    return yield* all<PenaltyRow>(LIST, { player, before: before ?? Number.MAX_SAFE_INTEGER, limit });
  },

  /** Those that stand, and were answered, but not settled since. */
  *countToSettle(now: number): Work<number> {
    const isOpen = 'answer IS NOT NULL AND (settled_at IS NULL OR settled_at < answered_at)';
    const sql = `SELECT count(*) AS n FROM penalties WHERE ${isOpen} AND ${STANDS}`;
    return Number((yield* first<{ n: number }>(sql, { now }))?.n ?? 0);
  },

  /** Keeps what the player says to a penalty that stands, once. For a bot its owner answers. */
  *answer({
    penalty,
    player,
    text,
    at,
  }: Pick<PenaltyRow, 'penalty' | 'player' | 'text' | 'at'>): Work<Unwilling | undefined> {
    const row = yield* penalties.find(penalty);
    if (row === undefined || !(yield* isOwn(player, row.player))) return 'unknown';
    if (row.answer !== null) return 'answered';
    if (isOver(row, at)) return 'over';
    yield* change('UPDATE penalties SET answer = $text, answered_at = $at WHERE penalty = $penalty', {
      penalty,
      text,
      at,
    });
    return undefined;
  },

  *settle(wanted: Settling): Work<Unwilling | undefined> {
    const { penalty, outcome, at, until } = wanted;
    const row = yield* penalties.find(penalty);
    const refused = row === undefined ? 'unknown' : yield* unsettled(row, wanted);
    if (row === undefined || refused !== undefined) return refused;
    const { player, kind } = row;
    yield* change(SETTLE, {
      penalty,
      outcome,
      at,
      until: outcome === 'shortened' ? until : row.until,
      liftedAt: outcome === 'lifted' ? at : null,
    });
    if (kind === 'ban' && outcome !== 'kept') yield* renewBan(player, at);
    if (kind === 'rename' && outcome === 'lifted') yield* nameBack(row, wanted.neutralName);
    return undefined;
  },

  /** The operator lets the player in again. */
  *liftBan(player: string, at: number): Work<void> {
    yield* bans.lift(player);
    yield* change(END_ALL, { player, kind: 'ban', at });
  },

  /** Deletes what was over, or was a rename, before that. */
  *sweep(before: number): Work<void> {
    yield* change(
      `DELETE FROM penalties WHERE lifted_at < $before OR until < $before OR kind = 'rename' AND at < $before`,
      { before },
    );
  },
};

export function isOver({ liftedAt, until }: Pick<PenaltyRow, 'liftedAt' | 'until'>, now: number): boolean {
  return liftedAt !== null || (until !== null && until <= now);
}

/** What a moderator may not do. The operator may do all. */
function* refusalOf({ giver, player, kind }: NewPenalty): Work<Unwilling | undefined> {
  if (giver === null) return undefined;
  if (!(yield* may(giver, kind))) return 'no-right';
  if (yield* isOwn(giver, player)) return 'yourself';
  if ((yield* moderators.rightsOf(player)) !== undefined) return 'moderator';
  return (yield* first(SAME_MATCH, { giver, player })) === undefined ? undefined : 'same-match';
}

/** A ban may win the match for the moderator. */
const SAME_MATCH = `
  SELECT matches.match FROM participants JOIN matches ON matches.match = participants.match AND status = 'running'
    JOIN participants AS others ON others.match = matches.match
  WHERE participants.player IN ${withBots('$giver')} AND others.player IN ${withBots('$player')} LIMIT 1`;

function* may(player: string, right: string): Work<boolean> {
  return (yield* moderators.rightsOf(player))?.includes(right) === true;
}

/** A server of the version before bans without a penalty. */
function* stands(player: string, kind: PenaltyRow['kind'], now: number): Work<boolean> {
  if (kind === 'rename') return false;
  if (kind === 'ban' && (yield* bans.has(player, now))) return true;
  return (yield* penalties.standing(player, kind, now)) !== undefined;
}

function* unsettled(row: PenaltyRow, { by, outcome, at, until }: Settling): Work<Unwilling | undefined> {
  if (by !== null && !(yield* may(by, row.kind))) return 'no-right';
  if (by !== null && (row.giver === null || isHome(row.giver))) return 'of-operator';
  if (by !== null && (yield* isOwn(by, row.player))) return 'yourself';
  if (isOver(row, at)) return 'over';
  if (outcome === 'kept' && row.answer === null) return 'no-answer';
  if (outcome === 'kept' && by !== null && by === row.giver) return 'own-act';
  const isLonger = row.kind === 'rename' || (row.until !== null && until !== null && until >= row.until);
  return outcome === 'shortened' && isLonger ? 'not-shorter' : undefined;
}

/** The host at which the player is at home bans the player. What operators and moderators do stands beside it. */
export function* banAtHome({ giver, player, penalty, text, note, at, until }: HomeBan): Work<void> {
  yield* change(END_OF_HOME, { player, giver, at });
  yield* change(GIVE, { penalty, player, kind: 'ban', reason: 'other', text, giver, at, until, oldName: null });
  if (yield* bans.has(player, at)) yield* renewBan(player, at);
  else yield* bans.ban({ player, at, reason: note, until });
}

export function* liftAtHome({ giver, player, at }: Pick<HomeBan, 'giver' | 'player' | 'at'>): Work<void> {
  if ((yield* change(END_OF_HOME, { player, giver, at })) > 0) yield* renewBan(player, at);
}

/** The player stays out until the last of the bans ends that stand. */
function* renewBan(player: string, now: number): Work<void> {
  const sql = `SELECT until FROM penalties WHERE player = $player AND kind = 'ban' AND ${STANDS}`;
  const ends = (yield* all<Pick<PenaltyRow, 'until'>>(sql, { player, now })).map(({ until }) => until);
  if (ends.length === 0) return yield* bans.lift(player);
  const until = ends.includes(null) ? null : Math.max(...ends.map(Number));
  yield* change('UPDATE bans SET until = $until WHERE player = $player', { player, until });
}

/** If the player has chosen no other one, and no name is taken from the player besides. */
function* nameBack({ player, oldName }: PenaltyRow, neutralName: string): Work<void> {
  if (oldName === null || (yield* people.find(player))?.name !== neutralName) return;
  yield* people.rename(player, oldName);
}

const END_ALL = `
  UPDATE penalties SET lifted_at = $at, outcome = 'lifted', settled_at = $at
  WHERE player = $player AND kind = $kind AND lifted_at IS NULL AND (until IS NULL OR until > $at)`;

/** Of the operator and of moderators: one of the host at home is that host's to lift. */
const END_HERE = `${END_ALL} AND (giver IS NULL OR giver NOT LIKE '${HOME}%')`;

const END_OF_HOME = `
  UPDATE penalties SET lifted_at = $at, outcome = 'lifted', settled_at = $at
  WHERE player = $player AND kind = 'ban' AND giver = $giver AND lifted_at IS NULL AND (until IS NULL OR until > $at)`;

const GIVE = `
  INSERT INTO penalties (penalty, player, kind, reason, text, giver, at, until, old_name)
  VALUES ($penalty, $player, $kind, $reason, $text, $giver, $at, $until, $oldName)`;

const SETTLE = `
  UPDATE penalties SET outcome = $outcome, settled_at = $at, until = $until, lifted_at = $liftedAt
  WHERE penalty = $penalty`;

const LIST = `
  SELECT ${ROW} FROM penalties WHERE n < $before AND (CAST($player AS TEXT) IS NULL OR player = $player)
  ORDER BY n DESC LIMIT $limit`;

// What operators did. A line is written before its action begins, so that no action goes without one.

export interface NewAuditRow {
  readonly at: number;
  /** The first letters of the hash of the operator's token. */
  readonly operator: string;
  /** The process that was asked. */
  readonly process: string;
  readonly action: string;
  /** The player, match, network or process that the action is about; empty if it is about everything. */
  readonly about: string;
  /** What else the operator said, as JSON. */
  readonly detail: string;
}

export interface AuditRow extends NewAuditRow {
  readonly n: number;
  /** Null while the action goes on, and for ever if the process ended before it knew. */
  readonly outcome: string | null;
}

export const audit = {
  /** Returns the number of the line. */
  *begin({ at, operator, process, action, about, detail }: NewAuditRow): Work<number> {
    const row = yield* first<Pick<AuditRow, 'n'>>(
      `INSERT INTO audit (at, operator, process, action, about, detail)
        VALUES ($at, $operator, $process, $action, $about, $detail) RETURNING n`,
      { at, operator, process, action, about, detail },
    );
    if (row === undefined) throw new Error('a new line of the audit has no number');
    return row.n;
  },

  *end(n: number, outcome: string): Work<void> {
    yield* change('UPDATE audit SET outcome = $outcome WHERE n = $n', { n, outcome });
  },

  /** The ids stay, and what was done. What was said about the player may name that player. */
  *forget(player: string): Work<void> {
    yield* change("UPDATE audit SET detail = '{}' WHERE about = $player", { player });
  },

  /** The newest first. `before`: the last line of the page before. */
  *page({
    before = null,
    limit,
  }: {
    readonly before?: number | null;
    readonly limit: number;
  }): Work<readonly AuditRow[]> {
    return yield* all<AuditRow>(
      `SELECT n, at, operator, process, action, about, detail, outcome FROM audit
        WHERE n < $before ORDER BY n DESC LIMIT $limit`,
      { before: before ?? Number.MAX_SAFE_INTEGER, limit },
    );
  },

  /** Deletes lines that are too old, and the oldest beyond the most that are kept. */
  *sweep(upTo: number, most: number): Work<void> {
    yield* change('DELETE FROM audit WHERE at <= $upTo', { upTo });
    yield* change('DELETE FROM audit WHERE n <= (SELECT max(n) FROM audit) - $most', { most });
  },
};
