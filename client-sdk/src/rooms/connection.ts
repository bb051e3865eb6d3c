/**
 * Holds one place in a room. It connects again after each loss, until it is closed or the server refuses it for good.
 */
import type { Connection } from '@flower-war/protocol';
import { RefusedError } from '../http/http.ts';
import { socketAddress } from '../socket/address.ts';
import { RoomSocket } from '../socket/roomSocket.ts';

export interface Place {
  readonly seat?: number;
  readonly connection: Connection;
}

export interface ConnectionEvents {
  /** Called before the server sends anything, so that no message is missed. */
  readonly onJoin: (room: RoomSocket, place: Place) => void;
  readonly onLost: () => void;
  readonly onRefused: (error: RefusedError) => void;
}

interface Visit {
  readonly room: RoomSocket;
  readonly place: Place;
}

/** Refusals that may pass by themselves; any other ends the connection. */
const PASSING: readonly string[] = ['unavailable', 'too-many', 'internal'];
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3000;
/**
 * A connection that ends sooner counts as a failure, so a server that drops us at once is asked less and less often.
 */
const STEADY_AFTER_MS = 3000;

export class LastingConnection {
  private readonly url: string;
  private readonly reserve: () => Promise<Place>;
  private readonly events: ConnectionEvents;
  private room: RoomSocket | undefined;
  private isClosed = false;
  private wake: () => void = () => {};

  constructor(url: string, reserve: () => Promise<Place>, events: ConnectionEvents) {
    this.url = url;
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
    this.room?.drop();
  }

  /** Makes one connection and waits for its end. Returns whether it lasted. */
  private async visit(): Promise<boolean> {
    const visit = await this.enter();
    if (visit === undefined) return false;
    const since = Date.now();
    this.events.onJoin(visit.room, visit.place);
    visit.room.start();
    await visit.room.gone;
    this.events.onLost();
    return Date.now() - since > STEADY_AFTER_MS;
  }

  /** `undefined` if the connection failed. A refusal that never passes closes this place. */
  private async enter(): Promise<Visit | undefined> {
    try {
      const place = await this.reserve();
      return this.isClosed ? undefined : { room: await this.join(place.connection), place };
    } catch (error) {
      if (!(error instanceof RefusedError) || PASSING.includes(error.code)) return undefined;
      this.isClosed = true;
      this.events.onRefused(error);
      return undefined;
    }
  }

  private async join(connection: Connection): Promise<RoomSocket> {
    const room = new RoomSocket(socketAddress(this.url, connection), WebSocket);
    this.room = room;
    await room.joined;
    return room;
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
