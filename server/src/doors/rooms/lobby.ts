/** A list of matches that fit one filter, kept up to date for all its viewers. It accepts no actions. */
import { CloseCode } from '@colyseus/core';
import { MapSchema } from '@colyseus/schema';
import { type Answer, type LobbyEntry, type LobbyFilter, LobbyMatch, LobbyState } from '@flower-war/protocol';
import { whoseAt } from '@flower-war/protocol/hosting';
import { mustHost } from '../../base/hostedGames.ts';
import type { Caller } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import { fits } from '../../features/listing/filter.ts';
import { whoOf } from '../../features/table/admission.ts';
import { entryOf, loadNames } from '../../features/table/summary.ts';
import { SERVICE, type Visiting } from './connections.ts';
import { rejected } from './frames.ts';
import type { Services } from '../services.ts';
import { type Content, type GuardedRoom, roomIn, type WantedRoom } from './guardedRoom.ts';
import { reserveIn } from './roomPlaces.ts';
import { project } from './tableView.ts';

export const LOBBY_ROOM = 'lobby';
export const MOST_LISTED = 100;

type Matches = MapSchema<InstanceType<typeof LobbyMatch>>;

export async function openLobby(
  room: GuardedRoom,
  { id, filter = {} }: WantedRoom,
  services: Services,
): Promise<Lobby> {
  room.closing.push(() => services.lobbies.close(id));
  const lobby = new Lobby(room, filter, services);
  room.closing.push(services.billboard.watch((changed) => void lobby.notice(changed)));
  await lobby.show(() => true);
  return lobby;
}

class Lobby implements Content {
  readonly state = new LobbyState();
  private readonly list: Matches = new MapSchema();
  /** The entries that the list shows now. */
  private readonly shown = new Map<string, LobbyEntry>();
  private readonly room: Pick<GuardedRoom, 'broadcastPatch' | 'onUncaughtException'>;
  private readonly filter: LobbyFilter;
  private readonly services: Services;

  constructor(room: Lobby['room'], filter: LobbyFilter, services: Services) {
    this.state.matches = this.list;
    this.room = room;
    this.filter = filter;
    this.services = services;
  }

  async answer(): Promise<Answer> {
    return rejected('unknown-action');
  }

  /** Of places that were reserved at once, more may come than a player may have: the client asks again, and is told so. */
  came(client: Visiting): void {
    const { player } = client.auth ?? SERVICE;
    if (connectionsOf(this.services, player) > MOST_OF_ONE_PLAYER) client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  showPeople(): void {
    void this.safely(() => this.showNow(() => true));
  }

  /** Ignores changes that concern only other lists. */
  notice(changed: ReadonlySet<string>): Promise<void> {
    const { billboard } = this.services;
    const concernsUs = (match: string) => {
      const posted = billboard.get(match);
      return this.shown.has(match) || (posted !== undefined && fits(this.filter, posted));
    };
    return this.safely(async () => {
      if ([...changed].some(concernsUs)) await this.showNow((match) => changed.has(match));
    });
  }

  /** Catches errors: the billboard calls from a timer, so one would end the process, and skip other lists. */
  private async safely(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.room.onUncaughtException(error as Error, 'notice');
    }
  }

  private async showNow(isStale: (match: string) => boolean): Promise<void> {
    await this.show(isStale);
    this.room.broadcastPatch();
  }

  /** Removes matches that no longer fit, and shows those that are new or stale. */
  async show(isStale: (match: string) => boolean): Promise<void> {
    const { billboard } = this.services;
    await loadNames(this.services, billboard.find(this.filter, MOST_LISTED));
    const found = billboard.find(this.filter, MOST_LISTED);
    const there = new Set(found.map(({ match }) => match));
    for (const match of this.shown.keys()) if (!there.has(match)) this.takeDown(match);
    for (const posted of found)
      if (!this.shown.has(posted.match) || isStale(posted.match)) this.put(entryOf(this.services, posted));
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

// Reserves a place in the lobby room of a filter. The number of such rooms is bounded.

/** The most lobby connections of one player, so that one player cannot take them all. */
const MOST_OF_ONE_PLAYER = 10;

export async function enterLobby(services: Services, filter: LobbyFilter, caller: Caller) {
  const { player, address } = caller;
  checkFilter(services, filter);
  if (connectionsOf(services, player) >= MOST_OF_ONE_PLAYER) throw new Refused('limit-reached', 'lobbies');
  const opened = services.lobbies.roomFor(filter, whoseAt(address, player));
  if (opened === undefined) throw new Refused('too-many-lobbies');
  if (opened.gone !== undefined) sendAway(opened.gone);
  const { id } = opened;
  try {
    return {
      connection: await reserveIn({ name: LOBBY_ROOM, id, filter }, whoOf(caller)),
    };
  } catch (error) {
    if (roomIn(id) === undefined) services.lobbies.close(id);
    throw error;
  }
}

/** Closes a room. Its clients ask again and get a new room. */
function sendAway(id: string): void {
  roomIn(id)
    ?.disconnect(CloseCode.MAY_TRY_RECONNECT)
    .catch(() => {});
}

/** Refuses a filter that no match can ever fit: it would only take a room. */
function checkFilter({ games }: Services, { game, preset, length }: LobbyFilter): void {
  const hosted = game === undefined ? games.all : [mustHost(games, game)];
  const hasPreset = hosted.some((one) => one.game.presets.some(({ id }) => id === preset));
  if (preset !== undefined && !hasPreset) throw new Refused('bad-options', 'preset');
  const lengths = hosted.flatMap((one) => one.game.options.filter(({ name }) => name === 'length'));
  const hasLength = lengths.some((option) => option.type === 'choice' && option.values.includes(length ?? ''));
  if (length !== undefined && !hasLength) throw new Refused('bad-options', 'length');
}

/** Places that are only reserved do not count: a client that cannot connect asks for one after the other. */
function connectionsOf({ lobbies }: Services, player: string): number {
  return lobbies.ids.reduce((sum, id) => sum + (roomIn(id)?.connections.countOf(player) ?? 0), 0);
}
