/** Whom players follow, whom they have blocked, and whom they challenge. A player has at most one tie to another one. */
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import type { OutboxRow } from '../journal/journal.ts';
import { outbox } from '../journal/noticeOutbox.ts';
import { withBots, withOwner } from './bots.ts';
import { people } from './people.ts';

export type TieKind = 'follow' | 'block';

export interface TieRow {
  readonly player: string;
  readonly other: string;
  readonly kind: TieKind;
  readonly at: number;
}

export interface OwnTie extends TieRow {
  /** 1 if the two follow each other. */
  readonly isMutual: number;
  /** 1 if the other one lets friends see when they are online. */
  readonly isShown: number;
}

export type Blocked = Pick<TieRow, 'other' | 'at'>;

/** A player from whom a block keeps another one apart. */
export interface Apart {
  readonly other: string;
  /** 1 if the player has set the block, 0 if the other one has. */
  readonly isOwn: number;
}

/** `unknown`: one of the two was deleted. `full`: the player has as many ties of this kind as allowed. */
type Tied = 'done' | 'unknown' | 'full' | 'blocked';

export const ties = {
  /** A block takes the place of a follow, but a follow never that of a block. */
  *tie({ player, other, kind, at }: TieRow, most: number): Work<Tied> {
    if (!(yield* people.isKnown(player)) || !(yield* people.isKnown(other))) return 'unknown';
    const found = yield* ties.from(player, other);
    if (found === kind) return 'done';
    if (found === 'block') return 'blocked';
    const sql = 'SELECT count(*) AS n FROM ties WHERE player = $player AND kind = $kind';
    if (((yield* first<{ n: number }>(sql, { player, kind }))?.n ?? 0) >= most) return 'full';
    yield* change(TIE, { player, other, kind, at });
    if (kind === 'block') yield* endChallenges(player, other);
    return 'done';
  },

  *untie({ player, other, kind }: Omit<TieRow, 'at'>): Work<void> {
    yield* changeAlone('DELETE FROM ties WHERE player = $player AND other = $other AND kind = $kind', {
      player,
      other,
      kind,
    });
  },

  *from(player: string, other: string): Work<TieKind | undefined> {
    const sql = 'SELECT kind FROM ties WHERE player = $player AND other = $other';
    return (yield* first<Pick<TieRow, 'kind'>>(sql, { player, other }))?.kind;
  },

  /** All ties of a player to others, the newest first. */
  *of(player: string): Work<readonly OwnTie[]> {
    return yield* all<OwnTie>(OWN, { player });
  },

  /** Who follows a player, the newest first, without players whom the player has blocked. */
  *followersOf(player: string, limit: number): Work<readonly Pick<TieRow, 'player' | 'at'>[]> {
    return yield* all(FOLLOWERS, { player, limit });
  },

  /** Whether friends see when the player is online. */
  *isShown(player: string): Work<boolean> {
    return (yield* first('SELECT 1 AS found FROM shown_online WHERE player = $player', { player })) !== undefined;
  },

  /** Not of a player who was deleted. */
  *show(player: string, isOn: boolean): Work<void> {
    const on =
      'INSERT INTO shown_online (player) SELECT player FROM people WHERE player = $player ON CONFLICT (player) DO NOTHING';
    yield* change(isOn ? on : 'DELETE FROM shown_online WHERE player = $player', { player });
  },

  /** Whose lines the player does not hear, and since when. A block of a person, or on one, holds for the bots of that person. */
  *blockedBy(player: string): Work<readonly Blocked[]> {
    return yield* all<Blocked>(BLOCKED, { player });
  },

  /** From which of these players a block keeps the player apart. A block of a person, or on one, holds for the bots of that person. */
  *apart(player: string, others: readonly string[]): Work<readonly Apart[]> {
    return yield* all<Apart>(APART, { player, others: JSON.stringify(others) });
  },

  *forget(player: string): Work<void> {
    yield* change('DELETE FROM ties WHERE player = $player OR other = $player', { player });
    yield* change('DELETE FROM shown_online WHERE player = $player', { player });
    yield* change(untell('player = $player'), { player });
    yield* change(untellAnswer('other = $player'), { player });
    yield* change('DELETE FROM challenges WHERE player = $player OR other = $player', { player });
  },
};

const TIE = `
  INSERT INTO ties (player, other, kind, at) VALUES ($player, $other, $kind, $at)
  ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind, at = excluded.at`;

const OWN = `
  SELECT player, other, kind, at, CASE WHEN kind = 'follow' AND EXISTS (
    SELECT 1 FROM ties back WHERE back.player = ties.other AND back.other = $player AND back.kind = 'follow')
    THEN 1 ELSE 0 END AS "isMutual",
    (SELECT count(*) FROM shown_online WHERE shown_online.player = ties.other) AS "isShown"
  FROM ties WHERE player = $player ORDER BY at DESC, other`;

const FOLLOWERS = `
  SELECT player, at FROM ties WHERE other = $player AND kind = 'follow' AND NOT EXISTS (
    SELECT 1 FROM ties own WHERE own.player = $player AND own.other = ties.player AND own.kind = 'block')
  ORDER BY at DESC, player LIMIT $limit`;

const BLOCKED = `
  SELECT other, min(at) AS at FROM (
    SELECT other, at FROM ties WHERE player IN ${withOwner('$player')} AND kind = 'block'
    UNION ALL SELECT bots.player, ties.at FROM ties JOIN bots ON bots.owner = ties.other
      WHERE ties.player IN ${withOwner('$player')} AND kind = 'block') blocked
  GROUP BY other ORDER BY other`;

/** Each of the others by its own id, and by that of the owner. */
const OTHERS = `(SELECT value AS id, value AS stands FROM json_each($others)
  UNION SELECT bots.player, bots.owner FROM bots WHERE bots.player IN (SELECT value FROM json_each($others))) others`;

/** The order of the tables keeps SQLite from walking through all ties of a player with thousands of followers. */
const APART = `
  SELECT others.id AS other, 1 AS "isOwn" FROM ${OTHERS} CROSS JOIN ties
    WHERE ties.other = others.stands AND ties.player IN ${withOwner('$player')} AND kind = 'block'
  UNION
  SELECT others.id, 0 FROM ${OTHERS} CROSS JOIN ties
    WHERE ties.player = others.stands AND ties.other IN ${withOwner('$player')} AND kind = 'block'
  ORDER BY 1, 2`;

// Challenges. A block hides an open one from whom it was meant for, as if it had been withdrawn, and all from the player who has set it.

export interface ChallengeRow {
  readonly challenge: string;
  readonly player: string;
  readonly other: string;
  /** What match it is for, as JSON. */
  readonly wish: string;
  readonly at: number;
  readonly endsAt: number;
  readonly state: 'open' | 'accepted' | 'declined';
  readonly reason: string | null;
  readonly match: string | null;
  readonly code: string | null;
}

export type NewChallenge = Pick<ChallengeRow, 'challenge' | 'player' | 'other' | 'wish' | 'at' | 'endsAt'>;
export type Settled = Pick<ChallengeRow, 'challenge' | 'state' | 'reason' | 'match' | 'code'>;

export const challenges = {
  /**
   * `full`: the player has as many open challenges as allowed, or one to this player already. The notices are for the other player, who
   * gets none after blocking this one.
   */
  *put(
    { challenge, player, other, wish, at, endsAt }: NewChallenge,
    most: number,
    notices: readonly OutboxRow[],
  ): Work<Tied> {
    if (!(yield* people.isKnown(player)) || !(yield* people.isKnown(other))) return 'unknown';
    if (yield* hasBlocked(player, other)) return 'blocked';
    const open = yield* all<Pick<ChallengeRow, 'other'>>(OPEN, { player, at });
    if (open.length >= most || open.some((one) => one.other === other)) return 'full';
    yield* change(PUT, { challenge, player, other, wish, at, endsAt });
    if (yield* hasBlocked(other, player)) return 'done';
    for (const notice of notices) yield* outbox.put(notice);
    return 'done';
  },

  /** What the player has sent, and what waits for the player, the newest first. */
  *of(player: string, now: number): Work<readonly ChallengeRow[]> {
    return yield* all<ChallengeRow>(`${SEEN} ORDER BY at DESC, challenge`, { player, now });
  },

  *find(player: string, challenge: string, now: number): Work<ChallengeRow | undefined> {
    return yield* first<ChallengeRow>(`${SEEN} AND challenge = $challenge`, { player, now, challenge });
  },

  /** False if it is not open any more, or a block came between the two. The notices are for the challenger. */
  *settle(settled: Settled, now: number, notices: readonly OutboxRow[]): Work<boolean> {
    const { challenge, state, reason, match, code } = settled;
    const pair = yield* first<Pick<ChallengeRow, 'player' | 'other'>>(
      'SELECT player, other FROM challenges WHERE challenge = $challenge',
      { challenge },
    );
    if (pair === undefined || (yield* ties.apart(pair.player, [pair.other])).length > 0) return false;
    if ((yield* change(SETTLE, { challenge, state, reason, match, code, now })) === 0) return false;
    yield* change(untell('challenge = $challenge'), { challenge });
    for (const notice of notices) yield* outbox.put(notice);
    return true;
  },

  *withdraw(player: string, challenge: string): Work<boolean> {
    const sql = "DELETE FROM challenges WHERE challenge = $challenge AND player = $player AND state = 'open'";
    yield* change(untell("challenge = $challenge AND player = $player AND state = 'open'"), { challenge, player });
    return (yield* change(sql, { challenge, player })) > 0;
  },

  *sweep(upTo: number): Work<void> {
    yield* change('DELETE FROM challenges WHERE ends_at <= $upTo', { upTo });
  },
};

function* hasBlocked(player: string, other: string): Work<boolean> {
  return (yield* ties.apart(player, [other])).some(({ isOwn }) => isOwn === 1);
}

/** What still waits to be told of these challenges is not true any more. */
const untell = (which: string) =>
  `DELETE FROM notices WHERE kind = 'challenged' AND match IN (SELECT challenge FROM challenges WHERE ${which})`;

/** The same of the answers to them. The notice of an accepted one is about its match. */
const untellAnswer = (which: string) => `DELETE FROM notices WHERE kind IN ('accepted', 'declined')
  AND match IN (SELECT coalesce(match, challenge) FROM challenges WHERE ${which})`;

/** Those that the player has sent who has set the block are gone, and that player is told of no answer. The others are as taken back. */
function* endChallenges(player: string, other: string): Work<void> {
  const [own, others] = [withBots('CAST($player AS TEXT)'), withBots('CAST($other AS TEXT)')];
  const [sent, got] = [`player IN ${own} AND other IN ${others}`, `player IN ${others} AND other IN ${own}`];
  yield* change(untell(`${sent} OR ${got}`), { player, other });
  yield* change(untellAnswer(sent), { player, other });
  yield* change(`DELETE FROM challenges WHERE ${sent} AND state = 'open'`, { player, other });
}

const OPEN =
  "SELECT other FROM challenges WHERE player = $player AND state = 'open' AND ends_at > $at ORDER BY challenge";

const PUT = `
  INSERT INTO challenges (challenge, player, other, wish, at, ends_at, state)
  VALUES ($challenge, $player, $other, $wish, $at, $endsAt, 'open')`;

const SEEN = `
  SELECT challenge, player, other, wish, at, ends_at AS "endsAt", state, reason, match, code FROM challenges
  WHERE NOT EXISTS (SELECT 1 FROM ties own WHERE own.player IN ${withOwner('$player')} AND own.kind = 'block'
      AND own.other IN (challenges.player, challenges.other, (SELECT bots.owner FROM bots WHERE bots.player = challenges.player),
        (SELECT bots.owner FROM bots WHERE bots.player = challenges.other)))
    AND (player = $player OR other = $player AND (state = 'accepted' OR state = 'open' AND ends_at > $now
      AND NOT EXISTS (SELECT 1 FROM ties back WHERE back.player IN ${withOwner('challenges.player')}
        AND back.other IN ${withOwner('$player')} AND back.kind = 'block')
      AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.player IN ${withOwner('challenges.player')}
        AND (bans.until IS NULL OR bans.until > $now) AND challenges.state = 'open')))`;

const SETTLE = `
  UPDATE challenges SET state = $state, reason = $reason, match = $match, code = $code
  WHERE challenge = $challenge AND state = 'open' AND ends_at > $now`;
