/** The frames of a room, in both directions: docs/socket.md tells each. */
import { REQUESTS } from '@flower-war/protocol/names';
import { unpack } from 'msgpackr/unpack';
import { FrameReader } from './frameReader.ts';
import { pack } from './pack.ts';

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
