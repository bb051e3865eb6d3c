/**
 * Holds one place in a room. It connects again after each loss, until it is closed or the server refuses it for good.
 */
import { CloseCode, ColyseusSDK, type Room } from '@colyseus/sdk';
import type { Connection } from '@flower-war/protocol';
import { RefusedError } from '../http/http.ts';

export interface Place {
  readonly seat?: number;
  readonly connection: Connection;
}

export interface ConnectionEvents {
  /** Called in the same turn of the event loop in which the room is joined, so that no message is missed. */
  readonly onJoin: (room: Room, place: Place) => void;
  readonly onLost: () => void;
  readonly onRefused: (error: RefusedError) => void;
}

interface Visit {
  readonly room: Room;
  readonly place: Place;
}

/** Refusals that may pass by themselves; any other ends the connection. */
const PASSING: readonly string[] = ['unavailable', 'too-many', 'internal'];
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3000;
const JOIN_WITHIN_MS = 10_000;
const PING_EVERY_MS = 10_000;
/**
 * A connection that ends sooner counts as a failure, so a server that drops us at once is asked less and less often.
 */
const STEADY_AFTER_MS = 3000;

export class LastingConnection {
  private readonly door: Door;
  private readonly reserve: () => Promise<Place>;
  private readonly events: ConnectionEvents;
  private isClosed = false;
  private wake: () => void = () => {};

  constructor(url: string, reserve: () => Promise<Place>, events: ConnectionEvents) {
    this.door = new Door(url);
    this.reserve = reserve;
    this.events = events;
  }

  async run(): Promise<void> {
    for (let failures = 0; !this.isClosed; ) {
      const wasSteady = await this.visit();
      failures = wasSteady ? 0 : failures + 1;
      if (!this.isClosed) await this.pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
    }
  }

  /** Leaves for good, in any state of the connection. */
  close(): void {
    this.isClosed = true;
    this.wake();
    if (this.door.room !== undefined) drop(this.door.room);
  }

  /** Makes one connection and waits for its end. Returns whether it lasted. */
  private async visit(): Promise<boolean> {
    const visit = await this.enter();
    if (visit === undefined) return false;
    const since = Date.now();
    const gone = goneFrom(visit.room);
    this.events.onJoin(visit.room, visit.place);
    await gone;
    this.events.onLost();
    return Date.now() - since > STEADY_AFTER_MS;
  }

  /** `undefined` if the connection failed. A refusal that never passes closes this place. */
  private async enter(): Promise<Visit | undefined> {
    try {
      const place = await this.reserve();
      return this.isClosed ? undefined : { room: await this.door.enter(place.connection), place };
    } catch (error) {
      if (!(error instanceof RefusedError) || PASSING.includes(error.code)) return undefined;
      this.isClosed = true;
      this.events.onRefused(error);
      return undefined;
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds * (0.5 + Math.random() / 2));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Shows the room while it is being joined, so that a join that hangs can be given up. */
class Door extends ColyseusSDK {
  room: Room | undefined;

  async enter(connection: Connection): Promise<Room> {
    const joining = this.consumeSeatReservation<unknown>(connection);
    if (this.room !== undefined) hush(this.room);
    const timer = setTimeout(() => this.room && drop(this.room), JOIN_WITHIN_MS);
    try {
      const joined = await joining;
      joined.reconnection.enabled = false; // LastingConnection reconnects by itself, also to another process
      return joined;
    } finally {
      clearTimeout(timer);
    }
  }

  protected override createRoom<T>(...args: Parameters<ColyseusSDK['createRoom']>): Room<unknown, T> {
    const room = super.createRoom(...args) as Room<unknown, T>;
    this.room = room as Room;
    return room;
  }
}

/**
 * Hushes a room while it is joined: the caller learns of a failed join, and Colyseus does not write it to the console.
 */
function hush(room: Room): void {
  const { events } = room.connection;
  const closed = events.onclose;
  events.onclose = (event: CloseEvent) => {
    const isJoined = room.reconnectionToken !== undefined;
    if (isJoined) closed?.(event);
    else room.onError.invoke(event.code, event.reason);
  };
}

/** Closes the socket at once. A close that waits for the other side would wait for ever on a half-open socket. */
function drop(room: Room): void {
  room.connection.close(CloseCode.MAY_TRY_RECONNECT);
}

/** Resolves when the room is left. It drops a silent room, because a half-open socket does not say that it is dead. */
function goneFrom(room: Room): Promise<void> {
  return new Promise((resolve) => {
    let isWaiting = false;
    const timer = setInterval(() => {
      if (isWaiting) drop(room);
      isWaiting = true;
      room.ping(() => {
        isWaiting = false;
      });
    }, PING_EVERY_MS);
    room.onLeave(() => {
      clearInterval(timer);
      resolve();
    });
  });
}
