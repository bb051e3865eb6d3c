/** Who somebody is. Records know people by an opaque id alone; the name lives here, where it can be deleted. */
import type { DatabaseSync } from 'node:sqlite';
import { newPlayerId } from '../../base/ids.ts';
import { toldApart } from './names.ts';

export interface Person {
  readonly player: string;
  readonly name: string;
  readonly createdAt: number;
}

/** Whose name was deleted. */
const NOBODY_KNOWN = 'Somebody';

export class People {
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

  addGuest(wanted: string | undefined, now: number): Person {
    const player = newPlayerId();
    const name = wanted ?? `Guest ${player.slice(-4)}`;
    this.statements.add.run(player, name, now);
    return { player, name, createdAt: now };
  }

  find(player: string): Person | undefined {
    return this.statements.find.get(player) as Person | undefined;
  }

  nameOf(player: string): string {
    return this.find(player)?.name ?? NOBODY_KNOWN;
  }

  rename(player: string, name: string): void {
    this.statements.rename.run(name, player);
  }

  /** Everybody, a page at a time, by id. */
  after(player: string, limit: number): readonly string[] {
    const rows = this.statements.after.all(player, limit) as unknown as { player: string }[];
    return rows.map((row) => row.player);
  }

  /** Never chose a name, and has bought no token since then. */
  isIdleGuest(player: string, unseenSince: number): boolean {
    return this.statements.isIdleGuest.get({ player, unseenSince }) !== undefined;
  }

  remove(player: string): void {
    this.statements.remove.run(player);
  }

  /** How those at one table are shown, by seat; no name where nobody sits. */
  namesOf(players: readonly (string | undefined)[]): readonly (string | undefined)[] {
    const names = toldApart(players.map((player) => (player === undefined ? undefined : this.find(player))));
    return names.map((name, seat) => name ?? (players[seat] === undefined ? undefined : NOBODY_KNOWN));
  }
}
