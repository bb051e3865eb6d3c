/** Ends connections to the rooms of this process: those of players who may not stay, and all when the process stops. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, ClientState, CloseCode } from '@colyseus/core';
import type { Code } from '@flower-war/protocol';
import type { Visitor } from '../../features/table/presence.ts';
import type { Viewer } from './connections.ts';
import { type GuardedRoom, roomIn } from './guardedRoom.ts';
import { Reader } from './readers.ts';
import { allConnected, openRooms, roomsOfPlayers } from './roomPlaces.ts';
import { roomIdOf, WATCH_ROOM } from './table.ts';

/** The players whose connections were closed here because they were banned, deleted or signed out. */
const sentAway = new Set<string>();
/** With more of them every player counts as one. They take 2 MB. */
const MOST_SENT_AWAY = 20_000;

/** Called after the store says that the player may not stay, or only this one of the player's devices and programs. */
export async function closeConnectionsOf(player: string, why: Code, session?: string): Promise<void> {
  if (sentAway.size < MOST_SENT_AWAY) sentAway.add(player);
  for (const { connections } of await openRooms()) connections.closeFor(player, why, session);
}

/** Whether connections of the player may have been closed here. Such a player may hold a reservation that is no longer valid. */
export function mayBeSentAway(player: string): boolean {
  return sentAway.size === MOST_SENT_AWAY || sentAway.has(player);
}

/** Only a player who may have been sent away is looked up before coming in. If the store fails then, it is asked again afterwards. */
export function comingIn(isUnwanted: (visitor: Visitor) => Promise<boolean>) {
  return (visitor: Visitor): boolean | Promise<boolean> =>
    !mayBeSentAway(visitor.player) ||
    isUnwanted(visitor).then(
      (isSent) => !isSent,
      () => true,
    );
}

/** Closes the connections of one player at one match. Returns how many there were. */
export function closeAt(match: string, player: string, why: Code): number {
  const open = [match, roomIdOf(WATCH_ROOM, match)].flatMap((id) => roomIn(id)?.connections ?? []);
  return open.reduce((sum, connections) => sum + connections.closeFor(player, why), 0);
}

export async function closeConnectionsFrom(isBanned: (address: string) => boolean): Promise<void> {
  for (const { connections } of await roomsOfPlayers()) connections.closeFrom(isBanned);
}

/** After a look that failed. */
const AGAIN_MS = 1000;

/**
 * Closes a new connection of a player who became unwanted after the place was reserved. A store that fails makes no player unwanted:
 * it is asked again.
 */
export async function sendHomeIf(
  isUnwanted: (visitor: Visitor) => Promise<boolean>,
  client: Client<{ auth: Visitor }>,
): Promise<void> {
  const { auth } = client;
  if (auth === undefined) return;
  while (client.state !== ClientState.LEAVING) {
    const isSent = await isUnwanted(auth).catch(() => undefined);
    if (isSent === true) client.leave(CloseCode.WITH_ERROR);
    if (isSent !== undefined) return;
    await wait(AGAIN_MS);
  }
}

// All go when the process stops.

interface Farewell {
  /** How long a client has to leave by itself. */
  readonly withinMs: number;
  /** The rooms are closed one after the other, so that not all their people come to the other processes at once. */
  readonly spread: boolean;
}

/**
 * Ends every connection, so that clients reconnect to another server process. Waits until the clients have received
 * the last frames, but not for long.
 */
export async function sendAllAway({ withinMs, spread }: Farewell): Promise<void> {
  const all = await allConnected();
  const gone = all.map(({ viewer }) => goneOf(viewer));
  const close = (room: GuardedRoom) => void room.disconnect(CloseCode.MAY_TRY_RECONNECT).catch(() => {});
  const rooms = await openRooms();
  if (spread) await spreadOut(rooms, close);
  else rooms.forEach(close);
  const late = setTimeout(() => {
    for (const { viewer } of all) cutOff(viewer);
  }, withinMs);
  await Promise.all(gone);
  clearTimeout(late);
}

const EACH_TAKES_MS = 10;
const MOST_SPREAD_MS = 1500;

/** Does a job for each, over a time that grows with their number up to a limit. */
export async function spreadOut<T>(all: readonly T[], job: (one: T) => void): Promise<void> {
  const began = performance.now();
  const pause = Math.min(EACH_TAKES_MS, MOST_SPREAD_MS / all.length);
  for (const [index, one] of all.entries()) {
    const early = began + index * pause - performance.now();
    if (early > 0) await wait(early);
    job(one);
  }
}

/** Resolves when the connection has ended. */
function goneOf(viewer: Viewer): Promise<unknown> {
  return viewer instanceof Reader ? viewer.gone : new Promise((resolve) => viewer.ref.once('close', resolve));
}

/** Ends the connection at once. */
function cutOff(viewer: Viewer): void {
  if (viewer instanceof Reader) viewer.cut();
  else viewer.ref.terminate();
}
