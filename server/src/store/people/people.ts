/** The players' names. Records hold only opaque ids, so that a name can be deleted. */
import { all, change, first, type Work } from '../engine/work.ts';

export interface Person {
  readonly player: string;
  readonly name: string;
  readonly createdAt: number;
}

const COLUMNS = 'player, name, created_at AS "createdAt"';

export const people = {
  *add({ player, name, createdAt }: Person): Work<void> {
    yield* change('INSERT INTO people (player, name, created_at) VALUES ($player, $name, $createdAt)', {
      player,
      name,
      createdAt,
    });
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

  /** Whether the player has no recovery code and has had no token since then. */
  *isIdleGuest(player: string, unseenSince: number): Work<boolean> {
    const found = yield* first(
      `SELECT 1 AS found FROM people WHERE player = $player AND created_at < $unseenSince
        AND NOT EXISTS (SELECT 1 FROM recovery_codes WHERE player = $player)
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE player = $player AND last_used_at >= $unseenSince)`,
      { player, unseenSince },
    );
    return found !== undefined;
  },

  *remove(player: string): Work<void> {
    yield* change('DELETE FROM people WHERE player = $player', { player });
  },
};
