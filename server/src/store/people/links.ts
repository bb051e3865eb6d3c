/** The hashes of codes that sign in a second device. A player has one; a new one replaces it. */
import type { DatabaseSync } from 'node:sqlite';

export interface LinkRow {
  readonly player: string;
  readonly hash: string;
  readonly endsAt: number;
}

export class LinkStore {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      keep: database.prepare('INSERT OR REPLACE INTO links VALUES (?, ?, ?)'),
      take: database.prepare('DELETE FROM links WHERE hash = ? AND ends_at > ? RETURNING player'),
      end: database.prepare('DELETE FROM links WHERE player = ?'),
      sweep: database.prepare('DELETE FROM links WHERE ends_at <= ?'),
    };
  }

  keep({ player, hash, endsAt }: LinkRow): void {
    this.statements.keep.run(player, hash, endsAt);
  }

  /** The player whose code this is. The code is used up. */
  take(hash: string, now: number): string | undefined {
    const row = this.statements.take.get(hash, now) as { player: string } | undefined;
    return row?.player;
  }

  end(player: string): void {
    this.statements.end.run(player);
  }

  sweep(now: number): void {
    this.statements.sweep.run(now);
  }
}
