/** The players' names, and where they are told. Records hold only opaque ids, so that a name can be deleted. */
import { all, change, first, type Work } from '../engine/engine.ts';

export interface Person {
  readonly player: string;
  readonly name: string;
  readonly createdAt: number;
}

const COLUMNS = 'player, name, created_at AS "createdAt"';

export const people = {
  *add(person: Person): Work<void> {
    yield* change('INSERT INTO people (player, name, created_at) VALUES ($player, $name, $createdAt)', { ...person });
  },

  *find(player: string): Work<Person | undefined> {
    return yield* first<Person>(`SELECT ${COLUMNS} FROM people WHERE player = $player`, { player });
  },

  /** Asked in the same transaction by all that writes of a player, so that nothing of a deleted player is written. */
  *isKnown(player: string): Work<boolean> {
    return (yield* people.find(player)) !== undefined;
  },

  /** Those of these players who are known. */
  *findAll(players: readonly string[]): Work<readonly Person[]> {
    return yield* all<Person>(
      `SELECT ${COLUMNS} FROM people WHERE player IN (SELECT value FROM json_each($players))
        ORDER BY player`,
      { players: JSON.stringify(players) },
    );
  },

  *rename(player: string, name: string): Work<void> {
    yield* change('UPDATE people SET name = $name WHERE player = $player', { player, name });
  },

  /** The ids of all players, one page at a time, in order. */
  *after(player: string, limit: number): Work<readonly string[]> {
    const rows = yield* all<Pick<Person, 'player'>>(
      'SELECT player FROM people WHERE player > $player ORDER BY player LIMIT $limit',
      { player, limit },
    );
    return rows.map((row) => row.player);
  },

  /** Whether the player has no recovery code, passkey or provider, and has had no token since then, nor a bot of theirs. No bot is one. */
  *isIdleGuest(player: string, unseenSince: number): Work<boolean> {
    const found = yield* first(
      `SELECT 1 AS found FROM people WHERE player = $player AND created_at < $unseenSince
        AND NOT EXISTS (SELECT 1 FROM bots WHERE player = $player)
        AND NOT EXISTS (SELECT 1 FROM recovery_codes WHERE player = $player)
        AND NOT EXISTS (SELECT 1 FROM passkeys WHERE player = $player)
        AND NOT EXISTS (SELECT 1 FROM subjects WHERE player = $player)
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE player = $player AND last_used_at >= $unseenSince)
        AND NOT EXISTS (SELECT 1 FROM program_tokens WHERE last_used_at >= $unseenSince
          AND (player = $player OR player IN (SELECT player FROM bots WHERE owner = $player)))`,
      { player, unseenSince },
    );
    return found !== undefined;
  },

  *remove(player: string): Work<void> {
    yield* change('DELETE FROM people WHERE player = $player', { player });
  },
};

// Finds players by name or id, for the operator.

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

// Which players a dump of the public matches may name.

/** Of a player who was not deleted. */
interface KnownPlayer {
  readonly player: string;
  /** Null unless the player has chosen to be named. */
  readonly name: string | null;
}

export const dump = {
  /** Those of these players who are known. */
  *known(players: readonly string[]): Work<readonly KnownPlayer[]> {
    return yield* all<KnownPlayer>(KNOWN, { players: JSON.stringify(players) });
  },

  *isNamed(player: string): Work<boolean> {
    return (yield* first('SELECT 1 AS found FROM named_players WHERE player = $player', { player })) !== undefined;
  },

  /** Not of a player who was deleted. */
  *name(player: string, isOn: boolean): Work<void> {
    const on =
      'INSERT INTO named_players (player) SELECT player FROM people WHERE player = $player ON CONFLICT DO NOTHING';
    yield* change(isOn ? on : 'DELETE FROM named_players WHERE player = $player', { player });
  },
};

const KNOWN = `
  SELECT people.player, CASE WHEN named_players.player IS NULL THEN NULL ELSE people.name END AS name
  FROM people LEFT JOIN named_players ON named_players.player = people.player
  WHERE people.player IN (SELECT value FROM json_each($players)) ORDER BY people.player`;
