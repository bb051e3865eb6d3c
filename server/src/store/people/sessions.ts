/** The devices on which players are signed in. */
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
