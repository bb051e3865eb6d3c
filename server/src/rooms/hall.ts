/** Finds or opens the room of a match and reserves a place in it. The only way in: Colyseus' own matchmaking is closed. */
import { matchMaker } from '@colyseus/core';
import type { Connection } from '@flower-war/protocol';
import { MatchRoom, type Visitor } from './matchRoom.ts';

export const MATCH_ROOM = 'match';

const opening = new Map<string, Promise<unknown>>();

export async function reservePlace(match: string, visitor: Visitor): Promise<Connection> {
  if (matchMaker.getLocalRoomById(match) === undefined) await openRoom(match);
  // The library would look through all rooms for it, one by one.
  const room = matchMaker.getLocalRoomById(match)?.['_listing'] ?? (await matchMaker.getRoomById(match));
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
  for (const room of await openRooms()) room.showNames();
}

export async function openRooms(): Promise<readonly MatchRoom[]> {
  const rooms: unknown[] = (await matchMaker.query({})).map(({ roomId }) => matchMaker.getLocalRoomById(roomId));
  return rooms.filter((room) => room instanceof MatchRoom);
}

/** One at a time for each match: two rooms of one match would show two tables. */
async function openRoom(match: string): Promise<void> {
  const already = opening.get(match);
  if (already !== undefined) return void (await already);
  const creating = matchMaker.createRoom(MATCH_ROOM, { match });
  opening.set(match, creating);
  try {
    await creating;
  } finally {
    opening.delete(match);
  }
}
