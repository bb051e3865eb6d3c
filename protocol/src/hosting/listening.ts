/** What each HTTP listener of the house keeps to: the server, its address for other processes, and the front door. */
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Code, refusal, statusOf } from '../wire/errors.ts';

/** This many requests of one connection may wait for the answers before them. Browsers and libraries send one at a time. */
const MOST_WAITING = 16;

export const LISTENING = {
  /** A client may offer other protocols (h2c). As HTTP demands, the offer is ignored and the request answered. */
  shouldUpgradeCallback: ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket',
  /**
   * A kept connection stays open so much longer than its client is told. A client that was busy, or stood still, would else
   * write its request into a connection that has just been closed, and could not know what became of it.
   */
  keepAliveTimeoutBuffer: 60_000,
};

/**
 * The path of a target, which may name a server before it, as if this were a proxy. Such a name must never become a part of
 * another address. A target that is not an address becomes one at which nothing is.
 */
export function pathIn(target = '/'): string {
  const [name] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target) ?? [];
  if (name === undefined) return target;
  if (!URL.canParse(target)) return '/%';
  const path = target.slice(name.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Answers the requests of a connection one by one: the next begins when the connection has taken the answer before. So a
 * caller who sends without reading costs one answer, and is let go of when too many wait.
 */
export function oneByOne(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>();
  const run = (...[request, response]: Parameters<RequestListener>) => {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined || socket.destroyed) waiting.delete(socket);
      else run(...next);
    });
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    request.url = pathIn(request.url);
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      run(request, response);
    } else if (line.length < MOST_WAITING) line.push([request, response]);
    else breakOff(socket);
  };
}

/**
 * Lets go of a caller and of all that has come from it. Node would parse thousands of requests in one piece to its end, which
 * takes longer than the answers before, and has no public way to stop.
 */
function breakOff(socket: Socket): void {
  (socket as { readonly parser?: { remove?(): void } }).parser?.remove?.();
  socket.destroy();
}

export interface Refusing {
  readonly code: Code;
  readonly reason?: string;
}

/** Answers a request for a socket by HTTP, since the socket is not open yet. */
export function refuseUpgrade(socket: Duplex, { code, reason }: Refusing): void {
  const body = JSON.stringify(refusal(code, reason));
  const status = statusOf(code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  letGo(socket).end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Ends the connection with the last byte of its answer. The other end may never close its half. */
export function letGo(socket: Duplex): Duplex {
  return socket.once('finish', () => socket.destroy());
}
