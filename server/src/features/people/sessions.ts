/** The devices on which somebody is signed in. A token is good only as long as the session that it names. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Claims, REFRESH_MS } from '../../base/tokens.ts';

export interface SessionRow {
  readonly session: string;
  readonly label: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** The one that was unused for longest makes room for the next. */
const MOST_SESSIONS = 50;

export class Sessions {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      open: database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)'),
      crowd: database.prepare(`DELETE FROM sessions WHERE player = $player AND session NOT IN (
        SELECT session FROM sessions WHERE player = $player ORDER BY last_used_at DESC, rowid DESC LIMIT ${MOST_SESSIONS})`),
      has: database.prepare('SELECT 1 FROM sessions WHERE session = ? AND player = ?'),
      use: database.prepare('UPDATE sessions SET last_used_at = ? WHERE session = ? AND player = ?'),
      list: database.prepare(`SELECT session, label, created_at AS createdAt, last_used_at AS lastUsedAt FROM sessions
        WHERE player = ? ORDER BY last_used_at DESC, rowid DESC`),
      end: database.prepare('DELETE FROM sessions WHERE session = ? AND player = ?'),
      endAll: database.prepare('DELETE FROM sessions WHERE player = ?'),
      sweep: database.prepare('DELETE FROM sessions WHERE last_used_at < ?'),
    };
  }

  open(player: string, label: string | undefined, now: number): Claims {
    const session = randomUUID();
    this.statements.open.run(session, player, label ?? '', now, now);
    this.statements.crowd.run({ player });
    return { player, session };
  }

  has({ player, session }: Claims): boolean {
    return this.statements.has.get(session, player) !== undefined;
  }

  /** Notes that a token is bought; false if the session has ended. */
  use({ player, session }: Claims, now: number): boolean {
    return this.statements.use.run(now, session, player).changes > 0;
  }

  /** The one used last comes first. */
  of(player: string): readonly SessionRow[] {
    return this.statements.list.all(player) as unknown as SessionRow[];
  }

  /** How many ended: none, if it is somebody else's. */
  end({ player, session }: Claims): number {
    return Number(this.statements.end.run(session, player).changes);
  }

  endAll(player: string): number {
    return Number(this.statements.endAll.run(player).changes);
  }

  /** Lets go of those whose last refresh token has ended. */
  sweep(now: number): void {
    this.statements.sweep.run(now - REFRESH_MS);
  }
}
