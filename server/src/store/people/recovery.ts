/** The hashes of recovery codes. A player has one; a new one replaces it. */
import type { DatabaseSync } from 'node:sqlite';

export interface RecoveryRow {
  readonly player: string;
  /** The first letters of the code, which find the row. */
  readonly prefix: string;
  readonly hash: string;
  readonly createdAt: number;
}

export class RecoveryStore {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      keep: database.prepare('INSERT OR REPLACE INTO recovery_codes VALUES (?, ?, ?, ?)'),
      at: database.prepare('SELECT created_at AS createdAt FROM recovery_codes WHERE player = ?'),
      find: database.prepare('SELECT player, hash FROM recovery_codes WHERE prefix = ?'),
      end: database.prepare('DELETE FROM recovery_codes WHERE player = ?'),
    };
  }

  keep({ player, prefix, hash, createdAt }: RecoveryRow): void {
    this.statements.keep.run(player, prefix, hash, createdAt);
  }

  createdAt(player: string): number | undefined {
    return (this.statements.at.get(player) as { createdAt: number } | undefined)?.createdAt;
  }

  withPrefix(prefix: string): readonly Pick<RecoveryRow, 'player' | 'hash'>[] {
    return this.statements.find.all(prefix) as unknown as RecoveryRow[];
  }

  end(player: string): void {
    this.statements.end.run(player);
  }
}
