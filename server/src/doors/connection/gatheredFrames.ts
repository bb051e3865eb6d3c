/**
 * The frames that one callback of the event loop sends on a connection, with all promises that it settles. They leave in one piece,
 * because a write costs more than playing the move: private part, patch, events and answer.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** A whole message of bytes. */
const BINARY = 0x82;
const LONG = 126;
const LONGER = 127;
const MOST_OF_LONG = 0xffff;

export class GatheredFrames {
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
