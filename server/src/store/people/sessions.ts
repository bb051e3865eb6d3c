/** The devices on which players are signed in. */
import type { DatabaseSync } from 'node:sqlite';
import type { Claims } from '../../base/tokens.ts';

export interface SessionRow {
  readonly session: string;
  readonly label: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

export interface NewSession extends Claims {
  readonly label: string;
  readonly at: number;
  /** The most sessions of a player. A new one replaces the least recently used. */
  readonly most: number;
}

export class SessionStore {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      open: database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)'),
      crowd: database.prepare(`DELETE FROM sessions WHERE player = $player AND session NOT IN (
        SELECT session FROM sessions WHERE player = $player ORDER BY last_used_at DESC, rowid DESC LIMIT $most)`),
      has: database.prepare('SELECT 1 FROM sessions WHERE session = ? AND player = ?'),
      use: database.prepare('UPDATE sessions SET last_used_at = ? WHERE session = ? AND player = ?'),
      list: database.prepare(`SELECT session, label, created_at AS createdAt, last_used_at AS lastUsedAt FROM sessions
        WHERE player = ? ORDER BY last_used_at DESC, rowid DESC`),
      end: database.prepare('DELETE FROM sessions WHERE session = ? AND player = ?'),
      endAll: database.prepare('DELETE FROM sessions WHERE player = ?'),
      sweep: database.prepare('DELETE FROM sessions WHERE last_used_at < ?'),
    };
  }

  open({ session, player, label, at, most }: NewSession): void {
    this.statements.open.run(session, player, label, at, at);
    this.statements.crowd.run({ player, most });
  }

  has({ player, session }: Claims): boolean {
    return this.statements.has.get(session, player) !== undefined;
  }

  /** Notes that the session gets a new token. False if the session has ended. */
  use({ player, session }: Claims, now: number): boolean {
    return this.statements.use.run(now, session, player).changes > 0;
  }

  /** The sessions of a player, the last used first. */
  of(player: string): readonly SessionRow[] {
    return this.statements.list.all(player) as unknown as SessionRow[];
  }

  /** Returns how many ended: 0 if the session belongs to another player. */
  end({ player, session }: Claims): number {
    return Number(this.statements.end.run(session, player).changes);
  }

  endAll(player: string): number {
    return Number(this.statements.endAll.run(player).changes);
  }

  sweep(unusedSince: number): void {
    this.statements.sweep.run(unusedSince);
  }
}
