/** Who is connected to one room: by a socket, or as a reader of a stream over HTTP. */
import { type Client, type ClientPrivate, ClientState, CloseCode } from '@colyseus/core';
import type { WebSocketClient } from '@colyseus/ws-transport';
import { type Bulletin, type Code, MESSAGES, type Refusal, refusal } from '@flower-war/protocol';
import { WebSocket } from 'ws';
import type { Visitor } from '../../features/table/presence.ts';
import type { Services } from '../services.ts';
import { packMessage } from './frames.ts';
import { type GuardedSocket, Pace, sendSafely } from './guardedSocket.ts';
import { Reader, Readers } from './readers.ts';

/** The visitor of a bridge. No player has such an id. */
export const SERVICE: Visitor = { player: '' };

export type Visiting = Client<{ auth: Visitor }> & ClientPrivate & WebSocketClient & { readonly ref: GuardedSocket };

/** A viewer on a socket, or a reader of a stream over HTTP. */
export type Viewer = Visiting | Reader;

/** How a connection ends: with a farewell, or without one. What was sent last over a lost one may not have arrived. */
export type Going = 'left' | 'lost';

export function seatOf({ auth }: Pick<Viewer, 'auth'>): number | undefined {
  return auth?.seat;
}

interface Joined {
  readonly late: NodeJS.Timeout;
  readonly pace: Pace;
}

/** Limited, because messages pile up for a connection that never acknowledges the handshake. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;

/** The most sockets of one player in one room: enough for many tabs, while the ends of some may be gone without a word. */
const MOST_SOCKETS = 20;

export class Connections {
  readonly readers = new Readers();
  private readonly joined = new Map<Visiting, Joined>();
  private readonly metrics: Services['metrics'];

  constructor({ metrics }: Pick<Services, 'metrics'>) {
    this.metrics = metrics;
  }

  get sockets(): Iterable<Visiting> {
    return this.joined.keys();
  }

  get viewers(): readonly Viewer[] {
    return [...this.sockets, ...this.readers.list];
  }

  /** Limits and counts a new socket. */
  welcome(client: Visiting, pace: number): void {
    this.makeRoomFor(client);
    sendSafely(client, seatOf(client) === undefined && client.auth?.player !== SERVICE.player);
    client.ref.admit(pace);
    const late = setTimeout(() => client.state !== ClientState.JOINED && client.ref.terminate(), ACKNOWLEDGE_WITHIN_MS);
    this.joined.set(client, { late, pace: new Pace(pace) });
    this.metrics.connections.inc();
  }

  /** Ends the oldest socket of a player who has too many: perhaps its other end has been gone for long. */
  private makeRoomFor({ auth }: Visiting): void {
    if (auth?.player === SERVICE.player) return;
    const own = [...this.sockets].filter(
      (one) => one.auth?.player === auth?.player && one.ref.readyState === WebSocket.OPEN,
    );
    if (own.length >= MOST_SOCKETS) own[0]?.ref.terminate();
  }

  /** Returns whether the socket was here. */
  remove(client: Visiting): boolean {
    clearTimeout(this.joined.get(client)?.late);
    const wasHere = this.joined.delete(client);
    if (wasHere) this.metrics.connections.dec();
    return wasHere;
  }

  has(client: Visiting): boolean {
    return this.joined.has(client);
  }

  /** Counts a frame of a socket and judges it. Undefined if the socket is not here any more. */
  paceOf(client: Visiting, now: number): ReturnType<Pace['next']> | undefined {
    return this.joined.get(client)?.pace.next(now);
  }

  /** How many connections the player has in this room. */
  countOf(player: string): number {
    return this.viewers.filter((viewer) => viewer.auth?.player === player && isHere(viewer)).length;
  }

  /**
   * Closes the connections of a player, or those of one session, and returns how many. A client that is still signed in comes back by
   * itself.
   */
  closeFor(player: string, why: Code, session?: string): number {
    const isMeant = ({ auth }: Viewer) => auth?.player === player && (session ?? auth.session) === auth.session;
    const closing = this.viewers.filter((viewer) => isMeant(viewer) && isOpen(viewer)).length;
    this.sendAway(refusal(why), isMeant);
    return closing;
  }

  /** Closes the connections from addresses that are banned now. */
  closeFrom(isBanned: (address: string) => boolean): void {
    this.sendAway(refusal('banned', 'network'), (viewer) =>
      isBanned(viewer instanceof Reader ? viewer.address : viewer.ref.address),
    );
  }

  /** Closes connections. Only the readers of a stream are told why. */
  sendAway(why: Refusal, isMeant: (viewer: Viewer) => boolean): void {
    for (const client of this.sockets) if (isMeant(client)) client.leave(CloseCode.MAY_TRY_RECONNECT);
    this.readers.sendAway(why, isMeant);
  }

  /** Shows a text of the host to all who are connected. Returns how many were told. */
  showBulletin(bulletin: Bulletin): number {
    const packed = packMessage(MESSAGES.bulletin, bulletin);
    for (const client of this.sockets) client.enqueueRaw(packed);
    this.readers.tell({ kind: 'bulletin', ...bulletin });
    return this.viewers.length;
  }
}

/** Whether neither end has closed the connection. */
export function isOpen(viewer: Viewer): boolean {
  return viewer instanceof Reader ? viewer.isOpen : viewer.ref.readyState === WebSocket.OPEN;
}

/** A socket answers pings by itself, and is closed if it does not. */
export function isHere(viewer: Viewer): boolean {
  return isOpen(viewer) && (!(viewer instanceof Reader) || viewer.isHere);
}
