/** One connection with a room, from its first byte to its end. It never comes back: LastingConnection makes the next. */
import { Decoder, Reflection } from '@colyseus/schema';
import type { Connection } from '@flower-war/protocol';
import { MOST_FRAME_BYTES, PROTOCOL, plainState } from '@flower-war/protocol/names';
import { JOIN_FRAME, type News, PING_FRAME, readFrame, requestFrame } from './frames.ts';

/** Why a connection ended, or why no answer came over it. `code` is the one with which the server closed it. */
export class LostError extends Error {
  override readonly name = 'LostError';
  readonly code: number | undefined;

  constructor(message: string, { code, cause }: { readonly code?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** Nothing was sent. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const JOIN_WITHIN_MS = 10_000;

/** A server that said nothing for this long is asked, and must answer within the same time. */
const PING_AFTER_MS = 2500;

/** The code of a close says to the server that this client comes back. */
const COMING_BACK = 4010;

const OPEN = 1;

export class RoomSocket {
  /** Resolves when the server has let the client in; rejects if it did not. */
  readonly joined: Promise<void>;
  /** Resolves with the reason when the connection has ended. */
  readonly gone: Promise<LostError>;
  private readonly socket: AnySocket;
  private readonly inbox = new Inbox();
  private readonly requests = new Requests();
  private readonly listeners = new Map<string, (payload: never) => void>();
  private readonly stopListening: () => void;
  private onState: (state: never) => void = () => {};
  private onJoined: () => void = () => {};
  private onGone: (why: LostError) => void = () => {};
  private stopTimer: () => void = () => {};
  private refusal: LostError | undefined;
  private isGone = false;
  private isAsked = false;
  private heardAt = 0;

  constructor(address: string, WebSocket: SocketClass) {
    this.gone = new Promise((resolve) => {
      this.onGone = resolve;
    });
    this.joined = new Promise((resolve, reject) => {
      this.onJoined = resolve;
      void this.gone.then(reject);
    });
    this.joined.catch(() => {}); // a caller that waits for `gone` learns the same
    this.socket = this.listenTo(new WebSocket(address));
    this.stopListening = onNetwork('offline', () => this.drop('the device is offline'));
    const late = setTimeout(() => this.drop('the server did not answer in time'), JOIN_WITHIN_MS);
    this.stopTimer = () => clearTimeout(late);
  }

  /** Calls the listener with each message of this name. A message without a listener is one of a newer server. */
  onMessage<T>(name: string | number, listener: (payload: T) => void): void {
    this.listeners.set(String(name), listener);
  }

  /** Calls the listener with the state, as JSON, after each change. */
  onStateChange<T>(listener: (state: T) => void): void {
    this.onState = listener;
  }

  /** Lets the server begin to send, so listen before. */
  start(): void {
    this.send(JOIN_FRAME);
  }

  /**
   * Rejects if the connection ends before the answer comes, if no answer comes within this many milliseconds, and at what cannot be
   * sent. The server would end the connection at a frame that is too large.
   */
  async request<T>(name: string, payload: unknown, within?: number): Promise<T> {
    const id = this.requests.newId();
    const frame = requestFrame(id, name, payload);
    if (frame.length > MOST_FRAME_BYTES) throw new TooLargeError('This is more than a server reads (4 KB). Send less.');
    const answer = this.requests.answerTo(id, within);
    if (this.isGone) this.requests.fail(id, new LostError('the connection has ended'));
    else this.send(frame);
    return answer as Promise<T>;
  }

  /** Ends the connection at once. A close that waits for the other side would wait for ever on a half-open socket. */
  drop(why = 'the connection was closed here'): void {
    this.lose(new LostError(why));
  }

  private listenTo(socket: AnySocket): AnySocket {
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: { readonly data: unknown }) => this.hear(data);
    socket.onclose = ({ code }: { readonly code?: number }) => this.lose(this.refusal ?? closedWith(code));
    socket.onerror = () => {}; // `onclose` follows. Without a handler, the error would end a program that uses `ws`.
    return socket;
  }

  /** What this client does not understand ends the connection. Then the next one brings the whole state. */
  private hear(data: unknown): void {
    if (this.isGone || typeof data === 'string') return;
    this.isAsked = false;
    this.heardAt = performance.now();
    try {
      this.take(this.inbox.read(new Uint8Array(data as ArrayBuffer)));
    } catch (cause) {
      this.lose(new LostError('the server sent what this client cannot read', { cause }));
    }
  }

  private take(heard: Heard): void {
    switch (heard.kind) {
      case 'joined':
        return this.enter();
      case 'shown':
        return this.onState(heard.state as never);
      case 'message':
        return this.listeners.get(heard.name)?.(heard.payload as never);
      case 'answer':
        if (heard.isGiven) return this.requests.resolve(heard.request, heard.payload);
        return this.requests.fail(heard.request, new LostError('the server could not answer'));
      case 'error':
        this.refusal = new LostError(`the server ended the connection: ${heard.text}`, { code: heard.code });
        return;
      case 'leave':
        return this.drop('the server asked this client to leave');
      case 'pong':
      case 'unknown':
        return;
    }
  }

  private enter(): void {
    this.stopTimer();
    this.askAfter(PING_AFTER_MS);
    this.onJoined();
  }

  private askAfter(milliseconds: number): void {
    const timer = setTimeout(() => this.askIfSilent(), milliseconds);
    this.stopTimer = () => clearTimeout(timer);
  }

  /** Ends a silent connection, because a half-open socket does not say that it is dead. */
  private askIfSilent(): void {
    if (this.isAsked) return this.drop('the server has fallen silent');
    const left = this.heardAt + PING_AFTER_MS - performance.now();
    this.isAsked = left <= 0;
    if (this.isAsked) this.send(PING_FRAME);
    this.askAfter(this.isAsked ? PING_AFTER_MS : left);
  }

  /** A socket may throw where the connection breaks at this moment. */
  private send(frame: Uint8Array<ArrayBuffer>): void {
    if (this.socket.readyState !== OPEN) return;
    try {
      this.socket.send(frame);
    } catch (cause) {
      this.lose(new LostError('the connection takes no frame', { cause }));
    }
  }

  private lose(why: LostError): void {
    if (this.isGone) return;
    this.isGone = true;
    this.stopTimer();
    this.stopListening();
    this.requests.failAll(why);
    this.onGone(why);
    this.socket.close(COMING_BACK);
  }
}

function closedWith(code: number | undefined): LostError {
  const isBroken = code === undefined || code === 1006;
  const why = isBroken ? 'the connection broke' : `the server closed the connection with ${code}`;
  return new LostError(why, code === undefined ? {} : { code });
}

// The requests of one connection that have no answer yet.

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (why: Error) => void;
}

class Requests {
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  newId(): number {
    return ++this.last;
  }

  /** A promise of the answer. It rejects if no answer comes in time. */
  answerTo(id: number, within?: number): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    if (within === undefined) return answer;
    const timer = setTimeout(() => this.fail(id, new LostError(`no answer came within ${within} ms`)), within);
    return answer.finally(() => clearTimeout(timer));
  }

  resolve(id: number, answer: unknown): void {
    this.take(id)?.resolve(answer);
  }

  fail(id: number, why: LostError): void {
    this.take(id)?.reject(why);
  }

  failAll(why: LostError): void {
    for (const id of [...this.waiting.keys()]) this.fail(id, why);
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}

/** The part of a WebSocket that this client uses. Those of browsers, Node, Deno, Bun, React Native, `ws` and undici fit. */
export interface AnySocket {
  binaryType: string;
  readonly readyState: number;
  // Each library has its own types of events, so only the code that assigns a handler knows what it takes.
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
  /** Sends a binary frame. */
  send(frame: Uint8Array<ArrayBuffer>): void;
  /** Ends the connection. */
  close(code?: number): void;
}

/** The class of such sockets, which opens a connection when it is made. */
export type SocketClass = new (url: string) => AnySocket;

/** Browsers say when the device loses its network or gets it back. Elsewhere nothing is ever said. */

interface Page {
  addEventListener?(name: string, listener: () => void): void;
  removeEventListener?(name: string, listener: () => void): void;
}

/** Calls the listener until the returned function is called. */
export function onNetwork(change: 'online' | 'offline', listener: () => void): () => void {
  const page = globalThis as Page;
  page.addEventListener?.(change, listener);
  return () => page.removeEventListener?.(change, listener);
}

/** Where a room is. Only the answer says it, because a room may have moved: `url` serves if the answer names no host. */
export function socketAddress(url: string, { publicAddress, processId, roomId, sessionId }: Connection): string {
  const [, secure = '', host = ''] = /^http(s?):\/\/(.*?)\/*$/i.exec(url) ?? [];
  const path = [processId, roomId].map(encodeURIComponent).join('/');
  const query = `sessionId=${encodeURIComponent(sessionId)}&protocol=${PROTOCOL}`;
  return `ws${secure.toLowerCase()}://${publicAddress ?? host}/${path}?${query}`;
}

// Understands what comes over one connection.

export type Heard = News | { readonly kind: 'shown'; readonly state: unknown };

export class Inbox {
  private state: StateReader | undefined;

  /** Throws if the frame cannot be read. From then on the state would be wrong, so the connection must end. */
  read(bytes: Uint8Array): Heard {
    const frame = readFrame(bytes);
    switch (frame.kind) {
      case 'state':
        return { kind: 'shown', state: this.known().whole(frame.bytes) };
      case 'patch':
        return { kind: 'shown', state: this.known().patched(frame.bytes) };
      case 'joined':
        this.state = new StateReader(frame.reflection);
        return frame;
      default:
        return frame;
    }
  }

  private known(): StateReader {
    if (this.state === undefined) throw new Error('a state came before its description');
    return this.state;
  }
}

// Keeps the state of a room, which comes whole once and then in patches.

/** Throws at a structure that it does not know. The library would skip it, so that a wrong state would be shown. */
class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

class StateReader {
  private readonly reflection: Uint8Array;
  private decoder: Decoder | undefined;

  constructor(reflection: Uint8Array) {
    this.reflection = reflection;
  }

  /** The whole state, which replaces all that came before. Throws if it cannot be read. */
  whole(bytes: Uint8Array): unknown {
    const { state, context } = Reflection.decode(this.reflection);
    this.decoder = new StrictDecoder(state, context);
    return this.patched(bytes);
  }

  /** The state with a patch. Throws if the patch cannot be read. */
  patched(bytes: Uint8Array): unknown {
    if (this.decoder === undefined) throw new Error('a patch came before the state');
    const it = { offset: 0 };
    this.decoder.decode(bytes, it);
    if (it.offset !== bytes.length) throw new Error('the state ends too soon');
    return plainState(this.decoder.state);
  }
}
