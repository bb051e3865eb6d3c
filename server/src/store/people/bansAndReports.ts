/** Players' reports about another player or a match, and the players and networks that operators ban. */
import { all, change, first, type Work } from '../engine/engine.ts';
import { withBots, withOwner } from './bots.ts';
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

export interface KeptReportRow extends ReportRow {
  /** Its number in the table. With its time it is the id of the report, so that a number that is used again names no other one. */
  readonly rowid: number;
  readonly settled: 'acted' | 'dismissed' | null;
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
const KEPT = `rowid, settled, ${COLUMNS}`;

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

  /** First those to settle, then the others, the newest of each first. So a flood hides no other report for good. */
  *latest(limit: number): Work<readonly KeptReportRow[]> {
    const order = 'settled IS NOT NULL, at DESC, rowid DESC';
    return yield* all<KeptReportRow>(`SELECT ${KEPT} FROM reports ORDER BY ${order} LIMIT $limit`, { limit });
  },

  /** About this player, the newest first. */
  *about(player: string, limit: number): Work<readonly KeptReportRow[]> {
    return yield* all<KeptReportRow>(
      `SELECT ${KEPT} FROM reports WHERE player = $player ORDER BY at DESC, rowid DESC LIMIT $limit`,
      { player, limit },
    );
  },

  /** `but`: a player who may not settle it, because it is about that player, or a bot of that player. False if there is no such report. */
  *settle({ at, rowid }: Pick<KeptReportRow, 'at' | 'rowid'>, settled: string, but: string | null): Work<boolean> {
    const sql = `UPDATE reports SET settled = $settled WHERE at = $at AND rowid = $rowid
      AND (CAST($but AS TEXT) IS NULL OR player IS NULL OR player NOT IN ${withBots('CAST($but AS TEXT)')})`;
    return (yield* change(sql, { at, rowid, settled, but })) > 0;
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

// The players banned by the operator. Checked with every request of a player.

export interface BanRow {
  readonly player: string;
  readonly at: number;
  readonly reason: string;
  readonly until: number | null;
}

export const bans = {
  *ban({ player, at, reason, until }: BanRow): Work<void> {
    yield* change(
      `INSERT INTO bans (player, at, reason, until) VALUES ($player, $at, $reason, $until)
        ON CONFLICT (player) DO UPDATE SET at = excluded.at, reason = excluded.reason, until = excluded.until`,
      { player, at, reason, until },
    );
  },

  *lift(player: string): Work<void> {
    yield* change('DELETE FROM bans WHERE player = $player', { player });
  },

  *has(player: string, now: number): Work<boolean> {
    const sql = `SELECT 1 AS found FROM bans WHERE player IN ${withOwner('$player')} AND (until IS NULL OR until > $now)`;
    return (yield* first(sql, { player, now })) !== undefined;
  },

  /** Whether the player was neither deleted nor banned. */
  *standingOf(player: string, now: number): Work<'fine' | 'unauthorized' | 'banned'> {
    const found = yield* first<{ bans: number }>(STANDING, { player, now });
    if (found === undefined) return 'unauthorized';
    return found.bans === 0 ? 'fine' : 'banned';
  },

  /** Those of these players who are banned, or whose owner is. */
  *among(players: readonly string[], now: number): Work<readonly Pick<BanRow, 'player'>[]> {
    return yield* all(BANNED_AMONG, { players: JSON.stringify(players), now });
  },

  /** The newest first. */
  *all(now: number): Work<readonly BanRow[]> {
    return yield* all<BanRow>(
      'SELECT player, at, reason, until FROM bans WHERE until IS NULL OR until > $now ORDER BY at DESC, rowid DESC',
      { now },
    );
  },

  /** Deletes bans whose time is over. */
  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM bans WHERE until <= $now', { now });
  },
};

const STANDING = `
  SELECT (SELECT count(*) FROM bans WHERE player IN ${withOwner('$player')} AND (until IS NULL OR until > $now)) AS bans
  FROM people WHERE player = $player`;

const BANNED_AMONG = `
  SELECT bans.player FROM bans WHERE bans.player IN (SELECT value FROM json_each($players))
    AND (until IS NULL OR until > $now)
  UNION SELECT bots.player FROM bots JOIN bans ON bans.player = bots.owner
    WHERE bots.player IN (SELECT value FROM json_each($players)) AND (until IS NULL OR until > $now)
  ORDER BY player`;

// The networks banned by the operator, as CIDR. Every process keeps them in memory and reads them again often.

interface NetworkBanRow {
  readonly network: string;
  readonly at: number;
  readonly reason: string;
  readonly until: number | null;
}

export const networkBans = {
  /** False if there are already as many as are kept. */
  *ban({ network, at, reason, until }: NetworkBanRow, most: number): Work<boolean> {
    const sql = 'SELECT count(*) AS n FROM banned_networks WHERE network <> $network';
    if (((yield* first<{ n: number }>(sql, { network }))?.n ?? 0) >= most) return false;
    yield* change(
      `INSERT INTO banned_networks (network, at, reason, until) VALUES ($network, $at, $reason, $until)
        ON CONFLICT (network) DO UPDATE SET at = excluded.at, reason = excluded.reason, until = excluded.until`,
      { network, at, reason, until },
    );
    return true;
  },

  /** Returns whether the network was banned. */
  *lift(network: string): Work<boolean> {
    return (yield* change('DELETE FROM banned_networks WHERE network = $network', { network })) > 0;
  },

  /** Those that hold now, the newest first. */
  *all(now: number): Work<readonly NetworkBanRow[]> {
    return yield* all<NetworkBanRow>(
      `SELECT network, at, reason, until FROM banned_networks WHERE until IS NULL OR until > $now
        ORDER BY at DESC, network`,
      { now },
    );
  },

  /** Deletes bans whose time is over. */
  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM banned_networks WHERE until <= $now', { now });
  },
};
