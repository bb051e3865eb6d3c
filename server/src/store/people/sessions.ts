/** What acts for a player: the devices that are signed in, the codes that sign in another one, and the tokens of programs. */
import type { Claims } from '../../base/tokens.ts';
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import { withBots } from './bots.ts';
import { people } from './people.ts';

export interface SessionRow {
  readonly session: string;
  readonly label: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

export interface NewSession extends Claims {
  readonly label: string;
  readonly at: number;
  /** The most sessions of a player. A new one replaces the least recently used. */
  readonly most: number;
}

/** Of a player who is known in the same transaction. */
export function* addSession({ session, player, label, at }: NewSession): Work<void> {
  yield* change(
    `INSERT INTO sessions (session, player, label, created_at, last_used_at) VALUES ($session, $player, $label, $at, $at)`,
    { session, player, label, at },
  );
}

export const sessions = {
  /** False if the player was deleted. */
  *open(opened: NewSession): Work<boolean> {
    const { player, most } = opened;
    if (!(yield* people.isKnown(player))) return false;
    yield* addSession(opened);
    yield* change(
      `DELETE FROM sessions WHERE player = $player AND session NOT IN (
        SELECT session FROM sessions WHERE player = $player ORDER BY last_used_at DESC, rowid DESC LIMIT $most)`,
      { player, most },
    );
    return true;
  },

  *has({ player, session }: Claims): Work<boolean> {
    const sql = 'SELECT 1 AS found FROM sessions WHERE session = $session AND player = $player';
    return (yield* first(sql, { session, player })) !== undefined;
  },

  /** Notes that the session gets a new token. False if the session has ended. */
  *use({ player, session }: Claims, now: number): Work<boolean> {
    const sql = 'UPDATE sessions SET last_used_at = $now WHERE session = $session AND player = $player';
    return (yield* changeAlone(sql, { session, player, now })) > 0;
  },

  /** The sessions of a player, the last used first. */
  *of(player: string): Work<readonly SessionRow[]> {
    return yield* all<SessionRow>(
      `SELECT session, label, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM sessions
        WHERE player = $player ORDER BY last_used_at DESC, rowid DESC`,
      { player },
    );
  },

  /** Returns how many ended: 0 if the session belongs to another player. A code for linking another device may come from it, and ends too. */
  *end({ player, session }: Claims): Work<number> {
    const sql = 'DELETE FROM sessions WHERE session = $session AND player = $player';
    const ended = yield* change(sql, { session, player });
    if (ended > 0) yield* links.end(player);
    return ended;
  },

  *endAll(player: string): Work<number> {
    return yield* change('DELETE FROM sessions WHERE player = $player', { player });
  },

  *sweep(unusedSince: number): Work<void> {
    yield* change('DELETE FROM sessions WHERE last_used_at < $unusedSince', { unusedSince });
  },
};

// The hashes of recovery codes. A player has one; a new one replaces it.

export interface RecoveryRow {
  readonly player: string;
  /** The first letters of the code, which find the row. */
  readonly prefix: string;
  readonly hash: string;
  readonly createdAt: number;
}

export const recovery = {
  /** False if the player was deleted. */
  *keep({ player, prefix, hash, createdAt }: RecoveryRow): Work<boolean> {
    if (!(yield* people.isKnown(player))) return false;
    yield* change(
      `INSERT INTO recovery_codes (player, prefix, hash, created_at) VALUES ($player, $prefix, $hash, $createdAt)
        ON CONFLICT (player) DO UPDATE
        SET prefix = excluded.prefix, hash = excluded.hash, created_at = excluded.created_at`,
      { player, prefix, hash, createdAt },
    );
    return true;
  },

  /** Whether the player has this code. */
  *has({ player, hash }: Pick<RecoveryRow, 'player' | 'hash'>): Work<boolean> {
    const sql = 'SELECT 1 AS found FROM recovery_codes WHERE player = $player AND hash = $hash';
    return (yield* first(sql, { player, hash })) !== undefined;
  },

  *createdAt(player: string): Work<number | undefined> {
    const sql = 'SELECT created_at AS "createdAt" FROM recovery_codes WHERE player = $player';
    return (yield* first<Pick<RecoveryRow, 'createdAt'>>(sql, { player }))?.createdAt;
  },

  *withPrefix(prefix: string): Work<readonly Pick<RecoveryRow, 'player' | 'hash'>[]> {
    return yield* all<RecoveryRow>('SELECT player, hash FROM recovery_codes WHERE prefix = $prefix ORDER BY player', {
      prefix,
    });
  },

  *end(player: string): Work<void> {
    yield* change('DELETE FROM recovery_codes WHERE player = $player', { player });
  },
};

// The hashes of codes that sign in a second device. A player has one; a new one replaces it.

interface LinkRow extends Claims {
  readonly hash: string;
  readonly endsAt: number;
}

export const links = {
  /** False if the session has ended: a sign-out ends all that comes from it. */
  *keep({ player, session, hash, endsAt }: LinkRow): Work<boolean> {
    if (!(yield* sessions.has({ player, session }))) return false;
    yield* change('DELETE FROM links WHERE player = $player OR hash = $hash', { player, hash });
    yield* change('INSERT INTO links (player, hash, ends_at) VALUES ($player, $hash, $endsAt)', {
      player,
      hash,
      endsAt,
    });
    return true;
  },

  /** The player whose code this is. The code is used up. */
  *take(hash: string, now: number): Work<string | undefined> {
    const sql = 'DELETE FROM links WHERE hash = $hash AND ends_at > $now RETURNING player';
    return (yield* first<Pick<LinkRow, 'player'>>(sql, { hash, now }))?.player;
  },

  *end(player: string): Work<void> {
    yield* change('DELETE FROM links WHERE player = $player', { player });
  },

  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM links WHERE ends_at <= $now', { now });
  },
};

// The tokens that players have made for programs, by their hashes. Each is a way to act for the player, as a session is.

export interface ProgramTokenRow {
  readonly token: string;
  readonly player: string;
  readonly name: string;
  /** As JSON. */
  readonly scopes: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly lastUsedAt: number | null;
}

export interface NewProgramToken extends Omit<ProgramTokenRow, 'lastUsedAt'> {
  readonly hash: string;
  /** The hash of the code of which it was made. Null: the player has made it by hand. */
  readonly code: string | null;
}

/** A token that has ended, with all that was opened by it. */
export type EndedToken = Pick<ProgramTokenRow, 'player' | 'token'>;

const COLUMNS = `token, player, name, scopes, created_at AS "createdAt", ends_at AS "endsAt",
  last_used_at AS "lastUsedAt"`;

export const programTokens = {
  /** `full`: the player has as many as allowed. */
  *add(added: NewProgramToken, most: number): Work<'done' | 'full' | 'unknown'> {
    if (!(yield* people.isKnown(added.player))) return 'unknown';
    if ((yield* programTokens.of(added.player, added.createdAt)).length >= most) return 'full';
    yield* change(ADD, { ...added });
    return 'done';
  },

  /** The same for a player on this device, unless it was signed out meanwhile. */
  *make(by: Claims, added: NewProgramToken, most: number): Work<'done' | 'full' | 'unknown'> {
    return (yield* sessions.has(by)) ? yield* programTokens.add(added, most) : 'unknown';
  },

  /** How many the player has, beside the one that the player has given to this program before. */
  *countBeside(player: string, name: string, now: number): Work<number> {
    const sql = `SELECT count(*) AS n FROM program_tokens WHERE player = $player AND ends_at > $now
      AND NOT (name = $name AND code IS NOT NULL)`;
    return Number((yield* first<{ n: number }>(sql, { player, name, now }))?.n ?? 0);
  },

  /** Those that have not ended, the newest first. */
  *of(player: string, now: number): Work<readonly ProgramTokenRow[]> {
    return yield* all<ProgramTokenRow>(
      `SELECT ${COLUMNS} FROM program_tokens WHERE player = $player AND ends_at > $now ORDER BY created_at DESC, token`,
      { player, now },
    );
  },

  *find(hash: string, now: number): Work<ProgramTokenRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM program_tokens WHERE hash = $hash AND ends_at > $now`;
    return yield* first<ProgramTokenRow>(sql, { hash, now });
  },

  *use(token: string, now: number): Work<void> {
    yield* changeAlone('UPDATE program_tokens SET last_used_at = $now WHERE token = $token', { token, now });
  },

  /** Those of the player and of all bots of the player, the newest first. */
  *withBots(player: string, now: number): Work<readonly ProgramTokenRow[]> {
    return yield* all<ProgramTokenRow>(
      `SELECT ${COLUMNS} FROM program_tokens WHERE player IN ${withBots('$player')} AND ends_at > $now
        ORDER BY created_at DESC, token`,
      { player, now },
    );
  },

  /** Ends a token of the player or of a bot of the player, and returns which of them it was. Undefined if it is of another player. */
  *end(player: string, token: string): Work<string | undefined> {
    const sql = `DELETE FROM program_tokens WHERE token = $token AND player IN ${withBots('$player')} RETURNING player`;
    return (yield* first<Pick<ProgramTokenRow, 'player'>>(sql, { token, player }))?.player;
  },

  /** Also of the bots of the player. */
  *endAll(player: string): Work<void> {
    yield* change(`DELETE FROM program_tokens WHERE player IN ${withBots('$player')}`, { player });
  },

  /** The token that was made of this code: a code that comes twice may be in wrong hands. */
  *endMadeOf(code: string): Work<EndedToken | undefined> {
    return yield* first<EndedToken>('DELETE FROM program_tokens WHERE code = $code RETURNING player, token', { code });
  },

  /** The token that the player has given to the same program before. */
  *endBefore(player: string, name: string): Work<EndedToken | undefined> {
    const sql = `DELETE FROM program_tokens WHERE player = $player AND name = $name AND code IS NOT NULL
      RETURNING player, token`;
    return yield* first<EndedToken>(sql, { player, name });
  },

  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM program_tokens WHERE ends_at <= $now', { now });
  },
};

const ADD = `
  INSERT INTO program_tokens (token, player, hash, name, scopes, created_at, ends_at, code)
  VALUES ($token, $player, $hash, $name, $scopes, $createdAt, $endsAt, $code)`;
