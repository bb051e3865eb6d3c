/** The hashes of recovery codes. A player has one; a new one replaces it. */
import { all, change, first, type Work } from '../engine/engine.ts';
import { people } from './people.ts';

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
