/** What a live match, a lobby and the link of a bridge share: one connection that lasts, and what it has shown. */
import type { Action, ActionId, ActionName, Answer, Private, TableJson } from '@flower-war/protocol';
import { LostError, type RoomSocket, TooLargeError } from '../socket/roomSocket.ts';
import { ClosedError, limited, pause, TimedOutError, type Waiting } from '../waiting/limited.ts';
import { type ConnectionStatus, LastingConnection, type Place, type Way } from './connection.ts';
import { call, Emitter, waitFor } from './emitter.ts';
import { keepSame } from './keepSame.ts';

export interface RoomEvents {
  /** The connection does something else now. The caller needs to do nothing. */
  readonly connection: ConnectionStatus;
  /** The connection was lost (false) or is back (true). The caller needs to do nothing. */
  readonly connected: boolean;
  /** The connection will not come back: it was closed here, or the server refuses it. */
  readonly closed: Error;
}

export abstract class LiveRoom<Events extends RoomEvents, Snapshot extends object> extends Emitter<Events> {
  /** The connection that has shown everything; absent while it is lost. */
  protected room: RoomSocket | undefined;
  private readonly lasting: LastingConnection;
  private readonly subscribers = new Set<() => void>();
  private seen: Snapshot | undefined;

  constructor(way: Way) {
    super();
    this.lasting = new LastingConnection(way, {
      onJoin: (room, place) => this.join(room, place),
      onStatus: (status) => this.follow(status),
    });
  }

  /** Everything that is shown, as one object that never changes; after a change there is another one. */
  readonly getSnapshot = (): Snapshot => {
    if (this.seen === undefined) throw new Error('nothing has been shown yet');
    return this.seen;
  };

  /** Calls the listener whenever there is another snapshot. Returns a function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const own = () => listener(); // the same listener may subscribe twice
    this.subscribers.add(own);
    return () => this.subscribers.delete(own);
  };

  /** What the connection does at the moment, since when, and why it was lost. */
  get connection(): ConnectionStatus {
    return this.lasting.status;
  }

  /** How far the server's clock is ahead of this device's, in milliseconds; 0 for less than two seconds. */
  get clockAhead(): number {
    return this.lasting.clockAhead;
  }

  get isConnected(): boolean {
    return this.connection.state === 'connected';
  }

  /**
   * Resolves as soon as the condition holds, also if it holds already. Rejects when the room is closed, and when the
   * caller waits no more.
   */
  until(condition: (room: this) => boolean, waiting: Waiting = {}): Promise<void> {
    const ending = () => (this.connection.state === 'closed' ? this.connection.why : undefined);
    return waitFor(this, { names: this.telling, holds: () => condition(this), ending }, waiting);
  }

  /** Closes the connection. What waits for something in this room rejects with a ClosedError. */
  close(): void {
    this.lasting.close(new ClosedError(`the ${this.noun} was closed here`));
  }

  /** The word for this room in errors. */
  protected abstract readonly noun: string;
  /** The events after which a condition may hold. */
  protected abstract readonly telling: readonly (keyof Events)[];
  protected abstract join(room: RoomSocket, place: Place): void;
  /** Absent until everything was shown. */
  protected abstract snapshot(): Snapshot | undefined;

  protected begin(): void {
    void this.lasting.run();
  }

  /** Says that this connection has shown everything. */
  protected confirm(room: RoomSocket): void {
    if (this.room === room || this.connection.state === 'closed') return;
    this.room = room;
    this.lasting.confirm();
  }

  /** Makes another snapshot if something has changed. */
  protected refresh(): void {
    const now = this.snapshot();
    const kept = now && keepSame(this.seen, now);
    if (kept === this.seen) return;
    this.seen = kept;
    for (const listener of [...this.subscribers]) call(listener, undefined);
  }

  private follow(status: ConnectionStatus): void {
    const wasConnected = this.room !== undefined && status.state !== 'connected';
    if (wasConnected) this.room = undefined;
    this.refresh();
    this.emit('connection', status as Events['connection']);
    if (status.state === 'connected') this.emit('connected', true as Events['connected']);
    else if (status.state === 'closed') this.emit('closed', status.why as Events['closed']);
    else if (wasConnected) this.emit('connected', false as Events['connected']);
  }
}

// Sends an action to a room. The action counts once, even if it is sent several times with the same id.

const RETRY_AFTER_MS = 250;

interface Asking<N extends ActionName> {
  readonly name: N;
  readonly action: Action<N>;
  /** Waits for a connection. It rejects once there will be none. */
  readonly connected: () => Promise<RoomSocket | undefined>;
}

/** Asks until the answer is final, over as many connections as needed, or until the signal says to stop. */
export async function askUntilFinal<N extends ActionName>(asking: Asking<N>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    const answer = await request(asking, await asking.connected());
    if (answer !== undefined && isFinal(answer)) return answer;
    await pause(RETRY_AFTER_MS, signal);
  }
}

/** `undefined` if the connection went before the answer came. The action, with its id, is then sent again. Throws at what is not JSON. */
async function request<N extends ActionName>({ name, action }: Asking<N>, room: RoomSocket | undefined) {
  try {
    // Without a time-out: an answer may take as long as a player thinks, and pings notice a connection that is gone.
    return await room?.request<Answer>(name, action);
  } catch (error) {
    if (error instanceof LostError) return undefined;
    if (error instanceof TooLargeError) return { kind: 'rejected', code: 'too-large', message: error.message } as const;
    throw error;
  }
}

/** `too-many` is not final: the client was only too fast, so it slows down and sends the same action again. */
function isFinal(answer: Answer): boolean {
  return answer.kind === 'accepted' || (answer.kind === 'rejected' && answer.code !== 'too-many');
}

/** The id of a move. It can be short, because a move counts only for the decision that it answers. */
export function newMoveId(): ActionId {
  return crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
}

/** The id of any other action: 128 bits, which no other connection of the same seat makes again. */
export function newActionId(): ActionId {
  return randomHex(16);
}

/** This many random bytes, in hexadecimal digits. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Puts the public table and the seat's private part together, so that a player never sees one without the other.

export interface SyncedState<V> {
  readonly table: TableJson<V>;
  /** Absent for a spectator. */
  readonly own?: Private;
}

/** Pairs the parts that come over one connection. It holds a part back until the other one fits. */
export class StateSync<V> {
  private readonly isSeated: boolean;
  private table: TableJson<V> | undefined;
  private own: Private | undefined;

  constructor(isSeated: boolean) {
    this.isSeated = isSeated;
  }

  /** Takes a part. Returns what can be shown now, if anything. */
  take(part: { readonly table: TableJson<V> } | { readonly own: Private }): SyncedState<V> | undefined {
    if ('table' in part) this.table = part.table;
    else this.own = part.own;
    return this.shown();
  }

  private shown(): SyncedState<V> | undefined {
    const { table, own } = this;
    if (table === undefined) return undefined;
    if (own === undefined) return this.isSeated ? undefined : { table };
    return own.table > table.step ? undefined : { table, own }; // the patch that it belongs to follows
  }
}

interface Opening {
  readonly connection: ConnectionStatus;
  readonly isConnected: boolean;
  until(condition: (room: this) => boolean, waiting: Waiting): Promise<void>;
  close(): void;
}

/** Waits until the room was shown for the first time. If it is not, the room is closed. */
export async function opened<Room extends Opening>(room: Room, waiting: Waiting): Promise<Room> {
  const shown = (signal: AbortSignal) => room.until(({ isConnected }) => isConnected, { signal });
  try {
    await limited(waiting, shown, () => new TimedOutError(room.connection.why));
  } catch (error) {
    room.close();
    throw error;
  }
  return room;
}
