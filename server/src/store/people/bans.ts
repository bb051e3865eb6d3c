/** The players banned by the operator. Checked with every request of a player. */
import { all, change, first, type Work } from '../engine/work.ts';

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
    const sql = 'SELECT 1 AS found FROM bans WHERE player = $player AND (until IS NULL OR until > $now)';
    return (yield* first(sql, { player, now })) !== undefined;
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
