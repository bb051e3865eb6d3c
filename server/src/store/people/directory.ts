/** Finds players by name or id, for the operator. */
import { all, first, type Work } from '../engine/work.ts';
import type { Person } from './people.ts';

export interface Listed extends Person {
  /** How many devices are signed in. */
  readonly sessions: number;
  readonly lastSeenAt: number | null;
  /** How many reports about the player are kept. */
  readonly reports: number;
  readonly hasRecoveryCode: number;
  readonly bannedAt: number | null;
  readonly banReason: string | null;
  readonly bannedUntil: number | null;
}

export interface Search {
  /** How the name begins, or the id. Case does not matter for letters from A to Z. */
  readonly text: string;
  /** The last player of the page before. */
  readonly after?: Pick<Person, 'player' | 'name'>;
  readonly limit: number;
}

/** Sorts after every name that begins like the text. */
const LAST = '\u{10FFFF}';
/** As SQLite folds letters, so that both databases give the same answers. */
const folded = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const directory = {
  /** Players whose name begins so, by name. */
  *byName({ text, after, limit }: Search): Work<readonly Listed[]> {
    const [from, name, player] = [folded(text), folded(after?.name ?? ''), after?.player ?? ''];
    return yield* all<Listed>(BY_NAME, { from, to: from + LAST, name, player, limit });
  },

  /** Players whose id begins so, by id. */
  *byId({ text, after, limit }: Search): Work<readonly Listed[]> {
    return yield* all<Listed>(BY_ID, { from: text, to: text + LAST, player: after?.player ?? '', limit });
  },

  *one(player: string): Work<Listed | undefined> {
    return yield* first<Listed>(`${LISTED} WHERE people.player = $player`, { player });
  },
};

const LISTED = `
  SELECT people.player, name, created_at AS "createdAt",
    (SELECT count(*) FROM sessions WHERE sessions.player = people.player) AS sessions,
    (SELECT max(last_used_at) FROM sessions WHERE sessions.player = people.player) AS "lastSeenAt",
    (SELECT count(*) FROM reports WHERE reports.player = people.player) AS reports,
    (SELECT count(*) FROM recovery_codes WHERE recovery_codes.player = people.player) AS "hasRecoveryCode",
    bans.at AS "bannedAt", bans.reason AS "banReason", bans.until AS "bannedUntil"
  FROM people LEFT JOIN bans ON bans.player = people.player`;

const BY_NAME = `${LISTED} WHERE lower(name) >= $from AND lower(name) < $to
    AND (lower(name), people.player) > ($name, $player)
  ORDER BY lower(name), people.player LIMIT $limit`;

const BY_ID = `${LISTED} WHERE people.player >= $from AND people.player < $to AND people.player > $player
  ORDER BY people.player LIMIT $limit`;
