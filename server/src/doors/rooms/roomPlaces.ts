/**
 * The rooms of this process: finds or opens one and reserves a place in it, and knows who is connected to which. Clients have no other
 * way in: Colyseus' matchmaking is closed.
 */
import { matchMaker } from '@colyseus/core';
import { type Bulletin, type Connection, PROTOCOL } from '@flower-war/protocol';
import type { Announcements } from '../../announcing/announcements.ts';
import { Refused } from '../../base/refused.ts';
import type { Ties } from '../../features/people/ties.ts';
import type { Places, PresenceElsewhere, Visitor } from '../../features/table/presence.ts';
import { BRIDGE_ROOM } from './bridgeDesk.ts';
import { isOpen, SERVICE, type Viewer } from './connections.ts';
import { GuardedRoom, roomIn, type WantedRoom } from './guardedRoom.ts';
import type { Sitters } from './sitters.ts';
import { MATCH_ROOM, roomIdOf, Table, tableIn, WATCH_ROOM } from './table.ts';

const opening = new Map<string, Promise<unknown>>();

interface Elsewhere {
  readonly presenceElsewhere: PresenceElsewhere;
  readonly announcements: Announcements;
  readonly ties: Ties;
  readonly now: () => number;
}

/** The rooms as use cases see them, those of other processes included. */
export const roomPlaces = ({ presenceElsewhere, announcements, ties, now }: Elsewhere): Places => ({
  reserve: async (match, visitor) => reserveIn(roomOf(MATCH_ROOM, match), await hearing(ties, visitor)),
  reserveDelayed: async (match, visitor) => reserveIn(roomOf(WATCH_ROOM, match), await hearing(ties, visitor)),
  seatsHere: (match) => sittersAt(match)?.here() ?? presenceElsewhere.seatsAt(match, now()),
  announceRematch: (match, rematch) => {
    announceRematchHere(match, rematch);
    announcements.tell('rematch', { match, rematch });
  },
});

/** The visitor, with those whose lines the visitor does not hear. */
export async function hearing(ties: Pick<Ties, 'blockedBy'>, visitor: Visitor): Promise<Visitor> {
  const unheard = (await ties.blockedBy(visitor.player)).map(({ other }) => other);
  return unheard.length === 0 ? visitor : { ...visitor, unheard };
}

export function announceRematchHere(match: string, rematch: string): void {
  for (const room of [MATCH_ROOM, WATCH_ROOM]) tableIn(roomIdOf(room, match))?.rematch.announce(rematch);
}

/** The seats of a match whose players are connected to its room here. */
function seatsIn(match: string): readonly number[] {
  return [...(sittersAt(match)?.here() ?? [])].filter((seat) => seat !== undefined);
}

function roomOf(name: string, match: string): WantedRoom {
  return { name, id: roomIdOf(name, match), match };
}

/** The table of a match, for a request without a socket. */
export async function tableOf(match: string, isDelayed: boolean): Promise<Table> {
  const { content } = await roomFor(roomOf(isDelayed ? WATCH_ROOM : MATCH_ROOM, match));
  if (!(content instanceof Table)) throw new Refused('unavailable');
  return content;
}

export async function reserveIn(wanted: WantedRoom, visitor: Visitor): Promise<Connection> {
  // The room's own entry: the library would search all rooms one by one, and those of other processes.
  const listing = (await roomFor(wanted))['_listing'];
  const { name, sessionId, roomId } = await matchMaker.reserveSeatFor(listing, {}, { ...visitor });
  const { self, now } = GuardedRoom.services;
  // By the name of the process, proxies find the one that has the room.
  return { name, sessionId, roomId, processId: self.name, protocol: PROTOCOL, now: now() };
}

/** The open room. One that closes is waited for, and then opened anew. */
async function roomFor(wanted: WantedRoom): Promise<GuardedRoom> {
  const closing = roomIn(wanted.id);
  if (closing?.isClosing) await closing.gone;
  if (roomIn(wanted.id) === undefined) await openRoom(wanted);
  tableIn(wanted.id)?.sendAwayIfLost();
  const room = roomIn(wanted.id);
  if (room === undefined || room.isClosing) throw new Refused('unavailable'); // it closed while it was opened
  return room;
}

/** The seats of a match whose room is open here. */
function sittersAt(match: string): Sitters | undefined {
  return tableIn(match)?.sitters;
}

/** Shows a text of the host to all who are connected to this process. Returns how many were told. */
export async function showBulletin(bulletin: Bulletin): Promise<number> {
  return (await roomsOfPlayers()).reduce((sum, { connections }) => sum + connections.showBulletin(bulletin), 0);
}

/** Called when a player was renamed or deleted: all rooms show the current names. */
export async function showNames(): Promise<void> {
  for (const { content } of await openRooms()) content?.showPeople?.();
}

/** Called when a temple came or went: the room of its match shows it. */
export function showPresence(match: string): void {
  tableIn(match)?.showPeople();
}

/** Takes a sign of life of a player at a match. Returns how many streams the player has there. */
export function hear(match: string, player: string): number {
  return tableIn(match)?.hear(player) ?? 0;
}

/** Whether the player is connected to the live room of the match, with or without a seat. */
export function isPresent(match: string, player: string): boolean {
  return isIn(match, player);
}

/** The same of the room of viewers with a delay, too. */
export function isViewer(match: string, player: string): boolean {
  return [MATCH_ROOM, WATCH_ROOM].some((room) => isIn(roomIdOf(room, match), player));
}

function isIn(room: string, player: string): boolean {
  return (roomIn(room)?.connections.countOf(player) ?? 0) > 0;
}

export async function openRooms(): Promise<readonly GuardedRoom[]> {
  return (await matchMaker.query({})).flatMap(({ roomId }) => roomIn(roomId) ?? []);
}

/** Bridges are programs of the host: they read no bulletins, and their network is not banned. */
export async function roomsOfPlayers(): Promise<readonly GuardedRoom[]> {
  return (await openRooms()).filter(({ roomName }) => roomName !== BRIDGE_ROOM);
}

/** Opens each room only once at a time: two rooms of one match would show two tables. */
async function openRoom(wanted: WantedRoom): Promise<void> {
  const { id } = wanted;
  const already = opening.get(id);
  if (already !== undefined) return void (await already);
  const creating = create(wanted);
  opening.set(id, creating);
  try {
    await creating;
  } finally {
    opening.delete(id);
  }
}

/** Opens the match first, because the library hides why a room could not be made. */
async function create(wanted: WantedRoom): Promise<void> {
  const { name, id, match } = wanted;
  const make = async () => {
    try {
      return await matchMaker.createRoom(name, wanted);
    } catch (error) {
      const isStopping = GuardedRoom.services.readiness.phase === 'stopping';
      throw GuardedRoom.failures.get(id) ?? (isStopping ? new Refused('unavailable') : error);
    } finally {
      GuardedRoom.failures.delete(id);
    }
  };
  const made = await (match === undefined ? make() : GuardedRoom.services.matches.use(match, make));
  if (made === undefined) throw new Refused('no-such-match');
}

// Who is connected to the rooms of this process.

export interface Online extends Visitor {
  /** Absent in the lobby. */
  readonly match?: string;
}

/** One item for each connection. */
export async function whoIsOnline(): Promise<{
  readonly players: readonly Online[];
  readonly bridges: readonly Visitor[];
}> {
  const open = (await allConnected()).filter(({ viewer }) => isOpen(viewer));
  const all = open.map(({ match, visitor: { player, seat } }) => ({
    player,
    ...(match !== undefined && { match }),
    ...(seat !== undefined && { seat }),
  }));
  return {
    players: all.filter(({ player }) => player !== SERVICE.player),
    bridges: all.filter(({ player }) => player === SERVICE.player),
  };
}

/** The seats whose players are connected here: at these matches, or wherever there is any. */
export async function seatsHere(matches?: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
  if (matches !== undefined) return new Map(matches.map((match) => [match, seatsIn(match)]));
  const open = (await openRooms()).flatMap(({ content }) => (content instanceof Table ? content.match : []));
  return new Map(open.map((match) => [match, seatsIn(match)] as const).filter(([, seats]) => seats.length > 0));
}

/** All who are connected here, but bridges. */
export async function visitorsHere(): Promise<readonly Visitor[]> {
  return (await allConnected()).map(({ visitor }) => visitor).filter(({ player }) => player !== SERVICE.player);
}

/** A viewer or a bridge, however connected. */
interface Connected {
  readonly match: string | undefined;
  readonly visitor: Visitor;
  readonly viewer: Viewer;
}

export async function allConnected(): Promise<readonly Connected[]> {
  return (await openRooms()).flatMap(({ content, connections }) => {
    const match = content instanceof Table ? content.match : undefined;
    return connections.viewers.flatMap((viewer) => {
      const { auth: visitor } = viewer;
      return visitor === undefined ? [] : { match, visitor, viewer };
    });
  });
}
