/** A list of matches that fit one filter, kept up to date for all its viewers. It accepts no actions. */
import { MapSchema } from '@colyseus/schema';
import { type Answer, type LobbyEntry, type LobbyFilter, LobbyMatch, LobbyState } from '@flower-war/protocol';
import { fits } from '../../features/listing/filter.ts';
import { entryOf } from '../../features/table/lobbyEntry.ts';
import { loadNames } from '../../features/table/summary.ts';
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

  override async onCreate({ id, filter }: LobbyOptions): Promise<void> {
    this.prepare(id);
    this.filter = filter;
    const state = new LobbyState();
    state.matches = this.list;
    this.unwatch = LobbyRoom.services.billboard.watch((changed) => void this.noticeSafely(changed));
    await this.show(() => true);
    this.state = state;
    this.broadcastPatch(); // to no client yet: without it, the first patch would repeat the whole list
  }

  override onDispose(): void {
    this.unwatch();
    LobbyRoom.services.lobbies.close(this.roomId);
  }

  override showNames(): void {
    void this.safely(async () => {
      await this.show(() => true);
      this.broadcastPatch();
    });
  }

  protected override async answer(): Promise<Answer> {
    return rejected('unknown-action');
  }

  /** Catches errors: the billboard calls from a timer, so one would end the process, and skip other lists. */
  private noticeSafely(changed: ReadonlySet<string>): Promise<void> {
    return this.safely(() => this.notice(changed));
  }

  private async safely(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.onUncaughtException(error as Error, 'notice');
    }
  }

  /** Ignores changes that concern only other lists. */
  private async notice(changed: ReadonlySet<string>): Promise<void> {
    const { billboard } = LobbyRoom.services;
    const concernsUs = (match: string) => {
      const posted = billboard.get(match);
      return this.shown.has(match) || (posted !== undefined && fits(this.filter, posted));
    };
    if (![...changed].some(concernsUs)) return;
    await this.show((match) => changed.has(match));
    this.broadcastPatch();
  }

  /** Removes matches that no longer fit, and shows those that are new or stale. */
  private async show(isStale: (match: string) => boolean): Promise<void> {
    const { billboard } = LobbyRoom.services;
    await loadNames(LobbyRoom.services, billboard.find(this.filter, MOST_LISTED));
    const found = billboard.find(this.filter, MOST_LISTED);
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
