/** Sends frames: states are copied, the buffer is bounded, and one callback of the event loop makes one write. */
import type { Socket } from 'node:net';
import { Protocol } from '@colyseus/core';
import type { WebSocketClient } from '@colyseus/ws-transport';
import { MESSAGES, NOTHING_TOLD, type Private, privateMessage, type Told, toldAfter } from '@flower-war/protocol';
import type { WebSocket } from 'ws';
import { packMessage } from './frames.ts';

export const MOST_BUFFERED_BYTES = 1024 * 1024;

/**
 * Colyseus passes the socket a view on its one encoder buffer. If the socket cannot take it all at once, the next patch
 * overwrites the waiting bytes, and a slow client reads states that never existed. So states are copied; all other
 * frames are fresh. A client that reads nothing is cut off before it fills the memory, and reconnects to a whole state.
 */
export function sendSafely(client: WebSocketClient): void {
  const { ref } = client;
  const send = client.raw.bind(client);
  const close = ref.close.bind(ref);
  const gathered = new GatheredFrames(ref);
  client.raw = (data, options, done) => {
    if (ref.bufferedAmount + gathered.bytes > MOST_BUFFERED_BYTES) return ref.terminate();
    if (done === undefined) return gathered.add(isState(data) ? Uint8Array.prototype.slice.call(data) : data);
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

// Frames sent in one turn of the event loop, microtasks included, leave in one piece, because
// a write costs more than playing the move: private part, patch, events and answer.

/** A whole message of bytes. */
const BINARY = 0x82;

const LONG = 126;
const LONGER = 127;
const MOST_OF_LONG = 0xffff;

class GatheredFrames {
  private readonly ref: WebSocket;
  private frames: Uint8Array[] = [];
  private waiting = 0;

  constructor(ref: WebSocket) {
    this.ref = ref;
  }

  /** How many bytes wait to leave. */
  get bytes(): number {
    return this.waiting;
  }

  add(data: Uint8Array): void {
    this.waiting += data.length;
    if (this.frames.push(data) === 1) process.nextTick(() => this.send());
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

/** As RFC 6455 frames what a server sends. */
function inOnePiece(frames: readonly Uint8Array[]): Buffer {
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

/** Packs what each seat is told. All connections of a seat were told the same, so one message serves them all. */
export class SeatMessages {
  private readonly told = new Map<number, Told>();

  /** What has changed for a seat since its connections were told last. */
  next(now: Private): Uint8Array {
    const was = this.told.get(now.seat) ?? NOTHING_TOLD;
    this.told.set(now.seat, toldAfter(was, now));
    return packMessage(MESSAGES.private, privateMessage(was, now));
  }

  /** The whole part, for a new connection. It also brings the list of moves from which the next message will differ. */
  whole(now: Private): Uint8Array {
    const told = toldAfter(this.told.get(now.seat) ?? NOTHING_TOLD, now);
    if (!this.told.has(now.seat)) this.told.set(now.seat, told);
    return packMessage(MESSAGES.private, privateMessage(NOTHING_TOLD, now, told));
  }
}
