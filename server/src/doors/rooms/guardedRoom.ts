/** The base of all rooms: it admits and limits connections, answers each request once, and trusts no frame. */
import {
  type Client,
  type ClientPrivate,
  ClientState,
  CloseCode,
  Protocol,
  Room,
  SchemaSerializer,
} from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import type { WebSocketClient } from '@colyseus/ws-transport';
import { type Answer, type Bulletin, type Code, type LinkAnswer, MESSAGES } from '@flower-war/protocol';
import type { Visitor } from '../../features/table/presenceElsewhere.ts';
import {
  isHousekeeping,
  isJoin,
  isMessage,
  packMessage,
  readRequest,
  rejected,
  type Request,
  sendAnswer,
} from '../connection/frames.ts';
import { type GuardedSocket, Pace } from '../connection/guardedSocket.ts';
import { sendSafely } from '../connection/sendSafely.ts';
import type { Services } from '../services.ts';

/** The visitor of a bridge. No player has such an id. */
export const SERVICE: Visitor = { player: '' };

export type Visiting = Client<{ auth: Visitor }> & ClientPrivate & WebSocketClient & { readonly ref: GuardedSocket };

interface Joined {
  readonly late: NodeJS.Timeout;
  readonly pace: Pace;
}

/** Limited, because messages pile up for a connection that never acknowledges the handshake. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;

/** The longest wait of a timer. Rooms need no timer, and the library's default would wake a thousand idle rooms. */
const NEVER_MS = 2 ** 31 - 1;

export abstract class GuardedRoom extends Room<{ state: Schema; client: Visiting }> {
  /** Set once, before the server listens: Colyseus makes the rooms and cannot pass them anything. */
  static services: Services;
  /** Why a room could not be made, by its id: the library passes only the words on. */
  static readonly failures = new Map<string, unknown>();

  protected readonly joined = new Map<Visiting, Joined>();

  /** Answers a request. It must not throw: the error would be logged, but the request stay unanswered. */
  protected abstract answer(client: Visiting, request: Request): Promise<Answer | LinkAnswer>;

  /** The requests a second allowed on one connection. */
  protected get pace(): number {
    return GuardedRoom.services.config.MESSAGES_PER_SECOND;
  }

  /** Called when a client has come. It does not listen yet: what it is sent waits, and is dropped when it listens. */
  protected welcomed(_client: Visiting): void {}
  /** Called when a client listens and was sent the whole state. What it is sent from now on is not older than that. */
  listens(_client: Visiting): void {}
  /** Called after a client left. */
  protected left(_client: Visiting): void {}

  /** Called when a player was renamed or deleted. */
  abstract showNames(): void;

  /** Called by Colyseus when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharedSerializer());
  }

  /** Turns off Colyseus' own timers: this server sends patches by hand. */
  protected prepare(id: string): void {
    this.roomId = id;
    this.setTimestep(() => {}, NEVER_MS);
    this.patchRate = null;
    this.maxMessagesPerSecond = this.pace;
  }

  /** Catches errors: Colyseus would send their text to the client. */
  override onJoin(client: Visiting): void {
    this.guarded(client, () => this.welcome(client));
  }

  /** Ends the connection if something throws. */
  guarded(client: Visiting, greet: () => void): void {
    try {
      greet();
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

  /** Logs errors thrown anywhere in a room. Without this method one of them would end the process. */
  override onUncaughtException(error: Error, method: string): void {
    GuardedRoom.services.log.error({ err: error, match: this.roomId, method }, 'a room failed');
  }

  /** Closes the connections of a player. A client that is still signed in comes back by itself. */
  closeFor(player: string, _why: Code): void {
    for (const client of this.joined.keys())
      if (client.auth?.player === player) client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  /** Closes the connections from addresses that are banned now. */
  closeFrom(isBanned: (address: string) => boolean): void {
    for (const client of this.joined.keys())
      if (isBanned(client.ref.address)) client.leave(CloseCode.MAY_TRY_RECONNECT);
  }

  /** Shows a text of the host to all who are connected. Returns how many were told. */
  showBulletin(bulletin: Bulletin): number {
    const packed = packMessage(MESSAGES.bulletin, bulletin);
    for (const client of this.joined.keys()) client.enqueueRaw(packed);
    return this.joined.size;
  }

  /** How many connections the player has in this room. */
  connectionsOf(player: string): number {
    return [...this.joined.keys()].filter(({ auth }) => auth?.player === player).length;
  }

  /** Handles every frame that is not about the connection itself. */
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
 * Replaces two private methods of Colyseus, so that every frame and every leaving goes through our code. No other place
 * depends on such internals. The versions are pinned, and the test of hostile frames fails if these are not called.
 */
const leave = Room.prototype['_onLeave'] as (this: Room, client: Client, code?: number) => Promise<unknown>;

const housekeep = Room.prototype['_onMessage'] as (this: Room, client: Client, frame: Buffer) => void;

Object.defineProperty(GuardedRoom.prototype, '_onLeave', {
  /** Catches errors, because Colyseus awaits this method without a catch. */
  async value(this: GuardedRoom, client: Visiting, code?: number) {
    await leave.call(this, client, code).catch((error: Error) => this.onUncaughtException(error, 'leave'));
  },
});

Object.defineProperty(GuardedRoom.prototype, '_onMessage', {
  value(this: GuardedRoom, client: Visiting, frame: Buffer) {
    if (!Buffer.isBuffer(frame) || frame.length === 0) return;
    if (isHousekeeping(frame)) {
      this.clock.tick(); // by hand, without a timer: Colyseus counts these frames by the second
      const isComing = client.state === ClientState.JOINING && isJoin(frame);
      // Messages that wait are older than the state that the client gets now. Answers stay.
      if (isComing) client._enqueuedMessages = client._enqueuedMessages.filter((waiting) => !isMessage(waiting));
      housekeep.call(this, client, frame);
      if (isComing) this.guarded(client, () => this.listens(client));
    } else this.receive(client, frame).catch((error: Error) => this.onUncaughtException(error, 'receive'));
  },
});

// Encodes the states of all rooms in the same two buffers. Colyseus gives each room buffers of its own and a copy of the description of its
// state, some ten kilobytes that an idle room keeps. `sendSafely` copies every state that it sends, so a buffer is free again as soon as a
// method here returns.

/** Far more than the state of a table or a list needs. The library takes a larger buffer for a state that is larger. */
const ROOMY_BYTES = 64 * 1024;

const patches = new Uint8Array(ROOMY_BYTES);
const states = new Uint8Array(ROOMY_BYTES);

states[0] = Protocol.ROOM_STATE;

/** The descriptions of the states, by their class. */
const handshakes = new WeakMap<object, Uint8Array>();

export class SharedSerializer extends SchemaSerializer<Schema> {
  override reset(state: Schema): void {
    super.reset(state);
    this.encoder.sharedBuffer = patches;
    this.fullEncodeBuffer = states;
  }

  /** Keeps a copy of the state until it changes, because many may come to the same table. */
  override getFullState(client?: Client): Uint8Array {
    const isKept = !this.needFullEncode && this.encoder.root.changes.next === undefined;
    const state = super.getFullState(client);
    if (isKept) return state;
    this.fullEncodeCache = Uint8Array.prototype.slice.call(state);
    return this.fullEncodeCache;
  }

  override applyPatches(...given: Parameters<SchemaSerializer<Schema>['applyPatches']>): boolean {
    const hasChanged = super.applyPatches(...given);
    this.encoder.sharedBuffer = patches; // a patch that was too large has left a larger buffer
    return hasChanged;
  }

  override handshake(): Uint8Array {
    const kind = this.encoder.state.constructor;
    const known = handshakes.get(kind);
    if (known !== undefined) return known;
    const own = super.handshake();
    handshakes.set(kind, own);
    return own;
  }
}
