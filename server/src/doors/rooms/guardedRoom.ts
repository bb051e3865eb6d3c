/** What every room of ours does with its connections: lets in, limits, answers once, and never trusts a frame. */
import { type Client, type ClientPrivate, ClientState, CloseCode, Room } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import type { WebSocketClient } from '@colyseus/ws-transport';
import type { Answer, LinkAnswer } from '@flower-war/protocol';
import type { Visitor } from '../../features/table/places.ts';
import type { Services } from '../services.ts';
import { isHousekeeping, type Request, readRequest, rejected, sendAnswer } from './frames.ts';
import type { GuardedSocket } from './guardedSocket.ts';
import { Pace } from './pace.ts';
import { sendSafely } from './sendSafely.ts';

/** A bridge. No player has such an id. */
export const SERVICE: Visitor = { player: '' };

export type Visiting = Client<{ auth: Visitor }> & ClientPrivate & WebSocketClient & { readonly ref: GuardedSocket };

interface Joined {
  readonly late: NodeJS.Timeout;
  readonly pace: Pace;
}

/** A connection that never acknowledges the handshake would pile up messages. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;

/** The longest that a timer can wait: a room has nothing to do by itself, and a thousand idle ones would each be woken. */
const NEVER_MS = 2 ** 31 - 1;

export abstract class GuardedRoom extends Room<{ state: Schema; client: Visiting }> {
  /** Set once, before the server listens: Colyseus makes rooms by itself and can hand them nothing. */
  static services: Services;

  protected readonly joined = new Map<Visiting, Joined>();

  /** What a request is answered; whatever it throws is logged and answered `internal`. */
  protected abstract answer(client: Visiting, request: Request): Promise<Answer | LinkAnswer>;

  /** Requests a second from one connection. */
  protected get pace(): number {
    return GuardedRoom.services.config.MESSAGES_PER_SECOND;
  }

  /** Somebody has come, or gone. */
  protected welcomed(_client: Visiting): void {}
  protected left(_client: Visiting): void {}

  /** Somebody has another name now, or none. */
  abstract showNames(): void;

  /** Patches are sent when something has changed, and the pace is ours to judge. */
  protected prepare(id: string): void {
    this.roomId = id;
    this.setTimestep(() => {}, NEVER_MS);
    this.patchRate = null;
    this.maxMessagesPerSecond = this.pace;
  }

  /** What is thrown here would reach the client word for word. */
  override onJoin(client: Visiting): void {
    try {
      this.welcome(client);
    } catch (error) {
      GuardedRoom.services.log.error({ err: error, match: this.roomId }, 'a connection could not be welcomed');
      client.ref.terminate();
    }
  }

  private welcome(client: Visiting): void {
    sendSafely(client);
    client.ref.admit(this.pace);
    const late = setTimeout(() => client.state !== ClientState.JOINED && client.ref.terminate(), ACKNOWLEDGE_WITHIN_MS);
    this.joined.set(client, { late, pace: new Pace(this.pace) });
    GuardedRoom.services.metrics.connections.inc();
    this.welcomed(client);
  }

  override onLeave(client: Visiting): void {
    clearTimeout(this.joined.get(client)?.late);
    if (!this.joined.delete(client)) return;
    GuardedRoom.services.metrics.connections.dec();
    this.left(client);
  }

  /** Reports what is thrown anywhere in a room; without it one throw ends the process. */
  override onUncaughtException(error: Error, method: string): void {
    GuardedRoom.services.log.error({ err: error, match: this.roomId, method }, 'a room failed');
  }

  /** Closes the connections of a player. Where somebody is still signed in, the client comes back by itself. */
  closeFor(player: string): void {
    for (const client of this.joined.keys())
      if (client.auth?.player === player) client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  /** How many connections of a player look at it. */
  connectionsOf(player: string): number {
    return [...this.joined.keys()].filter(({ auth }) => auth?.player === player).length;
  }

  /** Every frame that is not about the connection itself. */
  async receive(client: Visiting, frame: Buffer): Promise<void> {
    const { metrics, now } = GuardedRoom.services;
    const pace = this.joined.get(client)?.pace.next(now());
    if (pace === undefined || pace === 'flood') return client.ref.terminate();
    const request = readRequest(frame);
    if (request === undefined) return;
    const answer = pace === 'fine' ? await this.answer(client, request) : rejected('too-many');
    metrics.countAnswer(answer.kind, answer.kind === 'rejected' ? answer.code : '');
    if (this.joined.has(client) && client.state !== ClientState.LEAVING) sendAnswer(client, request.requestId, answer);
  }
}

/**
 * Every frame goes through our own door, and every farewell. The methods are private to Colyseus, so this is the one
 * place that leans on its inside; the versions are pinned, and the test of hostile frames fails if it stops being called.
 */
const leave = Room.prototype['_onLeave'] as (this: Room, client: Client, code?: number) => Promise<unknown>;
const housekeep = Room.prototype['_onMessage'] as (this: Room, client: Client, frame: Buffer) => void;
Object.defineProperty(GuardedRoom.prototype, '_onLeave', {
  /** Colyseus waits for it in places that catch nothing. */
  async value(this: GuardedRoom, client: Visiting, code?: number) {
    await leave.call(this, client, code).catch((error: Error) => this.onUncaughtException(error, 'leave'));
  },
});
Object.defineProperty(GuardedRoom.prototype, '_onMessage', {
  value(this: GuardedRoom, client: Visiting, frame: Buffer) {
    if (!Buffer.isBuffer(frame) || frame.length === 0) return;
    if (isHousekeeping(frame)) {
      this.clock.tick(); // no timer does, and these frames are counted by the second
      housekeep.call(this, client, frame);
    } else this.receive(client, frame).catch((error: Error) => this.onUncaughtException(error, 'receive'));
  },
});
