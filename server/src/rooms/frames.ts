/**
 * What a client may send in a room, taken from the wire by hand. Colyseus' own dispatcher closes the connection on an
 * unknown message, answers broken requests with its internal error text, and runs handlers for messages that expect no
 * answer; here a request gets exactly one typed answer and everything else is ignored.
 */
import { type Client, getMessageBytes, Protocol } from '@colyseus/core';
import { decode } from '@colyseus/schema';
import { type ActionName, type Answer, actions, refusal } from '@flower-war/protocol';
import { unpack } from 'msgpackr';

const CODE_MASK = 0x1f;
const STATUS_OK = 0;
/** Frames that carry the connection itself; Colyseus handles them. */
const HOUSEKEEPING: readonly number[] = [Protocol.JOIN_ROOM, Protocol.LEAVE_ROOM, Protocol.PING];

export interface Request {
  readonly requestId: number;
  readonly name: string;
  /** `undefined` when the payload cannot be decoded. */
  readonly payload: unknown;
}

export function isHousekeeping(frame: Uint8Array): boolean {
  return HOUSEKEEPING.includes((frame[0] ?? 0) & CODE_MASK);
}

/** The request in a frame; nothing if the frame is none, or too broken to say which request it is. */
export function readRequest(frame: Buffer): Request | undefined {
  if (((frame[0] ?? 0) & CODE_MASK) !== Protocol.ROOM_REQUEST) return undefined;
  const it = { offset: 1 };
  let requestId: unknown;
  try {
    requestId = decode.number(frame, it);
    if (!Number.isInteger(requestId) || it.offset > frame.length) return undefined;
    const name = decode.stringCheck(frame, it) ? decode.string(frame, it) : String(decode.number(frame, it));
    const payload: unknown = frame.byteLength > it.offset ? unpack(frame.subarray(it.offset)) : undefined;
    return { requestId: requestId as number, name, payload };
  } catch {
    return Number.isInteger(requestId) ? { requestId: requestId as number, name: '', payload: undefined } : undefined;
  }
}

export function sendAnswer(client: Client, requestId: number, answer: Answer): void {
  client.enqueueRaw(getMessageBytes[Protocol.ROOM_RESPONSE](requestId, STATUS_OK, answer));
}

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}

export function rejected(...args: Parameters<typeof refusal>): Answer {
  return { kind: 'rejected', ...refusal(...args) };
}
