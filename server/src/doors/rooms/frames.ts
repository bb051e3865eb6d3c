/**
 * Reads the frames that clients send in a room. Colyseus' own dispatcher closes the connection on an unknown message,
 * answers broken requests with its internal error text, and runs handlers for messages that expect no answer. Here a
 * request gets exactly one typed answer, and other frames are ignored.
 */
import { type Client, getMessageBytes, Protocol } from '@colyseus/core';
import { decode } from '@colyseus/schema';
import {
  type ActionName,
  type Answer,
  actions,
  type LinkAnswer,
  REQUESTS,
  type Refusal,
  refusal,
} from '@flower-war/protocol';
import { unpack } from 'msgpackr';
import type { z } from 'zod';
import { amissIn } from '../../base/refused.ts';

const CODE_MASK = 0x1f;
const STATUS_OK = 0;
/** The first byte of a string of up to 31 bytes, with the length in the low bits. */
const SHORT_STRING = 0xa0;
const LONGEST_NAME = 31;
/** Frames that carry the connection itself; Colyseus handles them. */
const HOUSEKEEPING: readonly number[] = [Protocol.JOIN_ROOM, Protocol.LEAVE_ROOM, Protocol.PING];

export interface Request {
  readonly requestId: number;
  readonly name: string;
  /** `undefined` if the payload cannot be decoded. */
  readonly payload: unknown;
}

export function isHousekeeping(frame: Uint8Array): boolean {
  return HOUSEKEEPING.includes((frame[0] ?? 0) & CODE_MASK);
}

/** Whether the client says that it listens. */
export function isJoin(frame: Uint8Array): boolean {
  return ((frame[0] ?? 0) & CODE_MASK) === Protocol.JOIN_ROOM;
}

/** Whether the frame is a message of the room, and no answer. */
export function isMessage(frame: Uint8Array): boolean {
  return ((frame[0] ?? 0) & CODE_MASK) === Protocol.ROOM_DATA;
}

/** The request in a frame. Undefined if the frame is not a request, or has no readable request id. */
export function readRequest(frame: Buffer): Request | undefined {
  if (((frame[0] ?? 0) & CODE_MASK) !== Protocol.ROOM_REQUEST) return undefined;
  const it = { offset: 1 };
  const requestId = readId(frame, it);
  if (requestId === undefined) return undefined;
  const name = readName(frame, it);
  return { requestId, name, payload: readPayload(frame.subarray(it.offset)) };
}

function readId(frame: Buffer, it: { offset: number }): number | undefined {
  try {
    const id = decode.number(frame, it);
    return Number.isInteger(id) && it.offset <= frame.length ? id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the name by hand, since the library writes every bad byte to the console. The name is a short string, or the
 * number of a request.
 */
function readName(frame: Buffer, it: { offset: number }): string {
  const first = frame[it.offset] ?? 0;
  if (first < REQUESTS.length) {
    it.offset++;
    return REQUESTS[first] ?? '';
  }
  const length = first ^ SHORT_STRING;
  if (length > LONGEST_NAME) return '';
  const start = it.offset + 1;
  it.offset = start + length;
  return frame.toString('utf8', start, it.offset);
}

function readPayload(bytes: Buffer): unknown {
  try {
    return bytes.length > 0 ? unpack(bytes) : undefined;
  } catch {
    return undefined;
  }
}

export function sendAnswer(client: Client, requestId: number, answer: Answer | LinkAnswer): void {
  client.enqueueRaw(getMessageBytes[Protocol.ROOM_RESPONSE](requestId, STATUS_OK, answer));
}

type Rejected = { readonly kind: 'rejected' } & Refusal;

/** Packs a message once, to send it to many clients. */
export function packMessage(type: number, payload: unknown): Uint8Array {
  return getMessageBytes.raw(Protocol.ROOM_DATA, type, payload);
}

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}

export function badRequest(error: z.ZodError): Rejected {
  const { reason, detail } = amissIn(error, 'payload');
  return rejected('bad-request', reason, detail);
}

export function rejected(...args: Parameters<typeof refusal>): Rejected {
  return { kind: 'rejected', ...refusal(...args) };
}
