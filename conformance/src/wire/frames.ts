/** The frames of a room, and the state in them: docs/socket.md tells each. Reads strictly: all that is not documented throws. */
import { Decoder, Reflection } from '@colyseus/schema';
import { plainState, type TableJson } from '@flower-war/protocol';
import { pack, unpack } from 'msgpackr';

export const FRAME = {
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

export type Frame =
  | { readonly kind: 'join'; readonly token: string; readonly serializer: string; readonly description: Buffer }
  | { readonly kind: 'error'; readonly code: number; readonly text: string }
  | { readonly kind: 'leave' | 'ping' }
  | { readonly kind: 'state' | 'patch'; readonly bytes: Buffer }
  | { readonly kind: 'data'; readonly name: string; readonly payload: unknown }
  | { readonly kind: 'request'; readonly request: number; readonly name: string; readonly payload: unknown }
  | { readonly kind: 'answer'; readonly request: number; readonly payload: unknown };

/** Reads a frame of either side. */
export function readFrame(bytes: Buffer): Frame {
  const reader = new Reader(bytes);
  const code = reader.byte();
  switch (code) {
    case FRAME.join:
      if (bytes.length === 1) return { kind: 'join', token: '', serializer: '', description: Buffer.alloc(0) };
      return {
        kind: 'join',
        token: reader.take(reader.byte()).toString(),
        serializer: reader.take(reader.byte()).toString(),
        description: reader.take(reader.number()),
      };
    case FRAME.error:
      return { kind: 'error', code: reader.number(), text: reader.name() };
    case FRAME.leave:
      return { kind: 'leave' };
    case FRAME.ping:
      return { kind: 'ping' };
    case FRAME.state:
    case FRAME.patch:
      return { kind: code === FRAME.state ? 'state' : 'patch', bytes: reader.rest() };
    case FRAME.data:
      return { kind: 'data', name: reader.name(), payload: payloadOf(reader) };
    case FRAME.request:
      return { kind: 'request', request: reader.number(), name: reader.name(), payload: payloadOf(reader) };
    case FRAME.answer: {
      const request = reader.number();
      const status = reader.byte();
      if (status !== 0) throw new Error(`the answer has the status ${status}, where 0 is documented`);
      return { kind: 'answer', request, payload: payloadOf(reader) };
    }
    default:
      throw new Error(`no frame begins with ${code.toString(16)}`);
  }
}

function payloadOf(reader: Reader): unknown {
  const bytes = reader.rest();
  return bytes.length === 0 ? undefined : unpack(bytes);
}

class Reader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  number(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const width = { 204: 1, 205: 2, 206: 4 }[first];
    if (width === undefined) throw new Error(`no number begins with ${first.toString(16)}`);
    return this.take(width).readUIntLE(0, width);
  }

  /** A name, or a number in its place. */
  name(): string {
    const first = this.byte();
    if (first >= 0xa0 && first < 0xc0) return this.take(first & 0x1f).toString();
    if (first === 0xd9) return this.take(this.byte()).toString();
    this.at--;
    return String(this.number());
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new Error('the frame ends too soon');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  rest(): Buffer {
    return this.take(this.bytes.length - this.at);
  }
}

export function messageFrame(name: number, payload: unknown): Buffer {
  return Buffer.concat([Buffer.from([FRAME.data]), number(name), pack(payload)]);
}

export function answerFrame(request: number, payload: unknown): Buffer {
  return Buffer.concat([Buffer.from([FRAME.answer]), number(request), Buffer.from([0]), pack(payload)]);
}

/** A request names its action by its number or in full, so that a made-up name can be sent too. */
export function requestFrame(request: number, action: string | number, payload: unknown): Buffer {
  const name =
    typeof action === 'number' ? Buffer.from([action]) : Buffer.from([0xa0 | action.length, ...Buffer.from(action)]);
  const head = [Buffer.from([FRAME.request]), number(request), name];
  return Buffer.concat([...head, ...(payload === undefined ? [] : [pack(payload)])]);
}

function number(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value]);
  const wide = Buffer.from([0xce, 0, 0, 0, 0]);
  wide.writeUInt32LE(value, 1);
  return wide;
}

export type WireTable = TableJson<Readonly<Record<string, unknown>>>;

class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

/** Reads the table from its description, its whole state and its patches. */
export class TableReader {
  private readonly description: Buffer;
  private decoder: Decoder | undefined;

  constructor(description: Buffer) {
    this.description = description;
  }

  read(kind: 'state' | 'patch', bytes: Buffer): WireTable {
    if (kind === 'state') {
      const { state, context } = Reflection.decode(this.description);
      this.decoder = new StrictDecoder(state, context);
    }
    if (this.decoder === undefined) throw new Error('a patch came before the state');
    const it = { offset: 0 };
    this.decoder.decode(bytes, it);
    if (it.offset !== bytes.length) throw new Error('the state ends too soon');
    return plainState(this.decoder.state) as unknown as WireTable;
  }
}
