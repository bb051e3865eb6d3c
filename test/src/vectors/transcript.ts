/** A recording as the lines of a file: each frame in hex, with what a reader must make of it. */
import { Decoder, decode, Reflection, type Schema } from '@colyseus/schema';
import {
  afterPrivate,
  MESSAGES,
  NOTHING_TOLD,
  type PrivateMessage,
  plainState,
  REQUESTS,
  type Told,
} from '@flower-war/protocol';
import { unpack } from 'msgpackr';
import { FRAME } from '../support/sockets/rawClient.ts';
import { mergePatch } from './mergePatch.ts';
import type { Wire } from './recordingClient.ts';

export interface Head {
  readonly about: string;
  /** Absent in the lobby. */
  readonly game?: string;
  /** Absent for a viewer without a seat. */
  readonly seat?: number;
}

/** The library's own class of descriptions, which is a schema too. */
const Described = Reflection as unknown as new () => Schema;

export type Line = Readonly<Record<string, unknown>>;

/** What a reader keeps from frame to frame. */
interface Reading {
  readonly seat: number;
  decoder?: Decoder;
  reflection: Uint8Array;
  state: unknown;
  told: Told;
}

export function transcriptOf(head: Head, log: readonly Wire[]): readonly Line[] {
  const reading: Reading = { seat: head.seat ?? 0, reflection: new Uint8Array(), state: {}, told: NOTHING_TOLD };
  const lines = log.map(({ from, bytes }) => ({
    from,
    hex: Buffer.from(bytes).toString('hex'),
    ...(from === 'server' ? heard(reading, bytes) : said(bytes)),
  }));
  return [{ ...head, frames: lines.length }, ...lines, { end: reading.state }];
}

function said(bytes: Uint8Array): Line {
  const [kind, request, action = 0] = bytes;
  if (kind === FRAME.join) return { kind: 'join' };
  if (kind === FRAME.ping) return { kind: 'ping' };
  if (kind === FRAME.leave) return { kind: 'leave' };
  return { kind: 'request', request, action: REQUESTS[action], payload: unpack(bytes.subarray(3)) };
}

function heard(reading: Reading, bytes: Uint8Array): Line {
  switch (bytes[0]) {
    case FRAME.join:
      return joined(reading, bytes);
    case FRAME.state: {
      reading.decoder = Reflection.decode(reading.reflection);
      return { kind: 'state', state: shown(reading, bytes) };
    }
    case FRAME.patch: {
      const before = reading.state;
      return { kind: 'patch', merge: mergePatch(before, shown(reading, bytes)) };
    }
    case FRAME.data:
      return { kind: 'message', ...message(reading, bytes) };
    case FRAME.response:
      return { kind: 'answer', request: bytes[1], status: bytes[2], payload: unpack(bytes.subarray(3)) };
    default:
      throw new Error(`no recording has a frame that begins with ${bytes[0]}`);
  }
}

function joined(reading: Reading, bytes: Uint8Array): Line {
  const it = { offset: 1 };
  const shortText = () => {
    const length = bytes[it.offset++] ?? 0;
    it.offset += length;
    return Buffer.from(bytes).toString('latin1', it.offset - length, it.offset);
  };
  const [token, serializer] = [shortText(), shortText()];
  const length = decode.number(bytes, it);
  reading.reflection = bytes.subarray(it.offset, it.offset + length);
  const described = new Decoder(new Described());
  described.decode(reading.reflection);
  return { kind: 'join', token, serializer, description: described.state.toJSON() };
}

/** The table after a frame, as plain data. */
function shown(reading: Reading, bytes: Uint8Array): unknown {
  if (reading.decoder === undefined) throw new Error('a patch came before the whole state');
  reading.decoder.decode(bytes, { offset: 1 });
  reading.state = plainState(reading.decoder.state);
  return reading.state;
}

function message(reading: Reading, bytes: Uint8Array): Line {
  const number = bytes[1];
  const payload: unknown = unpack(bytes.subarray(2));
  const name = Object.entries(MESSAGES).find((entry) => entry[1] === number)?.[0];
  if (number !== MESSAGES.private) return { message: name, payload };
  const next = afterPrivate(reading.told, payload as PrivateMessage, reading.seat);
  reading.told = next.told;
  return { message: name, payload, own: next.shown };
}
