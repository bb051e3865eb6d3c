/** Who somebody is. Records know people by an opaque id alone; the name lives here, where it can be deleted. */
import { newPlayerId } from '../../base/ids.ts';
import type { PeopleStore, Person } from '../../store/people/people.ts';
import { toldApart } from './names.ts';

/** Whose name was deleted. */
const NOBODY_KNOWN = 'Somebody';

/** A guest whom the server does not know yet. */
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
    return this.find(player)?.name ?? NOBODY_KNOWN;
  }

  /** Everybody, a page at a time, by id. */
  after(player: string, limit: number): readonly string[] {
    return this.store.after(player, limit);
  }

  /** Never chose a name, and has bought no token since then. */
  isIdleGuest(player: string, unseenSince: number): boolean {
    return this.store.isIdleGuest(player, unseenSince);
  }

  /** How those at one table are shown, by seat; no name where nobody sits. */
  namesOf(players: readonly (string | undefined)[]): readonly (string | undefined)[] {
    const names = toldApart(this.store.findAll(players));
    return names.map((name, seat) => name ?? (players[seat] === undefined ? undefined : NOBODY_KNOWN));
  }
}
