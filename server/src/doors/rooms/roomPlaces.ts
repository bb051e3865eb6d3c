/** Finds or opens a room and reserves a place in it. The only way in: Colyseus' own matchmaking is closed. */
import { matchMaker } from '@colyseus/core';
import type { Connection } from '@flower-war/protocol';
import { GuardedRoom, type Visitor } from './guardedRoom.ts';
import { MatchRoom } from './matchRoom.ts';
import { MATCH_ROOM, roomIdOf, TableRoom, type WATCH_ROOM } from './tableRoom.ts';

type Kind = typeof MATCH_ROOM | typeof WATCH_ROOM;

/** Which room, and what it is opened with if it is not there. */
export interface WantedRoom {
  readonly name: string;
  readonly id: string;
  readonly options: object;
}

const opening = new Map<string, Promise<unknown>>();

/** Only those without a seat may be sent to the room that shows the match later. */
export function reservePlace(match: string, visitor: Visitor, kind: Kind = MATCH_ROOM): Promise<Connection> {
  return reserveIn({ name: kind, id: roomIdOf(kind, match), options: { match } }, visitor);
}

export async function reserveIn(wanted: WantedRoom, visitor: Visitor): Promise<Connection> {
  if (matchMaker.getLocalRoomById(wanted.id) === undefined) await openRoom(wanted);
  // The library would look through all rooms for it, one by one.
  const room = matchMaker.getLocalRoomById(wanted.id)?.['_listing'] ?? (await matchMaker.getRoomById(wanted.id));
  const {
    name,
    sessionId,
    roomId,
    processId = '',
    publicAddress,
  } = await matchMaker.reserveSeatFor(room, {}, { ...visitor });
  return { name, sessionId, roomId, processId, ...(publicAddress !== undefined && { publicAddress }) };
}

/** The seats of a match at which somebody is. */
export function seatsHere(match: string): ReadonlySet<number | undefined> {
  const room: unknown = matchMaker.getLocalRoomById(match);
  return room instanceof MatchRoom ? room.seatsPresent() : NOBODY;
}

const NOBODY: ReadonlySet<number | undefined> = new Set();

/** To be called when those who played a match play once more: tells whoever is still there. */
export function announceRematch(match: string, rematch: string): void {
  const room: unknown = matchMaker.getLocalRoomById(match);
  if (room instanceof MatchRoom) room.announceRematch(rematch);
}

export async function closeConnectionsOf(player: string): Promise<void> {
  for (const room of await openRooms()) room.closeFor(player);
}

/** To be called when somebody has another name, or none: those who look on must see it. */
export async function showNames(): Promise<void> {
  for (const room of await openRooms()) room.showNames();
}

/** To be called when a temple came or went: whoever looks at its match is told. */
export function showPresence(match: string): void {
  const room: unknown = matchMaker.getLocalRoomById(match);
  if (room instanceof MatchRoom) room.showPresence();
}

/** Whether this player is connected to this match here, with a seat or without. */
export function isPresent(match: string, player: string): boolean {
  const room: unknown = matchMaker.getLocalRoomById(match);
  return room instanceof TableRoom && room.connectionsOf(player) > 0;
}

export async function openRooms(): Promise<readonly GuardedRoom[]> {
  const rooms: unknown[] = (await matchMaker.query({})).map(({ roomId }) => matchMaker.getLocalRoomById(roomId));
  return rooms.filter((room) => room instanceof GuardedRoom);
}

/** One at a time for each id: two rooms of one match would show two tables. */
async function openRoom({ name, id, options }: WantedRoom): Promise<void> {
  const already = opening.get(id);
  if (already !== undefined) return void (await already);
  const creating = matchMaker.createRoom(name, options);
  opening.set(id, creating);
  try {
    await creating;
  } finally {
    opening.delete(id);
  }
}
