/** What each HTTP listener of the house keeps to: the server, its address for other processes, and the front door. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer, type Socket } from 'node:net';
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

// Networks and ports: which connections are counted together, by address and by network, and where a server may listen.

export interface Network {
  /** What one household, phone or rented machine has: one IPv4 address, or a /64 of IPv6. */
  readonly own: string;
  /** What one customer of a provider can have: a /24 of IPv4, or a /48 of IPv6. */
  readonly wide: string;
}

const BYTE = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

export function networkOf(address: string): Network {
  const v4 = ipv4In(address);
  if (v4 !== undefined) return { own: v4, wide: `${v4.split('.').slice(0, 3).join('.')}.0/24` };
  const groups = groupsOf(address);
  // All devices on one cable share the same link-local network.
  if (/^fe[89ab]/.test(groups[0] ?? '')) return { own: groups.join(':'), wide: 'fe80::/64' };
  return { own: `${groups.slice(0, 4).join(':')}::/64`, wide: `${groups.slice(0, 3).join(':')}::/48` };
}

/** The groups of one client, from the widest to the narrowest: its network, its address, and the client itself. */
export function whoseAt(address: string, who: string): readonly string[] {
  const { wide, own } = networkOf(address);
  return [wide, own, who];
}

/** The key under which limits count an address. */
export function addressKey(address: string): string {
  return networkOf(address).own;
}

/** The IPv4 address in a text. It may be written as IPv6, in any spelling. */
function ipv4In(address: string): string | undefined {
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  if (groups.length !== 8 || groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups.slice(6).flatMap(bytesIn).join('.');
}

function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => BYTE.test(part));
}

function bytesIn(group: string): readonly number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 0xff];
}

/** The eight groups of an IPv6 address, `::` written out, zeros left off, and the end in hex. */
function groupsOf(address: string): readonly string[] {
  const plain = address
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/[\d.]+$/, inHex);
  const [head = '', tail] = plain.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** `1.2.3.4` as `102:304`; anything else as it is. */
function inHex(text: string): string {
  if (!isIPv4(text)) return text;
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

// Ports for servers that start on this machine, and come back to the same port after a restart.

/**
 * Systems give outgoing connections a port from 32768 on, and port 0 takes one of these too. A port below cannot be taken by
 * a connection while its server is away.
 */
const [LOWEST, ABOVE] = [10_000, 32_768];

const TRIES = 100;

/** A port of 127.0.0.1 on which nothing listens. No other process is given it before this one ends. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, ABOVE);
    if ((await isKept(port)) && (await isFree(port))) return port;
  }
  throw new Error(`none of ${TRIES} ports between ${LOWEST} and ${ABOVE} is free on 127.0.0.1`);
}

/**
 * Keeps a port for what this process starts on it, now or later. UDP has ports of its own, so a server still finds this one
 * free; but another who asks for a port is given another one, until the system lets go of it with the process.
 */
async function isKept(port: number): Promise<boolean> {
  const keeper = createSocket('udp4').unref();
  try {
    await once(keeper.bind({ port, address: '127.0.0.1', exclusive: true }), 'listening');
    return true;
  } catch {
    keeper.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
