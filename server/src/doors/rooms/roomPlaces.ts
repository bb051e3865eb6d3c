/** Finds or opens a room and reserves a place in it. The only way in: Colyseus' own matchmaking is closed. */
import { matchMaker } from '@colyseus/core';
import type { Connection } from '@flower-war/protocol';
import type { Places, Visitor } from '../../features/table/places.ts';
import { GuardedRoom } from './guardedRoom.ts';
import { MatchRoom } from './matchRoom.ts';
import { MATCH_ROOM, roomIdOf, TableRoom, WATCH_ROOM } from './tableRoom.ts';

/** Which room, and what it is opened with if it is not there. */
export interface WantedRoom {
  readonly name: string;
  readonly id: string;
  readonly options: object;
}

const opening = new Map<string, Promise<unknown>>();

/** What use cases know of the rooms. */
export const roomPlaces: Places = {
  reserve: (match, visitor) => reserveIn(roomOf(MATCH_ROOM, match), visitor),
  reserveDelayed: (match, visitor) => reserveIn(roomOf(WATCH_ROOM, match), visitor),
  seatsHere: (match) => roomAt(match)?.seatsPresent() ?? NOBODY,
  announceRematch: (match, rematch) => roomAt(match)?.announceRematch(rematch),
};

function roomOf(name: string, match: string): WantedRoom {
  return { name, id: roomIdOf(name, match), options: { match } };
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

const NOBODY: ReadonlySet<number | undefined> = new Set();

/** The room of a match, if it is open here. */
function roomAt(match: string): MatchRoom | undefined {
  const room: unknown = matchMaker.getLocalRoomById(match);
  return room instanceof MatchRoom ? room : undefined;
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
  roomAt(match)?.showPresence();
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
