/** The hashes of codes that sign in a second device. A player has one; a new one replaces it. */
import { change, first, type Work } from '../engine/work.ts';
import { people } from './people.ts';

export interface LinkRow {
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
