/** Which players and bridges are connected to the rooms of this process. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, ClientState, CloseCode } from '@colyseus/core';
import type { Visitor } from '../../features/table/presenceElsewhere.ts';
import { type GuardedRoom, SERVICE } from './guardedRoom.ts';
import { MatchRoom } from './matchRoom.ts';
import { TableRoom } from './tableRoom.ts';
import { openRooms, seatsIn } from './roomPlaces.ts';

/** After a look that failed. */
const AGAIN_MS = 1000;

export interface Online extends Visitor {
  /** Absent in the lobby. */
  readonly match?: string;
}

/** One item for each connection. */
export async function whoIsOnline(): Promise<{
  readonly players: readonly Online[];
  readonly bridges: readonly Visitor[];
}> {
  const all = (await connections()).map(({ match, visitor: { player, seat } }) => ({
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
  const open = (await openRooms()).flatMap((room) => (room instanceof MatchRoom ? room.matchId : []));
  return new Map(open.map((match) => [match, seatsIn(match)] as const).filter(([, seats]) => seats.length > 0));
}

/**
 * Closes a new connection of a player who became unwanted after the place was reserved. A store that fails makes nobody unwanted:
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

/** All who are connected here, but bridges. */
export async function visitorsHere(): Promise<readonly Visitor[]> {
  return (await connections()).map(({ visitor }) => visitor).filter(({ player }) => player !== SERVICE.player);
}

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
  const all = await connections();
  const gone = all.map((one) => one.gone());
  const close = (room: GuardedRoom) => void room.disconnect(CloseCode.MAY_TRY_RECONNECT).catch(() => {});
  const rooms = await openRooms();
  if (spread) await spreadOut(rooms, close);
  else rooms.forEach(close);
  const late = setTimeout(() => {
    for (const one of all) one.cut();
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

/** A viewer or a bridge, however connected. */
interface Connected {
  readonly match: string | undefined;
  readonly visitor: Visitor;
  /** Resolves when the connection has ended. */
  readonly gone: () => Promise<unknown>;
  /** Ends the connection at once. */
  readonly cut: () => void;
}

async function connections(): Promise<readonly Connected[]> {
  return (await openRooms()).flatMap((room) => [...socketsIn(room), ...readersIn(room)]);
}

function socketsIn(room: GuardedRoom): readonly Connected[] {
  const match = room instanceof TableRoom ? room.matchId : undefined;
  return [...room.clients].flatMap(({ auth: visitor, ref: socket }) => {
    if (visitor === undefined) return [];
    const gone = () => new Promise((resolve) => socket.once('close', resolve));
    return [{ match, visitor, gone, cut: () => socket.terminate() }];
  });
}

function readersIn(room: GuardedRoom): readonly Connected[] {
  if (!(room instanceof TableRoom)) return [];
  const { matchId: match, readers } = room;
  return readers.list.map((reader) => ({
    match,
    visitor: reader.auth,
    gone: () => reader.gone,
    cut: () => reader.cut(),
  }));
}
