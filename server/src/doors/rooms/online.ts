/** Which players and bridges are connected to the rooms of this process. */
import { type Client, CloseCode } from '@colyseus/core';
import type { Visitor } from '../../features/table/places.ts';
import { type GuardedRoom, SERVICE } from './guardedRoom.ts';
import { openRooms } from './roomPlaces.ts';
import { TableRoom } from './tableRoom.ts';

export interface Online extends Visitor {
  /** Absent in the lobby. */
  readonly match?: string;
}

/** One item for each connection. */
export async function whoIsOnline(): Promise<{
  readonly players: readonly Online[];
  readonly bridges: readonly Visitor[];
}> {
  const all = (await connections()).map(({ match, visitor }) => ({
    ...(match !== undefined && { match }),
    ...visitor,
  }));
  return {
    players: all.filter(({ player }) => player !== SERVICE.player),
    bridges: all.filter(({ player }) => player === SERVICE.player),
  };
}

/** Closes a new connection of a player who became unwanted after the place was reserved. */
export function sendHomeIf(isUnwanted: (player: string) => boolean, client: Client<{ auth: Visitor }>): void {
  if (client.auth !== undefined && isUnwanted(client.auth.player)) client.leave(CloseCode.WITH_ERROR);
}

/**
 * Ends every connection, so that clients reconnect to the next server process. Waits until the clients have received
 * the last frames, but no longer than `withinMs`.
 */
export async function sendAllAway(withinMs: number): Promise<void> {
  const sockets = (await connections()).map(({ client }) => client.ref);
  const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  const late = setTimeout(() => {
    for (const socket of sockets) socket.terminate();
  }, withinMs);
  for (const room of await openRooms()) room.disconnect(CloseCode.MAY_TRY_RECONNECT).catch(() => {});
  await Promise.all(gone);
  clearTimeout(late);
}

async function connections() {
  const all = (await openRooms()).map((room) =>
    [...room.clients].flatMap((client) =>
      client.auth === undefined ? [] : [{ match: matchOf(room), client, visitor: client.auth }],
    ),
  );
  return all.flat();
}

function matchOf(room: GuardedRoom): string | undefined {
  return room instanceof TableRoom ? room.matchId : undefined;
}
