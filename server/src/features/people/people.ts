/** Players and their names. Records hold only opaque ids; the name lives here, where it can be deleted. */
import { setTimeout as wait } from 'node:timers/promises';
import { isBotAccount } from '@flower-war/protocol';
import { isOfAnother, isVisitor, newPlayerId } from '../../base/ids.ts';
import { soon } from '../../base/scheduling.ts';
import type { Stores } from '../../store/operations.ts';
import { isHome, originOf } from '../../store/people/order.ts';
import type { Person } from '../../store/people/people.ts';
import { type Named, named, namedBot, namedVisitor, toldApart } from './nameFilter.ts';

/** Shown for a player whose name was deleted. */
const NAME_DELETED = 'Somebody';
/** More than all players at the tables of one process. A name takes about 300 bytes. */
const MOST_IN_MEMORY = 50_000;
/** Nobody waits longer for a name before the rest is shown. */
const PATIENCE_MS = 300;
/** After a reading that failed. */
const AGAIN_MS = 1000;

/** A guest who is not stored yet. */
export function newGuest(wanted: string | undefined, now: number): Person {
  const player = newPlayerId();
  return { player, name: wanted ?? guestName(player), createdAt: now };
}

/** The name of a player who has chosen none. */
export const guestName = (player: string) => `Guest ${player.slice(-4)}`;

/**
 * A table shows names without waiting, so names are kept in memory, those used last the longest. A name is decoration: it is
 * waited for only for a moment, and one reading at a time leaves the store to the play.
 */
export class People {
  private readonly store: Stores['people'];
  private readonly bots: Stores['bots'];
  private readonly subjects: Stores['subjects'];
  /** A player who is not known any more has no name. */
  private readonly names = new Map<string, Named | undefined>();
  private readonly missing = new Set<string>();
  private reading: Promise<void> = Promise.resolve();
  /** Begins when the reading that is under way has ended. */
  private next: Promise<void> | undefined;
  private isAwaited = false;
  /** Grows with each reading anew: a name that was found across one may be older. */
  private rereads = 0;
  /** Grows with each name that may not be what was told before. */
  changes = 0;
  /** Called when a name was shown before it was read: what shows it must show it again. */
  onLate: () => void = () => {};

  constructor({ people, bots, subjects }: Pick<Stores, 'people' | 'bots' | 'subjects'>) {
    this.store = people;
    this.bots = bots;
    this.subjects = subjects;
  }

  async find(player: string): Promise<Person | undefined> {
    const { rereads } = this;
    const person = await this.store.find(player);
    if (isOfAnother(player)) await this.load([player]);
    else if (rereads === this.rereads) this.noteUnknown(player, person?.name);
    return person;
  }

  async isKnown(player: string): Promise<boolean> {
    return (await this.find(player)) !== undefined;
  }

  /** Reads the names of these players, so that they can be shown. What the store does not tell soon comes late. */
  async load(players: Iterable<string | undefined>): Promise<void> {
    const missing = [...new Set(players)].filter((player) => player !== undefined && !this.names.has(player));
    if (missing.length === 0) return;
    await soon(this.read(missing as string[]), PATIENCE_MS);
    if (missing.some((player) => !this.names.has(player as string))) this.isAwaited = true;
  }

  private read(players: readonly string[]): Promise<void> {
    for (const player of players) this.missing.add(player);
    this.next ??= this.reading.then(() => this.readMissing());
    return this.next;
  }

  private async readMissing(): Promise<void> {
    this.reading = this.next ?? this.reading;
    this.next = undefined;
    const players = [...this.missing].filter((player) => !this.names.has(player));
    this.missing.clear();
    try {
      const found = await this.namesIn(players);
      for (const player of players) if (!this.names.has(player)) this.keep(player, found.get(player));
    } catch {
      await wait(AGAIN_MS, undefined, { ref: false }); // what still shows these names asks again
    }
    if (!this.isAwaited) return;
    this.isAwaited = false;
    this.onLate();
  }

  private async namesIn(players: readonly string[]): Promise<ReadonlyMap<string, Named>> {
    if (players.length === 0) return new Map();
    const bots = players.filter(isBotAccount);
    const owners = bots.length === 0 ? [] : await this.bots.ownersOf(bots);
    const all = [...new Set(players.concat(owners.map(({ owner }) => owner)))];
    const found = new Map((await this.store.findAll(all)).map(({ player, name }) => [player, named(player, name)]));
    for (const [player, home] of await this.homesOf(all)) {
      const visitor = found.get(player);
      if (visitor !== undefined) found.set(player, namedVisitor(visitor, home));
    }
    for (const { player, owner } of owners) {
      const [bot, person] = [found.get(player), found.get(owner)];
      if (bot !== undefined && person !== undefined) found.set(player, namedBot(bot, person));
    }
    return found;
  }

  /** The hosts at which those of these players are at home who are visitors here. */
  async homesOf(players: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const visitors = players.filter(isVisitor);
    const rows = visitors.length === 0 ? [] : await this.subjects.ofAll(visitors);
    return new Map(rows.filter(({ issuer }) => isHome(issuer)).map(({ player, issuer }) => [player, originOf(issuer)]));
  }

  /** Reads the names of these players anew: one of them, or an owner of a bot, has another name. */
  async reread(players: readonly string[]): Promise<void> {
    if (players.length === 0) return;
    await this.reading; // it may bring what was true before
    for (const player of players) this.names.delete(player);
    this.changes++;
    this.rereads++;
    await this.load(players);
  }

  /** The player is called so, or is not known any more. */
  note(player: string, name: string | undefined): void {
    this.keep(player, name === undefined ? undefined : named(player, name));
  }

  private keep(player: string, known: Named | undefined): void {
    if (!this.names.has(player) || this.names.get(player)?.name !== known?.name) this.changes++;
    this.names.delete(player);
    this.names.set(player, known);
    if (this.names.size <= MOST_IN_MEMORY) return;
    const [oldest] = this.names.keys(); // slow behind many that were deleted, as when a long list is read in order
    if (oldest !== undefined) this.names.delete(oldest);
  }

  /** The name of a player who was found or loaded before. */
  nameOf(player: string): string {
    return this.kept(player)?.name ?? NAME_DELETED;
  }

  /** The names at one table, by seat. A free seat has none. The players were found or loaded before. */
  namesOf(players: readonly (string | undefined)[]): readonly (string | undefined)[] {
    const people = players.map((player) => (player === undefined ? undefined : this.kept(player)));
    return toldApart(people).map((name, seat) => name ?? (players[seat] === undefined ? undefined : NAME_DELETED));
  }

  /** The ids of all players, one page at a time, in order. */
  after(player: string, limit: number): Promise<readonly string[]> {
    return this.store.after(player, limit);
  }

  /** Whether the player never chose a name and has had no token since then. */
  isIdleGuest(player: string, unseenSince: number): Promise<boolean> {
    return this.store.isIdleGuest(player, unseenSince);
  }

  /** A name that was noted while this one was read is newer. */
  private noteUnknown(player: string, name: string | undefined): void {
    if (!this.names.has(player)) this.note(player, name);
  }

  private kept(player: string): Named | undefined {
    const known = this.names.get(player);
    if (this.names.has(player)) this.keep(player, known);
    else {
      this.isAwaited = true;
      void this.read([player]);
    }
    return known;
  }
}
