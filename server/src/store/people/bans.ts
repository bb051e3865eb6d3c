/** The players banned by the operator. Checked with every request of a player. */
import type { DatabaseSync } from 'node:sqlite';

export interface BanRow {
  readonly player: string;
  readonly at: number;
  readonly reason: string;
  readonly until: number | null;
}

export class Bans {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      ban: database.prepare('INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)'),
      lift: database.prepare('DELETE FROM bans WHERE player = ?'),
      has: database.prepare('SELECT 1 FROM bans WHERE player = ? AND (until IS NULL OR until > ?)'),
      all: database.prepare('SELECT * FROM bans WHERE until IS NULL OR until > ? ORDER BY at DESC, rowid DESC'),
      sweep: database.prepare('DELETE FROM bans WHERE until <= ?'),
    };
  }

  ban({ player, at, reason, until }: BanRow): void {
    this.statements.ban.run(player, at, reason, until);
  }

  lift(player: string): void {
    this.statements.lift.run(player);
  }

  has(player: string, now: number): boolean {
    return this.statements.has.get(player, now) !== undefined;
  }

  /** The newest first. */
  all(now: number): readonly BanRow[] {
    return this.statements.all.all(now) as unknown as BanRow[];
  }

  /** Deletes bans whose time is over. */
  sweep(now: number): void {
    this.statements.sweep.run(now);
  }
}
