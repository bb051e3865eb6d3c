/** Holds one place in a room: connects, and connects again, until it is closed or the server says that it never can. */
import { Client, type Room } from '@colyseus/sdk';
import type { Connection } from '@flower-war/protocol';
import { RefusedError } from './http.ts';

export interface Place {
  readonly seat?: number;
  readonly connection: Connection;
}

export interface ConnectionEvents {
  /** Called in the same turn in which the room is joined, so that no message is missed. */
  readonly onJoin: (room: Room, place: Place) => void;
  readonly onLost: () => void;
  readonly onRefused: (error: RefusedError) => void;
}

/** Refusals that may pass by themselves; any other ends the connection. */
const PASSING: readonly string[] = ['unavailable', 'too-many', 'internal'];
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3000;
const PING_EVERY_MS = 10_000;

export class LastingConnection {
  private readonly colyseus: Client;
  private readonly reserve: () => Promise<Place>;
  private readonly events: ConnectionEvents;
  private room: Room | undefined;
  private isClosed = false;
  private wake: () => void = () => {};

  constructor(url: string, reserve: () => Promise<Place>, events: ConnectionEvents) {
    this.colyseus = new Client(url);
    this.reserve = reserve;
    this.events = events;
  }

  async run(): Promise<void> {
    for (let failures = 0; !this.isClosed; ) {
      const wasJoined = await this.visit();
      failures = wasJoined ? 0 : failures + 1;
      if (!this.isClosed) await this.pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
    }
  }

  /** Leaves for good. */
  close(): void {
    this.isClosed = true;
    this.wake();
    if (this.room?.connection.isOpen) void this.room.leave();
  }

  /** One connection from its beginning to its end; says whether it came about at all. */
  private async visit(): Promise<boolean> {
    try {
      const place = await this.reserve();
      const room = await this.colyseus.consumeSeatReservation(place.connection);
      room.reconnection.enabled = false; // this class comes back by itself, also to another process
      if (this.isClosed) {
        void room.leave();
        return true;
      }
      this.room = room;
      const gone = goneFrom(room);
      this.events.onJoin(room, place);
      await gone;
      this.room = undefined;
      this.events.onLost();
      return true;
    } catch (error) {
      if (error instanceof RefusedError && !PASSING.includes(error.code)) {
        this.isClosed = true;
        this.events.onRefused(error);
      }
      return false;
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

/** Resolves when the room is left, or when it is silent: a half-open socket tells nobody that it is dead. */
function goneFrom(room: Room): Promise<void> {
  return new Promise((resolve) => {
    let isWaiting = false;
    const timer = setInterval(() => {
      if (isWaiting) room.connection.close();
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
