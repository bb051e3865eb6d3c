/** The networks banned by the operator, as CIDR. Every process keeps them in memory and reads them again often. */
import { all, change, first, type Work } from '../engine/work.ts';

export interface NetworkBanRow {
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
