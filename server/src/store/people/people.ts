/** The players' names. Records hold only opaque ids, so that a name can be deleted. */
import type { DatabaseSync } from 'node:sqlite';

export interface Person {
  readonly player: string;
  readonly name: string;
  readonly createdAt: number;
}

export class PeopleStore {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      add: database.prepare('INSERT INTO people (player, name, created_at) VALUES (?, ?, ?)'),
      find: database.prepare('SELECT player, name, created_at AS createdAt FROM people WHERE player = ?'),
      rename: database.prepare('UPDATE people SET name = ? WHERE player = ?'),
      remove: database.prepare('DELETE FROM people WHERE player = ?'),
      after: database.prepare('SELECT player FROM people WHERE player > ? ORDER BY player LIMIT ?'),
      isIdleGuest: database.prepare(`SELECT 1 FROM people WHERE player = $player AND created_at < $unseenSince
        AND NOT EXISTS (SELECT 1 FROM recovery_codes WHERE player = $player)
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE player = $player AND last_used_at >= $unseenSince)`),
    };
  }

  add({ player, name, createdAt }: Person): void {
    this.statements.add.run(player, name, createdAt);
  }

  find(player: string): Person | undefined {
    return this.statements.find.get(player) as Person | undefined;
  }

  /** These players, in the same order. Undefined for an empty place or an unknown player. */
  findAll(players: readonly (string | undefined)[]): readonly (Person | undefined)[] {
    return players.map((player) => (player === undefined ? undefined : this.find(player)));
  }

  rename(player: string, name: string): void {
    this.statements.rename.run(name, player);
  }

  /** The ids of all players, one page at a time, in order. */
  after(player: string, limit: number): readonly string[] {
    const rows = this.statements.after.all(player, limit) as unknown as { player: string }[];
    return rows.map((row) => row.player);
  }

  /** Whether the player has no recovery code and has had no token since then. */
  isIdleGuest(player: string, unseenSince: number): boolean {
    return this.statements.isIdleGuest.get({ player, unseenSince }) !== undefined;
  }

  remove(player: string): void {
    this.statements.remove.run(player);
  }
}
