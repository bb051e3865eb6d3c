/** A recording as the lines of a file: each frame in hex, with what a reader must make of it. */
import { isDeepStrictEqual } from 'node:util';
import { Decoder, Reflection, type Schema } from '@colyseus/schema';
import { readFrame, TableReader } from '@flower-war/conformance';
import { afterPrivate, MESSAGES, NOTHING_TOLD, type PrivateMessage, REQUESTS } from '@flower-war/protocol';

export interface TappedFrame {
  readonly from: 'server' | 'client';
  readonly bytes: Buffer;
}

export interface Head {
  readonly about: string;
  /** Absent in the lobby. */
  readonly game?: string;
  /** Absent for a viewer without a seat. */
  readonly seat?: number;
}

export type Line = Readonly<Record<string, unknown>>;

export function transcriptOf(head: Head, log: readonly TappedFrame[]): readonly Line[] {
  const reading = new Reading(head.seat ?? 0);
  const lines = log.map(({ from, bytes }) => ({ from, hex: bytes.toString('hex'), ...reading.read(bytes) }));
  return [{ ...head, frames: lines.length }, ...lines, { end: reading.state }];
}

/** What a reader keeps from frame to frame. */
class Reading {
  state: unknown = {};
  private readonly seat: number;
  private table: TableReader | undefined;
  private told = NOTHING_TOLD;

  constructor(seat: number) {
    this.seat = seat;
  }

  read(bytes: Buffer): Line {
    const frame = readFrame(bytes);
    switch (frame.kind) {
      case 'join': {
        const { token, serializer, description } = frame;
        if (description.length === 0) return { kind: 'join' };
        this.table = new TableReader(description);
        return { kind: 'join', token, serializer, description: described(description) };
      }
      case 'state':
        return { kind: 'state', state: this.shown(frame.kind, frame.bytes) };
      case 'patch': {
        const before = this.state;
        return { kind: 'patch', merge: mergePatch(before, this.shown(frame.kind, frame.bytes)) };
      }
      case 'data':
        return { kind: 'message', ...this.message(Number(frame.name), frame.payload) };
      case 'answer':
        return { kind: 'answer', request: frame.request, status: 0, payload: frame.payload };
      case 'request':
        return {
          kind: 'request',
          request: frame.request,
          action: REQUESTS[Number(frame.name)],
          payload: frame.payload,
        };
      case 'ping':
      case 'leave':
        return { kind: frame.kind };
      case 'error':
        throw new Error(`the server says the error ${frame.code}: ${frame.text}`);
    }
  }

  private shown(kind: 'state' | 'patch', bytes: Buffer): unknown {
    if (this.table === undefined) throw new Error('a state came before its description');
    this.state = this.table.read(kind, bytes);
    return this.state;
  }

  private message(number: number, payload: unknown): Line {
    const message = Object.entries(MESSAGES).find((entry) => entry[1] === number)?.[0];
    if (number !== MESSAGES.private) return { message, payload };
    const next = afterPrivate(this.told, payload as PrivateMessage, this.seat);
    this.told = next.told;
    return { message, payload, own: next.shown };
  }
}

/** The library's own class of descriptions is a schema too. */
function described(description: Buffer): unknown {
  const decoder = new Decoder(new (Reflection as unknown as new () => Schema)());
  decoder.decode(description);
  return decoder.state.toJSON();
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The difference of two JSON values as a merge patch (RFC 7396): objects are merged, everything else is replaced. */
function mergePatch(before: unknown, after: unknown): unknown {
  if (!isFields(before) || !isFields(after)) return after;
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  const gone = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries([
    ...changed.map(([name, value]) => [name, mergePatch(before[name], value)]),
    ...gone.map((name) => [name, null]),
  ]);
}

export function merged(before: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const was = isFields(before) ? before : {};
  const kept = Object.entries(was).filter(([name]) => patch[name] !== null);
  const changed = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...changed.map(([name, value]) => [name, merged(was[name], value)])]);
}
