/** The frames of a room, in both directions: docs/socket.md tells each. */
import { REQUESTS } from '@flower-war/protocol/names';
import { unpack } from 'msgpackr/unpack';

const CODE = {
  join: 0x0a,
  error: 0x0b,
  leave: 0x0c,
  data: 0x0d,
  state: 0x0e,
  patch: 0x0f,
  ping: 0x12,
  request: 0x15,
  answer: 0x16,
} as const;

/** What needs nothing but its own bytes to be understood. */
export type News =
  | { readonly kind: 'joined'; readonly reflection: Uint8Array }
  | { readonly kind: 'error'; readonly code: number; readonly text: string }
  | { readonly kind: 'leave' }
  | { readonly kind: 'message'; readonly name: string; readonly payload: unknown }
  | { readonly kind: 'pong' }
  | { readonly kind: 'answer'; readonly request: number; readonly isGiven: boolean; readonly payload: unknown }
  /** Of a newer server. */
  | { readonly kind: 'unknown' };

/** The state needs what came before. */
type StateFrame = { readonly kind: 'state' | 'patch'; readonly bytes: Uint8Array };

/** Throws if the frame cannot be read. */
export function readFrame(bytes: Uint8Array): News | StateFrame {
  const frame = new FrameReader(bytes);
  switch (frame.byte()) {
    case CODE.join:
      return readJoined(frame);
    case CODE.error:
      return { kind: 'error', code: frame.number(), text: frame.name() };
    case CODE.leave:
      return { kind: 'leave' };
    case CODE.data:
      return { kind: 'message', name: frame.name(), payload: readPayload(frame) };
    case CODE.state:
      return { kind: 'state', bytes: frame.rest() };
    case CODE.patch:
      return { kind: 'patch', bytes: frame.rest() };
    case CODE.ping:
      return { kind: 'pong' };
    case CODE.answer:
      return { kind: 'answer', request: frame.number(), isGiven: frame.byte() === 0, payload: readPayload(frame) };
    default:
      return { kind: 'unknown' };
  }
}

/** A token for coming back and the name of a serializer, which this client does not need, and the shape of the state. */
function readJoined(frame: FrameReader): News {
  frame.text(frame.byte());
  frame.text(frame.byte());
  return { kind: 'joined', reflection: frame.take(frame.number()) };
}

function readPayload(frame: FrameReader): unknown {
  const bytes = frame.rest();
  return bytes.length === 0 ? undefined : unpack(bytes);
}

export const JOIN_FRAME = Uint8Array.of(CODE.join);
export const PING_FRAME = Uint8Array.of(CODE.ping);

export function requestFrame(request: number, name: string, payload: unknown): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([CODE.request, ...numberBytes(request), ...nameBytes(name), ...pack(payload)]);
}

/** The number of the name if it has one. Other names have at most 31 bytes of ASCII. */
function nameBytes(name: string): readonly number[] {
  const number = (REQUESTS as readonly string[]).indexOf(name);
  if (number >= 0) return [number];
  return [0xa0 | name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))];
}

function numberBytes(value: number): readonly number[] {
  if (value < 0x80) return [value];
  return [0xce, value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}

// Reads a frame. Its numbers and names are written like msgpack, but little-endian.

class FrameReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('the frame ends too soon');
    return byte;
  }

  number(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const wide = { 204: 1, 205: 2, 206: 4 }[first];
    if (wide === undefined) throw new Error(`a number cannot begin with ${first}`);
    let value = 0;
    for (let place = 0; place < wide; place++) value += this.byte() * 2 ** (8 * place);
    return value;
  }

  /** A name, or a number in its place. */
  name(): string {
    const first = this.byte();
    if (first >= 0xa0 && first < 0xc0) return this.text(first & 0x1f);
    if (first === 0xd9) return this.text(this.byte());
    this.at--;
    return String(this.number());
  }

  /** All names are ASCII. */
  text(length: number): string {
    return String.fromCharCode(...this.take(length));
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new Error('the frame ends too soon');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  rest(): Uint8Array {
    return this.take(this.bytes.length - this.at);
  }
}

// Writes a value of JSON as msgpack. The packer of msgpackr is ten times as large.

const UTF8 = new TextEncoder();

export function pack(value: unknown): readonly number[] {
  const bytes: number[] = [];
  write(bytes, value);
  return bytes;
}

function write(to: number[], value: unknown): void {
  if (value === null || value === undefined) to.push(0xc0);
  else if (typeof value === 'boolean') to.push(value ? 0xc3 : 0xc2);
  else if (typeof value === 'number') writeNumber(to, value);
  else if (typeof value === 'string') writeText(to, value);
  else if (Array.isArray(value)) writeList(to, value);
  else if (typeof value === 'object') writeObject(to, value);
  else throw new TypeError(`a ${typeof value} cannot be sent`);
}

function writeNumber(to: number[], value: number): void {
  if (!Number.isInteger(value) || value < -0x20 || value > 0xffffffff || Object.is(value, -0)) writeFloat(to, value);
  else if (value < 0x80) to.push(value & 0xff);
  else writeSize(to, value, [0xcc, 0xcd, 0xce]);
}

function writeFloat(to: number[], value: number): void {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  to.push(0xcb, ...new Uint8Array(view.buffer));
}

function writeText(to: number[], text: string): void {
  const bytes = UTF8.encode(text);
  if (bytes.length < 0x20) to.push(0xa0 | bytes.length);
  else writeSize(to, bytes.length, [0xd9, 0xda, 0xdb]);
  for (const byte of bytes) to.push(byte);
}

function writeList(to: number[], items: readonly unknown[]): void {
  if (items.length < 0x10) to.push(0x90 | items.length);
  else writeSize(to, items.length, [undefined, 0xdc, 0xdd]);
  for (const item of items) write(to, item);
}

/** Leaves out what is `undefined`, as JSON does. */
function writeObject(to: number[], value: object): void {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length < 0x10) to.push(0x80 | fields.length);
  else writeSize(to, fields.length, [undefined, 0xde, 0xdf]);
  for (const [name, field] of fields) {
    writeText(to, name);
    write(to, field);
  }
}

/** A size in one, two or four bytes, whichever is the first that fits and has a prefix. */
function writeSize(to: number[], size: number, [one, two, four]: readonly (number | undefined)[]): void {
  if (one !== undefined && size < 0x100) to.push(one, size);
  else if (two !== undefined && size < 0x10000) to.push(two, size >>> 8, size & 0xff);
  else if (four !== undefined) to.push(four, size >>> 24, (size >>> 16) & 0xff, (size >>> 8) & 0xff, size & 0xff);
}
