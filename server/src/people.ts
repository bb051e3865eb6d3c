/** Who somebody is. Records know people by an opaque id alone; the name lives here, where it can be deleted. */
import type { DatabaseSync } from 'node:sqlite';
import { newPlayerId } from './match/ids.ts';

export interface Person {
  readonly player: string;
  readonly name: string;
}

export class People {
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.statements = {
      add: database.prepare('INSERT INTO people (player, name, created_at) VALUES (?, ?, ?)'),
      name: database.prepare('SELECT name FROM people WHERE player = ?'),
    };
  }

  addGuest(wanted: string | undefined, now: number): Person {
    const player = newPlayerId();
    const name = wanted ?? `Guest ${player.slice(-4)}`;
    this.statements.add.run(player, name, now);
    return { player, name };
  }

  find(player: string): Person | undefined {
    const row = this.statements.name.get(player) as { name: string } | undefined;
    return row && { player, name: row.name };
  }

  nameOf(player: string): string {
    return this.find(player)?.name ?? 'Somebody';
  }
}
