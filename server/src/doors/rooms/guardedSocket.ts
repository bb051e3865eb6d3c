/** A WebSocket that counts frames of every kind, whose listeners cannot end the process, and which sends safely. */
import type { Socket } from 'node:net';
import { Protocol } from '@colyseus/core';
import type { WebSocketClient } from '@colyseus/ws-transport';
import { WebSocket } from 'ws';

/** The events for frames from the client. Empty fragments cause no event: `maxFragments` bounds them. */
const FRAMES: readonly (string | symbol)[] = ['message', 'ping', 'pong'];

/** Twice the room's limit, so that the room acts first. This limit is for frames that the room does not see. */
const MARGIN = 2;

interface Watched {
  readonly framesPerSecond: number;
  readonly onThrow: (error: unknown, event: string | symbol) => void;
}

export class GuardedSocket extends WebSocket {
  /** How many pings of the server the client has not answered. */
  unanswered = 0;
  /** The address of the client, as far as proxies are trusted. */
  address = '';
  /** Called once when the socket begins to close. A client that is sent away may leave that unanswered for half a minute. */
  onClosing: () => void = () => {};
  private pace = new Pace(Number.POSITIVE_INFINITY);
  private onThrow: Watched['onThrow'] = () => {};
  private isCut = false;

  watch({ framesPerSecond, onThrow }: Watched): void {
    this.admit(framesPerSecond);
    this.onThrow = onThrow;
  }

  /** Sets the frames a second allowed from now on. */
  admit(framesPerSecond: number): void {
    this.pace = new Pace(framesPerSecond * MARGIN);
  }

  /** Calls all listeners of the socket, so that an error in one ends only this connection. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (FRAMES.includes(event) && !this.mayGoOn()) return true;
    try {
      return super.emit(event, ...args);
    } catch (error) {
      this.cut();
      this.onThrow(error, event);
      return true;
    }
  }

  override close(...given: Parameters<WebSocket['close']>): void {
    const wasOpen = this.readyState === WebSocket.OPEN;
    super.close(...given);
    if (wasOpen) this.onClosing();
  }

  private mayGoOn(): boolean {
    // A client that was sent away need not answer the close, and could act until the library waits no more.
    if (this.isCut || this.readyState !== WebSocket.OPEN) return false;
    const isFlood = this.pace.next(performance.now()) === 'flood';
    // The library answers pings, also to a client that reads nothing, so the buffer may fill.
    if (isFlood || this.bufferedAmount > MOST_BUFFERED_BYTES) this.cut();
    return !this.isCut;
  }

  private cut(): void {
    this.isCut = true;
    this.terminate();
  }
}

/** Counts the frames of one connection in each second. */
const SECOND = 1000;

/** Frames beyond the limit are refused. Frames beyond this many times the limit close the connection. */
const PATIENCE = 4;

/** The players whose requests are counted at once. */
const MOST_PLAYERS = 10_000;

type Verdict = 'fine' | 'too-many' | 'flood';

export class Pace {
  private readonly limit: number;
  private endsAt = 0;
  private frames = 0;

  constructor(framesPerSecond: number) {
    this.limit = framesPerSecond;
  }

  /** Counts a frame and judges it. */
  next(now: number): Verdict {
    if (now >= this.endsAt) {
      this.endsAt = now + SECOND;
      this.frames = 0;
    }
    this.frames++;
    if (this.frames <= this.limit) return 'fine';
    return this.frames <= this.limit * PATIENCE ? 'too-many' : 'flood';
  }
}

/** The paces of players without a socket: all requests of a player count as one connection. */
export class Paces {
  private readonly limit: number;
  /** The player who asked longest ago comes first. */
  private readonly paces = new Map<string, Pace>();

  constructor(requestsPerSecond: number) {
    this.limit = requestsPerSecond;
  }

  next(player: string, now: number): Verdict {
    const pace = this.paces.get(player) ?? new Pace(this.limit);
    this.paces.delete(player);
    this.paces.set(player, pace);
    const [oldest] = this.paces.keys();
    if (this.paces.size > MOST_PLAYERS && oldest !== undefined) this.paces.delete(oldest);
    return pace.next(now);
  }
}

// Sends frames: states are copied, the buffer is bounded, and one callback of the event loop makes one write.

export const MOST_BUFFERED_BYTES = 1024 * 1024;

/**
 * Colyseus passes the socket a view on its one encoder buffer. If the socket cannot take it all at once, the next patch
 * overwrites the waiting bytes, and a slow client reads states that never existed. So states are copied; all other
 * frames are fresh. A client that reads nothing is cut off before it fills the memory, and reconnects to a whole state.
 */
export function sendSafely(client: WebSocketClient, isWatching: boolean): void {
  const { ref } = client;
  const send = client.raw.bind(client);
  const close = ref.close.bind(ref);
  const gathered = new GatheredFrames(ref, isWatching ? sendLater : sendSoon);
  client.raw = (data, options, done) => {
    if (ref.bufferedAmount + gathered.bytes > MOST_BUFFERED_BYTES) return ref.terminate();
    if (done === undefined) return gathered.add(isState(data) ? copyOf(data) : data);
    gathered.send();
    send(data, options, done);
  };
  ref.close = (code, why) => {
    gathered.send();
    close(code, why);
  };
}

function isState(frame: Uint8Array): boolean {
  return frame[0] === Protocol.ROOM_STATE || frame[0] === Protocol.ROOM_STATE_PATCH;
}

/** All clients of a room are passed the same view on a state, one after the other: they share its copy. */
let copied: { readonly view: Uint8Array; readonly copy: Uint8Array } | undefined;

function copyOf(view: Uint8Array): Uint8Array {
  if (copied?.view !== view) copied = { view, copy: Uint8Array.prototype.slice.call(view) };
  return copied.copy;
}

// Frames sent in one turn of the event loop, microtasks included, leave in one piece, because
// a write costs more than playing the move: private part, patch, events and answer.

/** A whole message of bytes. */
const BINARY = 0x82;

const LONG = 126;
const LONGER = 127;
const MOST_OF_LONG = 0xffff;

class GatheredFrames {
  private readonly ref: WebSocket;
  private readonly begin: (gathered: GatheredFrames) => void;
  private frames: Uint8Array[] = [];
  private waiting = 0;

  /** `begin` sends what waits, soon or later. */
  constructor(ref: WebSocket, begin: (gathered: GatheredFrames) => void) {
    this.ref = ref;
    this.begin = begin;
  }

  /** How many bytes wait to leave. */
  get bytes(): number {
    return this.waiting;
  }

  add(data: Uint8Array): void {
    this.waiting += headOf(data) + data.length;
    if (this.frames.push(data) === 1) this.begin(this);
  }

  /** Sends what was gathered so far, before anything else is sent. */
  send(): void {
    const { frames, ref } = this;
    if (frames.length === 0) return;
    this.frames = [];
    this.waiting = 0;
    const { _socket: socket } = ref as unknown as { readonly _socket?: Socket };
    if (ref.readyState === ref.OPEN) socket?.write(inOnePiece(frames));
  }
}

const sendSoon = (gathered: GatheredFrames) => process.nextTick(() => gathered.send());

// A spectator waits for a moment, so that no move waits for a crowd of them. All that came meanwhile leaves in one piece, and moves are
// played between one group of spectators and the next.

const LATER_MS = 1;
const AT_ONCE = 50;

const late = new Set<GatheredFrames>();

function sendLater(gathered: GatheredFrames): void {
  if (late.size === 0) setTimeout(sendLate, LATER_MS);
  late.add(gathered);
}

function sendLate(): void {
  let sent = 0;
  for (const gathered of late) {
    if (sent++ === AT_ONCE) return void setImmediate(sendLate);
    late.delete(gathered);
    gathered.send();
  }
}

/** The spectators of a match get the same frames, and share the piece. */
let made: { readonly frames: readonly Uint8Array[]; readonly piece: Buffer } | undefined;

function inOnePiece(frames: readonly Uint8Array[]): Buffer {
  const isSame = made?.frames.length === frames.length && made.frames.every((data, n) => data === frames[n]);
  if (made === undefined || !isSame) made = { frames, piece: framed(frames) };
  return made.piece;
}

/** As RFC 6455 frames what a server sends. */
function framed(frames: readonly Uint8Array[]): Buffer {
  const length = frames.reduce((sum, data) => sum + headOf(data) + data.length, 0);
  const piece = Buffer.allocUnsafe(length);
  let at = 0;
  for (const data of frames) {
    at = writeHead(piece, at, data.length);
    piece.set(data, at);
    at += data.length;
  }
  return piece;
}

function headOf({ length }: Uint8Array): number {
  if (length < LONG) return 2;
  return length <= MOST_OF_LONG ? 4 : 10;
}

/** Returns where the data begins. */
function writeHead(piece: Buffer, at: number, length: number): number {
  piece[at] = BINARY;
  if (length < LONG) {
    piece[at + 1] = length;
    return at + 2;
  }
  if (length <= MOST_OF_LONG) {
    piece[at + 1] = LONG;
    return piece.writeUInt16BE(length, at + 2);
  }
  piece[at + 1] = LONGER;
  return piece.writeBigUInt64BE(BigInt(length), at + 2);
}
