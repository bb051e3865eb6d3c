/** Players and their names. Records hold only opaque ids; the name lives here, where it can be deleted. */
import { newPlayerId } from '../../base/ids.ts';
import type { PeopleStore, Person } from '../../store/people/people.ts';
import { toldApart } from './nameFilter.ts';

/** Shown for a player whose name was deleted. */
const NAME_DELETED = 'Somebody';

/** A guest who is not stored yet. */
export function newGuest(wanted: string | undefined, now: number): Person {
  const player = newPlayerId();
  return { player, name: wanted ?? `Guest ${player.slice(-4)}`, createdAt: now };
}

export class People {
  private readonly store: PeopleStore;

  constructor(store: PeopleStore) {
    this.store = store;
  }

  find(player: string): Person | undefined {
    return this.store.find(player);
  }

  nameOf(player: string): string {
    return this.find(player)?.name ?? NAME_DELETED;
  }

  /** The ids of all players, one page at a time, in order. */
  after(player: string, limit: number): readonly string[] {
    return this.store.after(player, limit);
  }

  /** Whether the player never chose a name and has had no token since then. */
  isIdleGuest(player: string, unseenSince: number): boolean {
    return this.store.isIdleGuest(player, unseenSince);
  }

  /** The names at one table, by seat. A free seat has none. */
  namesOf(players: readonly (string | undefined)[]): readonly (string | undefined)[] {
    const names = toldApart(this.store.findAll(players));
    return names.map((name, seat) => name ?? (players[seat] === undefined ? undefined : NAME_DELETED));
  }
}
