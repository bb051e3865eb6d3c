/** A code that brings a player back when every device is lost. One for each player; a new one ends the old. */
import type { DatabaseSync } from 'node:sqlite';
import { letters } from '../../base/ids.ts';
import { asTyped, hashOf, inGroups, isSameHash } from './codes.ts';

/** The first letters find the row and are kept as they are; the others, 78 bits, are the secret. */
const PREFIX_LETTERS = 4;
const SECRET_LETTERS = 16;

export class RecoveryCodes {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      keep: database.prepare('INSERT OR REPLACE INTO recovery_codes VALUES (?, ?, ?, ?)'),
      at: database.prepare('SELECT created_at AS createdAt FROM recovery_codes WHERE player = ?'),
      find: database.prepare('SELECT player, hash FROM recovery_codes WHERE prefix = ?'),
      end: database.prepare('DELETE FROM recovery_codes WHERE player = ?'),
    };
  }

  /** The only time that anybody sees it. */
  renew(player: string, now: number): string {
    const code = letters(PREFIX_LETTERS + SECRET_LETTERS);
    this.statements.keep.run(player, prefixOf(code), hashOf(code), now);
    return inGroups(code);
  }

  /** When the code was made, if there is one. */
  createdAt(player: string): number | undefined {
    return (this.statements.at.get(player) as { createdAt: number } | undefined)?.createdAt;
  }

  playerOf(typed: string): string | undefined {
    const hash = hashOf(asTyped(typed));
    const rows = this.statements.find.all(prefixOf(typed)) as unknown as { player: string; hash: string }[];
    return rows.find((row) => isSameHash(row.hash, hash))?.player;
  }

  end(player: string): void {
    this.statements.end.run(player);
  }
}

/** What guesses at one code have in common. */
export function prefixOf(typed: string): string {
  return asTyped(typed).slice(0, PREFIX_LETTERS);
}
