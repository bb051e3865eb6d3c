/**
 * Finds or opens a room and reserves a place in it. Clients have no other way in: Colyseus' matchmaking is closed. Rooms are
 * made and found in this process alone.
 */
import { matchMaker } from '@colyseus/core';
import { type Bulletin, type Code, type Connection, PROTOCOL } from '@flower-war/protocol';
import type { Announcements } from '../../announcing/announcements.ts';
import { Refused } from '../../base/refused.ts';
import type { Places, PresenceElsewhere, Visitor } from '../../features/table/presenceElsewhere.ts';
import { GuardedRoom } from './guardedRoom.ts';
import { MatchRoom } from './matchRoom.ts';
import { MATCH_ROOM, roomIdOf, TableRoom, WATCH_ROOM } from './tableRoom.ts';

/** A room, and the options to open it with if it is not open. */
export interface WantedRoom {
  readonly name: string;
  readonly id: string;
  readonly options: object;
  /** The match that the room shows. */
  readonly match?: string;
}

const opening = new Map<string, Promise<unknown>>();

/** The players whose connections were closed here because they were banned, deleted or signed out. */
const sentAway = new Set<string>();
/** With more of them every player counts as one. They take 2 MB. */
const MOST_SENT_AWAY = 20_000;

interface Elsewhere {
  readonly presenceElsewhere: PresenceElsewhere;
  readonly announcements: Announcements;
  readonly now: () => number;
}

/** The rooms as use cases see them, those of other processes included. */
export const roomPlaces = ({ presenceElsewhere, announcements, now }: Elsewhere): Places => ({
  reserve: (match, visitor) => reserveIn(roomOf(MATCH_ROOM, match), visitor),
  reserveDelayed: (match, visitor) => reserveIn(roomOf(WATCH_ROOM, match), visitor),
  seatsHere: (match) => roomAt(match)?.seatsPresent() ?? presenceElsewhere.seatsAt(match, now()),
  announceRematch: (match, rematch) => {
    announceRematchHere(match, rematch);
    announcements.tell('rematch', { match, rematch });
  },
});

export function announceRematchHere(match: string, rematch: string): void {
  roomAt(match)?.announceRematch(rematch);
}

/** The seats of a match whose players are connected to its room here. */
export function seatsIn(match: string): readonly number[] {
  return [...(roomAt(match)?.seatsPresent() ?? [])].filter((seat) => seat !== undefined);
}

function roomOf(name: string, match: string): WantedRoom {
  return { name, id: roomIdOf(name, match), options: { match }, match };
}

/** The room of a match, for a request without a socket. */
export async function tableOf(match: string, isDelayed: boolean): Promise<TableRoom> {
  const wanted = roomOf(isDelayed ? WATCH_ROOM : MATCH_ROOM, match);
  if (matchMaker.getLocalRoomById(wanted.id) === undefined) await openRoom(wanted);
  const room: unknown = matchMaker.getLocalRoomById(wanted.id);
  if (!(room instanceof TableRoom)) throw new Refused('unavailable');
  return room;
}

export async function reserveIn(wanted: WantedRoom, visitor: Visitor): Promise<Connection> {
  if (matchMaker.getLocalRoomById(wanted.id) === undefined) await openRoom(wanted);
  // The room's own entry: the library would search all rooms one by one, and those of other processes.
  const room = matchMaker.getLocalRoomById(wanted.id)?.['_listing'];
  if (room === undefined) throw new Refused('unavailable'); // it closed while it was opened
  const { name, sessionId, roomId } = await matchMaker.reserveSeatFor(room, {}, { ...visitor });
  // By the name of the process, proxies find the one that has the room.
  return { name, sessionId, roomId, processId: GuardedRoom.services.self.name, protocol: PROTOCOL };
}

/** The room of a match, if it is open here. */
function roomAt(match: string): MatchRoom | undefined {
  const room: unknown = matchMaker.getLocalRoomById(match);
  return room instanceof MatchRoom ? room : undefined;
}

/** Called after the store says that the player, or one of the player's devices, may not stay. */
export async function closeConnectionsOf(player: string, why: Code): Promise<void> {
  if (sentAway.size < MOST_SENT_AWAY) sentAway.add(player);
  for (const room of await openRooms()) room.closeFor(player, why);
}

/** Whether connections of the player may have been closed here. Such a player may hold a reservation that is no longer valid. */
export function mayBeSentAway(player: string): boolean {
  return sentAway.size === MOST_SENT_AWAY || sentAway.has(player);
}

/** Closes the connections of one player at one match. Returns how many there were. */
export function closeAt(match: string, player: string): number {
  const rooms = [match, roomIdOf(WATCH_ROOM, match)].map((id): unknown => matchMaker.getLocalRoomById(id));
  const open = rooms.filter((room) => room instanceof GuardedRoom);
  const closed = open.reduce((sum, room) => sum + room.connectionsOf(player), 0);
  for (const room of open) room.closeFor(player, 'not-seated');
  return closed;
}

export async function closeConnectionsFrom(isBanned: (address: string) => boolean): Promise<void> {
  for (const room of await openRooms()) room.closeFrom(isBanned);
}

/** Shows a text of the host to all who are connected to this process. Returns how many were told. */
export async function showBulletin(bulletin: Bulletin): Promise<number> {
  return (await openRooms()).reduce((sum, room) => sum + room.showBulletin(bulletin), 0);
}

/** Called when a player was renamed or deleted: all rooms show the current names. */
export async function showNames(): Promise<void> {
  for (const room of await openRooms()) room.showNames();
}

/** Called when a temple came or went: the room of its match shows it. */
export function showPresence(match: string): void {
  roomAt(match)?.showPresence();
}

/** Takes a sign of life of a player at a match. Returns how many streams the player has there. */
export function hear(match: string, player: string): number {
  return roomAt(match)?.hear(player) ?? 0;
}

/** Whether the player is connected to the live room of the match, with or without a seat. */
export function isPresent(match: string, player: string): boolean {
  const room: unknown = matchMaker.getLocalRoomById(match);
  return room instanceof TableRoom && room.connectionsOf(player) > 0;
}

export async function openRooms(): Promise<readonly GuardedRoom[]> {
  const rooms: unknown[] = (await matchMaker.query({})).map(({ roomId }) => matchMaker.getLocalRoomById(roomId));
  return rooms.filter((room) => room instanceof GuardedRoom);
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
async function create({ id, name, options, match }: WantedRoom): Promise<void> {
  const make = async () => {
    try {
      return await matchMaker.createRoom(name, options);
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
