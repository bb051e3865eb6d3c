/** One connection with a room. It reads every frame that comes, as the SDK does, and asks a server that fell silent. */
import { Decoder, Reflection, type Schema, type TypeContext } from '@colyseus/schema';
import type { AnySocket, SocketClass } from '@flower-war/client';
import { JOIN_FRAME, PING_FRAME, readFrame, requestFrame, socketAddress } from '@flower-war/client/testing';
import { WebSocket } from 'k6/websockets';
import type { Connection as Address } from '@flower-war/protocol';
import { now, PLAN } from './user.ts';

export interface Listener<S> {
  /** The state came, or changed. */
  shown(state: S): void;
  /** Takes a patch instead of reading it, and may read it. */
  patch?(bytes: Uint8Array, read: () => void): void;
  message(name: string, payload: unknown): void;
  answer(request: number, payload: unknown): void;
  /** The connection ended although this side did not end it. */
  lost(why: string): void;
}

/** The SDK asks after this silence, and gives the connection up after as long again. */
const ASK_AFTER_MS = 2500;
const LOOK_EVERY_MS = 500;
/** Says to the server that this client comes back. */
const COMING_BACK = 4010;

export class Connection<S> {
  private readonly socket: AnySocket;
  private readonly listener: Listener<S>;
  private state: State<S> | undefined;
  /** When the frame that is being read arrived. */
  readAt = now();
  private requests = 0;
  private heardAt = now();
  private isAsked = false;
  private isEnded = false;

  constructor(address: Address, listener: Listener<S>) {
    this.listener = listener;
    this.socket = new (WebSocket as unknown as SocketClass)(socketAddress(PLAN.url, address));
    this.socket.binaryType = 'arraybuffer';
    this.socket.onmessage = ({ data }: { readonly data: unknown }) => this.hear(data);
    this.socket.onerror = ({ error }: { readonly error: unknown }) => this.lose(`the socket failed: ${error}`);
    this.socket.onclose = ({ code }: { readonly code: number }) =>
      this.lose(`the server closed the socket with ${code}`);
    open.add(this as Connection<unknown>);
  }

  /** Returns the id under which the answer comes. */
  request(name: string, payload: unknown): number {
    const id = ++this.requests;
    this.send(requestFrame(id, name, payload));
    return id;
  }

  /** Ends the connection as the SDK does when it loses faith in it: it does not wait for the server. */
  cut(): void {
    if (!this.isEnded) this.socket.close(COMING_BACK);
    this.end();
  }

  askIfSilent(at: number): void {
    if (at - this.heardAt < ASK_AFTER_MS) return;
    if (this.isAsked) return this.lose('the server has fallen silent');
    this.isAsked = true;
    this.heardAt = at;
    this.send(PING_FRAME);
  }

  private hear(data: unknown): void {
    if (this.isEnded || !(data instanceof ArrayBuffer)) return;
    this.isAsked = false;
    const at = now();
    this.heardAt = at;
    const bytes = new Uint8Array(data);
    if (bytes[0] === JOINED) this.send(JOIN_FRAME); // the server waits for it
    if (kept !== undefined) kept.push(() => this.read(bytes, at));
    else this.read(bytes, at);
  }

  private read(bytes: Uint8Array, at: number): void {
    if (this.isEnded) return;
    this.readAt = at;
    try {
      this.take(bytes);
    } catch (error) {
      this.lose(`a frame cannot be read: ${error}`);
    }
  }

  /** A client may pass over `events`, which tell for animation what the table holds anyway: this one does not unpack them. */
  private take(bytes: Uint8Array): void {
    if (bytes[0] === DATA && bytes[1] === EVENTS) return;
    const frame = readFrame(bytes);
    switch (frame.kind) {
      case 'joined':
        this.state = new State(frame.reflection);
        return;
      case 'patch':
        if (this.listener.patch !== undefined) return this.listener.patch(frame.bytes, () => this.show(frame.bytes));
        return this.show(frame.bytes);
      case 'state':
        return this.show(frame.bytes);
      case 'message':
        return this.listener.message(frame.name, frame.payload);
      case 'answer':
        return this.listener.answer(frame.request, frame.payload);
      case 'error':
        return this.lose(`the server ended the connection: ${frame.text}`);
      case 'leave':
      case 'pong':
      case 'unknown':
        return;
    }
  }

  private show(bytes: Uint8Array): void {
    if (this.state === undefined) throw new Error('a state came before its description');
    this.listener.shown(this.state.read(bytes));
  }

  /** A frame for a socket that is not open is lost, as in the SDK: what has no answer is sent again later. */
  private send(frame: Uint8Array<ArrayBuffer>): void {
    if (this.socket.readyState === OPEN) this.socket.send(frame);
  }

  private lose(why: string): void {
    if (this.isEnded) return;
    this.cut();
    this.listener.lost(why);
  }

  private end(): void {
    this.isEnded = true;
    open.delete(this as Connection<unknown>);
  }
}

const OPEN = 1;
const JOINED = 0x0a;
const DATA = 0x0d;
const EVENTS = 1;

/** The open connections of this virtual user: one timer looks after all. */
const open = new Set<Connection<unknown>>();

/** Asks silent servers, until the returned function is called, which ends all connections. */
export function watchingSilence(): () => void {
  const timer = setInterval(() => {
    const at = now();
    for (const one of [...open]) one.askIfSilent(at);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const one of [...open]) one.cut();
  };
}

/**
 * While many come back at once, a crowd keeps the frames that it gets, and reads them afterwards, in their order. Each of its
 * players stands for a device with a processor of its own; k6 has one for all, and would read the tables of some while the
 * others wait for a seat.
 */
let kept: (() => void)[] | undefined;

/** From now on frames are kept, until the returned function is called, which reads them. */
export function keepFrames(): () => void {
  kept = [];
  return () => {
    const all = kept ?? [];
    kept = undefined;
    for (const read of all) read();
  };
}

interface Shape {
  readonly context: TypeContext;
  readonly Root: new () => Schema;
}

/** All rooms of a game describe their state in the same bytes. Reading a description costs more than many patches. */
const known = new Map<string, Shape>();

/** Throws at a structure that it does not know. The library would skip it, so that a wrong state would be shown. */
class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

/** Reads the state of a room with the library that wrote it. */
class State<S> {
  private readonly decoder: Decoder;

  constructor(description: Uint8Array) {
    const { context, Root } = shapeOf(description);
    this.decoder = new StrictDecoder(new Root(), context);
  }

  read(bytes: Uint8Array): S {
    const it = { offset: 0 };
    this.decoder.decode(bytes, it);
    if (it.offset !== bytes.length) throw new Error('the state ends too soon');
    return this.decoder.state as S;
  }
}

function shapeOf(description: Uint8Array): Shape {
  const key = textOf(description);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { state, context } = Reflection.decode(description.slice());
  const shape = { context, Root: state.constructor as new () => Schema };
  known.set(key, shape);
  return shape;
}

/** The bytes as a text, one letter for each. k6 makes and compares texts ten times faster than it compares bytes in a loop. */
export function textOf(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]); // with dots it would take thirty times as long
}
