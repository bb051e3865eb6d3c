/** A list of matches that fit one filter, kept up to date for all its viewers. It accepts no actions. */
import { MapSchema } from '@colyseus/schema';
import { type Answer, type LobbyEntry, type LobbyFilter, LobbyMatch, LobbyState } from '@flower-war/protocol';
import { fits } from '../../features/listing/filter.ts';
import { entryOf } from '../../features/table/lobbyEntry.ts';
import { rejected } from '../connection/frames.ts';
import { GuardedRoom } from '../rooms/guardedRoom.ts';
import { project } from '../rooms/project.ts';

export const LOBBY_ROOM = 'lobby';
export const MOST_LISTED = 100;

export interface LobbyOptions {
  readonly id: string;
  readonly filter: LobbyFilter;
}

type Matches = MapSchema<InstanceType<typeof LobbyMatch>>;

export class LobbyRoom extends GuardedRoom {
  private filter: LobbyFilter = {};
  private readonly list: Matches = new MapSchema();
  /** The entries that the list shows now. */
  private readonly shown = new Map<string, LobbyEntry>();
  private unwatch: () => void = () => {};

  override onCreate({ id, filter }: LobbyOptions): void {
    this.prepare(id);
    this.filter = filter;
    const state = new LobbyState();
    state.matches = this.list;
    this.show(() => true);
    this.state = state;
    this.broadcastPatch(); // to no client yet: without it, the first patch would repeat the whole list
    this.unwatch = LobbyRoom.services.billboard.watch((changed) => this.noticeSafely(changed));
  }

  override onDispose(): void {
    this.unwatch();
    LobbyRoom.services.lobbies.close(this.roomId);
  }

  override showNames(): void {
    this.show(() => true);
    this.broadcastPatch();
  }

  protected override async answer(): Promise<Answer> {
    return rejected('unknown-action');
  }

  /** Catches errors: the billboard calls from a timer, so one would end the process, and skip other lists. */
  private noticeSafely(changed: ReadonlySet<string>): void {
    try {
      this.notice(changed);
    } catch (error) {
      this.onUncaughtException(error as Error, 'notice');
    }
  }

  /** Ignores changes that concern only other lists. */
  private notice(changed: ReadonlySet<string>): void {
    const { billboard } = LobbyRoom.services;
    const concernsUs = (match: string) => {
      const posted = billboard.get(match);
      return this.shown.has(match) || (posted !== undefined && fits(this.filter, posted));
    };
    if (![...changed].some(concernsUs)) return;
    this.show((match) => changed.has(match));
    this.broadcastPatch();
  }

  /** Removes matches that no longer fit, and shows those that are new or stale. */
  private show(isStale: (match: string) => boolean): void {
    const found = LobbyRoom.services.billboard.find(this.filter, MOST_LISTED);
    const there = new Set(found.map(({ match }) => match));
    for (const match of this.shown.keys()) if (!there.has(match)) this.takeDown(match);
    for (const posted of found)
      if (!this.shown.has(posted.match) || isStale(posted.match)) this.put(entryOf(LobbyRoom.services, posted));
  }

  private put(entry: LobbyEntry): void {
    const known = this.list.get(entry.match);
    const target = known ?? new LobbyMatch();
    project(target, entry, this.shown.get(entry.match));
    if (known === undefined) this.list.set(entry.match, target);
    this.shown.set(entry.match, entry);
  }

  private takeDown(match: string): void {
    this.list.delete(match);
    this.shown.delete(match);
  }
}
