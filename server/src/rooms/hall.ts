/** Finds or opens the room of a match and reserves a place in it. The only way in: Colyseus' own matchmaking is closed. */
import { matchMaker } from '@colyseus/core';
import type { Connection } from '@flower-war/protocol';
import { MATCH_ROOM, roomIdOf, TableRoom, type Visitor, type WATCH_ROOM } from './tableRoom.ts';

type Kind = typeof MATCH_ROOM | typeof WATCH_ROOM;

const opening = new Map<string, Promise<unknown>>();

/** Only those without a seat may be sent to the room that shows the match later. */
export async function reservePlace(match: string, visitor: Visitor, kind: Kind = MATCH_ROOM): Promise<Connection> {
  const id = roomIdOf(kind, match);
  if (matchMaker.getLocalRoomById(id) === undefined) await openRoom(kind, match);
  // The library would look through all rooms for it, one by one.
  const room = matchMaker.getLocalRoomById(id)?.['_listing'] ?? (await matchMaker.getRoomById(id));
  const {
    name,
    sessionId,
    roomId,
    processId = '',
    publicAddress,
  } = await matchMaker.reserveSeatFor(room, {}, { ...visitor });
  return { name, sessionId, roomId, processId, ...(publicAddress !== undefined && { publicAddress }) };
}

export async function closeConnectionsOf(player: string): Promise<void> {
  for (const room of await openRooms()) room.closeFor(player);
}

/** To be called when somebody has another name, or none: those who look on must see it. */
export async function showNames(): Promise<void> {
  for (const room of await openRooms()) room.showPresence();
}

/** Whether this player is connected to this match here, with a seat or without. */
export function isPresent(match: string, player: string): boolean {
  const room: unknown = matchMaker.getLocalRoomById(match);
  return room instanceof TableRoom && room.isConnected(player);
}

export async function openRooms(): Promise<readonly TableRoom[]> {
  const rooms: unknown[] = (await matchMaker.query({})).map(({ roomId }) => matchMaker.getLocalRoomById(roomId));
  return rooms.filter((room) => room instanceof TableRoom);
}

/** One at a time for each match and kind: two rooms of one match would show two tables. */
async function openRoom(kind: Kind, match: string): Promise<void> {
  const id = roomIdOf(kind, match);
  const already = opening.get(id);
  if (already !== undefined) return void (await already);
  const creating = matchMaker.createRoom(kind, { match });
  opening.set(id, creating);
  try {
    await creating;
  } finally {
    opening.delete(id);
  }
}
