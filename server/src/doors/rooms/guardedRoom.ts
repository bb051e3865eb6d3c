/**
 * The one room of Colyseus: it admits connections, answers each request once, and trusts no frame. What stands in it is its content: the
 * table of a match, a list of matches, or the desk of the bridges.
 */
import { type Client, ClientState, CloseCode, matchMaker, Protocol, Room, SchemaSerializer } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';
import { type Answer, type LinkAnswer, type LobbyFilter, refusal } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Visitor } from '../../features/table/presence.ts';
import type { Services } from '../services.ts';
import { Connections, type Going, SERVICE, type Viewer, type Visiting } from './connections.ts';
import { isHousekeeping, isJoin, isMessage, type Request, readRequest, rejected, sendAnswer } from './frames.ts';

/** What stands in a room. */
export interface Content {
  readonly state: Schema;
  /** The requests a second allowed on one connection, if not as many as the host allows. */
  readonly pace?: number;
  /** How many seconds the room waits for others after the last connection has ended. */
  readonly waitSeconds?: number | undefined;
  /** Answers a request. It must not throw: the error would be logged, but the request stay unanswered. */
  answer(client: Visiting, request: Request): Promise<Answer | LinkAnswer>;
  /** A client has come. It does not listen yet: what it is sent waits, and is dropped when it listens. */
  came?(client: Visiting): void;
  /** A client listens and was sent the whole state. What it is sent from now on is not older than that. */
  listens?(client: Visiting): void;
  /** A client is gone. Told a second time of one that was sent away, once it has closed. */
  went?(viewer: Viewer, how: Going): void;
  /** Shows names and presence anew, after a player was renamed or deleted, or came or went. */
  showPeople?(): void;
}

/** A room, and what it is opened with if it is not open. */
export interface WantedRoom {
  readonly name: string;
  readonly id: string;
  /** The match that the room shows. */
  readonly match?: string;
  /** The matches that the room lists. */
  readonly filter?: LobbyFilter;
}

/** Opens what stands in a room. What it opens on the way, it notes in `room.closing`. */
type OpenContent = (room: GuardedRoom, wanted: WantedRoom, services: Services) => Content | Promise<Content>;

/** The longest wait of a timer. Rooms need none, and the library's default would wake a thousand idle rooms. */
const NEVER_MS = 2 ** 31 - 1;

export class GuardedRoom extends Room<{ state: Schema; client: Visiting }> {
  /** Set once, before the server listens: Colyseus makes the rooms and cannot pass them anything. */
  static services: Services;
  /** How the content of a room is opened, by the name of the room. */
  static contents: Readonly<Record<string, OpenContent>> = {};
  /** Asked before a visitor is shown anything. An answer at once makes no visitor wait. */
  static mayComeIn: (visitor: Visitor) => boolean | Promise<boolean> = () => true;
  /** Why a room could not be made, by its id: the library passes only the words on. */
  static readonly failures = new Map<string, unknown>();

  readonly connections = new Connections(GuardedRoom.services);
  /** Absent until the room is open. */
  content: Content | undefined;
  /** Closes what was opened for this room, the last first. Colyseus disposes of a room that could not open, too. */
  readonly closing: (() => unknown)[] = [];
  isClosing = false;
  /** Resolves when a room that closes is gone. */
  gone: Promise<unknown> = Promise.resolve();
  /** How many HTTP requests use this room now. */
  private requests = 0;

  override async onCreate(wanted: WantedRoom): Promise<void> {
    const { services, contents, failures } = GuardedRoom;
    this.roomId = wanted.id;
    this.setTimestep(() => {}, NEVER_MS);
    this.patchRate = null; // this server sends patches by hand
    try {
      this.content = await contents[this.roomName]?.(this, wanted, services);
      if (this.content === undefined) throw new Error(`no room is called ${this.roomName}`);
    } catch (error) {
      failures.set(this.roomId, error);
      throw error;
    }
    this.maxMessagesPerSecond = this.content.pace ?? services.config.MESSAGES_PER_SECOND;
    this.state = this.content.state;
    this.broadcastPatch(); // to no client yet: without it, the first patch would repeat the whole state
  }

  override async onDispose(): Promise<void> {
    this.isClosing = true;
    for (const close of this.closing.splice(0).reverse()) await close();
  }

  /** Called by Colyseus when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharedSerializer());
  }

  /** Called by Colyseus before the client comes in. Bridges are not players, and come in without a look. */
  override async onAuth(client: Visiting): Promise<boolean> {
    const { auth = SERVICE } = client;
    const mayCome = auth.player === SERVICE.player || (await GuardedRoom.mayComeIn(auth));
    // The library ends an empty room only after a client that came in, or that this refuses.
    return mayCome && client.state !== ClientState.LEAVING && !this.isClosing;
  }

  /** Catches errors: Colyseus would send their text to the client. */
  override onJoin(client: Visiting): void {
    if (this.isClosing) return client.leave(CloseCode.MAY_TRY_RECONNECT);
    this.guarded(client, () => {
      this.connections.welcome(client, this.maxMessagesPerSecond);
      client.ref.onClosing = () => this.goes(client);
      this.content?.came?.(client);
    });
  }

  /** A client that closes is gone, whether it answers or not. What sends it away, such as an entry, is shown first. */
  goes(viewer: Viewer): void {
    const went = () => void (this.isClosing || this.content?.went?.(viewer, 'left'));
    Promise.resolve()
      .then(went)
      .catch((error: Error) => this.onUncaughtException(error, 'went'));
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

  override onLeave(client: Visiting, code?: number): void {
    if (!this.connections.remove(client)) return;
    this.content?.went?.(client, code === CloseCode.ABNORMAL_CLOSURE && !this.isClosing ? 'lost' : 'left');
    this.waitForOthers();
  }

  /** The library alone would close an empty room a second later. */
  private waitForOthers(): void {
    const waitSeconds = this.content?.waitSeconds;
    const isEmpty = !this.isClosing && this.clients.length === 0;
    if (isEmpty && waitSeconds !== undefined) this['resetAutoDisposeTimeout'](waitSeconds);
  }

  /** Handles every frame that is not about the connection itself. */
  async receive(client: Visiting, frame: Buffer): Promise<void> {
    const { metrics, now } = GuardedRoom.services;
    const pace = this.connections.paceOf(client, now());
    if (pace === undefined || pace === 'flood') return client.ref.terminate();
    const request = readRequest(frame);
    if (request === undefined || this.content === undefined) return;
    const answer = pace === 'fine' ? await this.content.answer(client, request) : rejected('too-many');
    metrics.countAnswer(answer.kind, answer.kind === 'rejected' ? answer.code : '');
    if (this.connections.has(client) && client.state !== ClientState.LEAVING)
      sendAnswer(client, request.requestId, answer);
  }

  /** Keeps the room open while a job uses it: Colyseus closes rooms without sockets, perhaps since this one was found. */
  async keepOpen<T>(job: () => Promise<T>): Promise<T> {
    if (this.isClosing) throw new Refused('unavailable');
    this.requests++;
    this.autoDispose = false;
    try {
      return await job();
    } finally {
      this.requests--;
      if (this.requests === 0) {
        this.autoDispose = true;
        this.waitForOthers();
      }
    }
  }

  override disconnect(closeCode?: number): Promise<unknown> {
    if (this.isClosing) return this.gone;
    this.isClosing = true;
    const { state } = GuardedRoom.services.readiness;
    this.connections.readers.sendAway(refusal('unavailable', state === 'ready' ? undefined : state));
    this.dropReservations();
    this.gone = super.disconnect(closeCode);
    return this.gone;
  }

  /** The library would keep the room until the last reservation runs out, and no viewer could come back before. */
  private dropReservations(): void {
    clearTimeout(this['_autoDisposeTimeout']);
    this['_autoDisposeTimeout'] = undefined;
    const runningOut: Record<string, NodeJS.Timeout> = this['_reservedSeatTimeouts'];
    for (const session of Object.keys(this['_reservedSeats'])) {
      clearTimeout(runningOut[session]);
      delete runningOut[session];
      delete this['_reservedSeats'][session];
    }
  }

  /** Logs errors thrown anywhere in a room. Without this method one of them would end the process. */
  override onUncaughtException(error: Error, method: string): void {
    GuardedRoom.services.log.error({ err: error, match: this.roomId, method }, 'a room failed');
  }
}

/** The room of this id, if it is open in this process. */
export function roomIn(id: string): GuardedRoom | undefined {
  const room: unknown = matchMaker.getLocalRoomById(id);
  return room instanceof GuardedRoom ? room : undefined;
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
      if (isComing) this.guarded(client, () => this.content?.listens?.(client));
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
