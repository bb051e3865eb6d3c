/**
 * Holds one place in a room. It connects again after each loss, until it is closed or the server refuses it for good.
 */
import type { Connection } from '@flower-war/protocol';
import { RefusedError, UnreachableError } from '../http/http.ts';
import { onNetwork, RoomSocket, type SocketClass, socketAddress } from '../socket/roomSocket.ts';
import { pause, type Waiting } from '../waiting/limited.ts';

export interface Place {
  readonly seat?: number;
  readonly connection: Connection;
}

/** How to get into a room. */
export interface Way {
  readonly url: string;
  readonly WebSocket: SocketClass | undefined;
  /** Asks for a place, before each connection. The signal ends the asking. It tells each refusal after which it asks again. */
  readonly reserve: (signal: AbortSignal, refused: (why: Error) => void) => Promise<Place>;
  /** Asked at each failure before it was ever connected: whether it goes on trying. Later it always does. */
  readonly patience: () => boolean;
}

interface ConnectionEvents {
  /** Called before the server sends anything, so that no message is missed. Call `confirm` once all has come. */
  readonly onJoin: (room: RoomSocket, place: Place) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
}

/** Refusals that may pass by themselves; any other ends the connection. */
const PASSING: readonly string[] = ['unavailable', 'too-many', 'internal'];
const FIRST_WAIT_MS = 100;
/** Another process takes over within seconds, so for that long each wait is short. */
const SHORT_WAIT_MS = 1000;
const SHORT_WAITS = 10;
const LONGEST_WAIT_MS = 3000;
const SHOWN_WITHIN_MS = 10_000;
/**
 * A connection that ends sooner counts as a failure, so a server that drops us at once is asked less and less often.
 */
const STEADY_AFTER_MS = 3000;
/** How long a connection that was never made goes on after its first failure, if the caller sets no time. */
const GIVE_UP_AFTER_MS = 15_000;

/** Whether to go on after a failure, for all that leads to one first connection. */
export function patience({ within }: Waiting): () => boolean {
  let since: number | undefined;
  return () => {
    since ??= Date.now();
    return within !== undefined || Date.now() - since <= GIVE_UP_AFTER_MS;
  };
}

/** Whether it may be otherwise soon, without that the caller does anything. */
export function mayPass(why: Error): boolean {
  return !(why instanceof RefusedError) || PASSING.includes(why.code);
}

export class LastingConnection {
  private readonly way: Way;
  private readonly events: ConnectionEvents;
  private readonly closing = new AbortController();
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockAhead = 0;
  private current: ConnectionStatus = { state: 'connecting', since: Date.now(), attempt: 0 };
  private room: RoomSocket | undefined;
  private wasConnected = false;
  private wake: () => void = () => {};

  constructor(way: Way, events: ConnectionEvents) {
    this.way = way;
    this.events = events;
  }

  get status(): ConnectionStatus {
    return this.current;
  }

  async run(): Promise<void> {
    for (let failures = 0; !this.isClosed; ) {
      this.tell({ ...this.current, state: 'connecting', attempt: this.current.attempt + 1 });
      const why = await this.visit();
      if (this.isClosed) return;
      const wasSteady = this.current.state === 'connected' && Date.now() - this.current.since > STEADY_AFTER_MS;
      failures = wasSteady ? 0 : failures + 1;
      this.lose(why);
      if (!this.isClosed) await this.rest(failures, why);
    }
  }

  /** Says that the room has shown all that it holds. */
  confirm(): void {
    if (this.isClosed || this.current.state === 'connected') return;
    this.wasConnected = true;
    this.tell({ state: 'connected', since: Date.now(), attempt: 0 });
  }

  /** Leaves for good, in any state of the connection. */
  close(why: Error): void {
    if (this.isClosed) return;
    this.closing.abort();
    this.wake();
    this.room?.drop();
    this.tell({ state: 'closed', since: Date.now(), attempt: 0, why });
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private tell(status: ConnectionStatus): void {
    this.current = Object.freeze(status);
    this.events.onStatus(status);
  }

  /** Makes one connection and waits for its end. Returns why it ended, or was not made. */
  private async visit(): Promise<Error> {
    try {
      const place = await this.way.reserve(this.closing.signal, (why) => this.tell({ ...this.current, why }));
      this.clockAhead = aheadOf(place.connection.now);
      if (this.isClosed) throw new Error('closed meanwhile');
      this.room = new RoomSocket(socketAddress(this.way.url, place.connection), this.socketClass());
      await this.room.joined;
      return await this.stay(this.room, place);
    } catch (error) {
      return error as Error;
    }
  }

  private stay(room: RoomSocket, place: Place): Promise<Error> {
    this.events.onJoin(room, place);
    room.start();
    const late = () => this.current.state !== 'connected' && room.drop('the server did not show the state in time');
    const timer = setTimeout(late, SHOWN_WITHIN_MS);
    return room.gone.finally(() => clearTimeout(timer));
  }

  private socketClass(): SocketClass {
    const found: SocketClass | undefined = this.way.WebSocket ?? globalThis.WebSocket;
    if (found !== undefined) return found;
    const why = new Error('there is no WebSocket: pass one as an option');
    this.close(why);
    throw why;
  }

  /** A refusal that never passes closes this place. So does a server that never let this client in. */
  private lose(why: Error): void {
    const { current } = this;
    if (!mayPass(why)) return this.close(why);
    if (!this.wasConnected && !this.way.patience()) return this.close(unreachable(this.way.url, why));
    const since = current.state === 'connected' ? Date.now() : current.since;
    this.tell({ ...current, state: 'waiting', since, why });
  }

  /** Waits before the next try: longer after each failure, and as long as the server wants. */
  private async rest(failures: number, why: Error): Promise<void> {
    const wanted = why instanceof RefusedError ? (why.retryAfter ?? 0) * 1000 : 0;
    const longest = failures > SHORT_WAITS ? LONGEST_WAIT_MS : SHORT_WAIT_MS;
    const backoff = Math.min(longest, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    const waking = new AbortController();
    this.wake = () => waking.abort();
    const stop = onNetwork('online', this.wake);
    await pause(Math.max(wanted, backoff), waking.signal);
    stop();
  }
}

/** The answer took some time to come, so that a small difference says nothing. */
const UNSURE_MS = 2000;

function aheadOf(server = Date.now()): number {
  const ahead = server - Date.now();
  return Math.abs(ahead) < UNSURE_MS ? 0 : ahead;
}

function unreachable(url: string, cause: Error): Error {
  if (cause instanceof UnreachableError) return cause;
  return new UnreachableError(`${url} cannot be reached: ${cause.message}`, { cause });
}

/** What a connection does at the moment. */
export interface ConnectionStatus {
  /** `waiting` until it tries again; `closed` is for good. */
  readonly state: 'connecting' | 'connected' | 'waiting' | 'closed';
  /** When it was made, lost or closed, in milliseconds since 1970; before the first time, when it began to try. */
  readonly since: number;
  /** How often it has tried since then. */
  readonly attempt: number;
  /** Why it was lost or closed, or why the last try failed. */
  readonly why?: Error;
}
