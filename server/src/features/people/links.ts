/** A short code that signs in a second device, once. One for each player; a new one ends the old. */
import type { DatabaseSync } from 'node:sqlite';
import { letters } from '../../base/ids.ts';
import { asTyped, hashOf } from './codes.ts';

const LIFE_MS = 5 * 60 * 1000;
/** 39 bits, for five minutes, at a few guesses an hour. */
const LETTERS = 8;

export class Links {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      keep: database.prepare('INSERT OR REPLACE INTO links VALUES (?, ?, ?)'),
      take: database.prepare('DELETE FROM links WHERE hash = ? AND ends_at > ? RETURNING player'),
      end: database.prepare('DELETE FROM links WHERE player = ?'),
      sweep: database.prepare('DELETE FROM links WHERE ends_at <= ?'),
    };
  }

  create(player: string, now: number): { readonly code: string; readonly expiresAt: number } {
    const code = letters(LETTERS);
    const expiresAt = now + LIFE_MS;
    this.statements.keep.run(player, hashOf(code), expiresAt);
    return { code, expiresAt };
  }

  /** Whose code it is; from now on nobody's. */
  redeem(typed: string, now: number): string | undefined {
    const row = this.statements.take.get(hashOf(asTyped(typed)), now) as { player: string } | undefined;
    return row?.player;
  }

  end(player: string): void {
    this.statements.end.run(player);
  }

  sweep(now: number): void {
    this.statements.sweep.run(now);
  }
}
