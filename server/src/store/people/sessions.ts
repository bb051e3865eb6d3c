/** The devices on which players are signed in, and the codes by which they sign in another one. */
import type { Claims } from '../../base/tokens.ts';
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
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

  /** Returns how many ended: 0 if the session belongs to another player. */
  *end({ player, session }: Claims): Work<number> {
    return yield* change('DELETE FROM sessions WHERE session = $session AND player = $player', { session, player });
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

interface LinkRow {
  readonly player: string;
  readonly hash: string;
  readonly endsAt: number;
}

export const links = {
  /** False if the player was deleted. */
  *keep({ player, hash, endsAt }: LinkRow): Work<boolean> {
    if (!(yield* people.isKnown(player))) return false;
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
