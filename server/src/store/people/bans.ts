/** The players banned by the operator. Checked with every request of a player. */
import { all, change, first, type Work } from '../engine/engine.ts';

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

// The networks banned by the operator, as CIDR. Every process keeps them in memory and reads them again often.

interface NetworkBanRow {
  readonly network: string;
  readonly at: number;
  readonly reason: string;
  readonly until: number | null;
}

export const networkBans = {
  /** False if there are already as many as are kept. */
  *ban({ network, at, reason, until }: NetworkBanRow, most: number): Work<boolean> {
    const sql = 'SELECT count(*) AS n FROM banned_networks WHERE network <> $network';
    if (((yield* first<{ n: number }>(sql, { network }))?.n ?? 0) >= most) return false;
    yield* change(
      `INSERT INTO banned_networks (network, at, reason, until) VALUES ($network, $at, $reason, $until)
        ON CONFLICT (network) DO UPDATE SET at = excluded.at, reason = excluded.reason, until = excluded.until`,
      { network, at, reason, until },
    );
    return true;
  },

  /** Returns whether the network was banned. */
  *lift(network: string): Work<boolean> {
    return (yield* change('DELETE FROM banned_networks WHERE network = $network', { network })) > 0;
  },

  /** Those that hold now, the newest first. */
  *all(now: number): Work<readonly NetworkBanRow[]> {
    return yield* all<NetworkBanRow>(
      `SELECT network, at, reason, until FROM banned_networks WHERE until IS NULL OR until > $now
        ORDER BY at DESC, network`,
      { now },
    );
  },

  /** Deletes bans whose time is over. */
  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM banned_networks WHERE until <= $now', { now });
  },
};
