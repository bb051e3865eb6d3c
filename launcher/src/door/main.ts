/** The front door of several server processes: one port, which passes requests and sockets on. A process of its own. */
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { refusal, statusOf } from '@flower-war/protocol/errors';
import { letGo, LISTENING, oneByOne, pathIn, refuseUpgrade } from '@flower-war/protocol/hosting';
import { type Heard, type News, type Upstream, Upstreams } from './upstreams.ts';

if (process.argv.includes('--help')) process.exit(0);

const { HOST = '127.0.0.1', PORT = '2567', TRUST_PROXY = '0' } = process.env;
const upstreams = new Upstreams();
const door = { upstreams, isBehindProxy: TRUST_PROXY !== '0' };

const http = createServer(
  LISTENING,
  oneByOne((request, response) => new Forwarding(door, request, response).go()),
);
http.on('upgrade', (request, socket, head) => forwardUpgrade(door, { request, socket, head }));
// Later errors concern one connection: no file handle is free, for example.
http.on('error', (error: NodeJS.ErrnoException) => (http.listening ? undefined : end(explain(error))));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
process.on('message', ({ count, processes }: News) => {
  upstreams.tell(processes);
  process.send?.({ heard: count } satisfies Heard);
});
if (/^\d{1,5}$/.test(PORT) && Number(PORT) < 65536) http.listen(Number(PORT), HOST, tell);
else end('PORT must be a number from 0 to 65535.');

function tell(): void {
  const { address, port } = http.address() as AddressInfo;
  process.send?.({ address: `http://${address.includes(':') ? `[${address}]` : address}:${port}` });
}

function end(reason: string): void {
  console.error(reason);
  process.exit(1);
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return `Port ${PORT} of ${HOST} is taken: another program listens there, perhaps another npm start. Stop it, or start with another: PORT=2600 npm start`;
  return `The front door may not listen on ${HOST}:${PORT} (${message}). Choose another HOST or PORT.`;
}

// Passes requests and sockets on to a server process, and its answers back.

const IDEMPOTENT: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS'];
const agent = new Agent({ keepAlive: true });

/** What each process tells about itself, by its name: `/a/metrics`. */
const OWN = /^\/[^/?]+(\/metrics|\/health\/live|\/health\/ready)$/;

interface Door {
  readonly upstreams: Upstreams;
  /** Another proxy stands before the door, and names the address of its caller. */
  readonly isBehindProxy: boolean;
}

/** One request of a caller, which may try several processes. */
class Forwarding {
  private readonly door: Door;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly tried = new Set<Upstream>();

  constructor(door: Door, request: IncomingMessage, response: ServerResponse) {
    this.door = door;
    this.request = request;
    this.response = response;
  }

  /** Sends the request to the next process that may take it. */
  go(): void {
    const { url = '/' } = this.request;
    const [, own] = OWN.exec(url) ?? [];
    const named = own === undefined ? undefined : this.door.upstreams.named(url);
    const upstream = named ?? this.door.upstreams.leastBusy(this.tried);
    if (upstream === undefined || this.tried.has(upstream)) return this.refuse();
    this.tried.add(upstream);
    this.send(upstream, (named && own) ?? url);
  }

  private send(upstream: Upstream, path: string): void {
    const sent = this.open(upstream, path);
    upstream.open.add(sent);
    const leave = () => sent.destroy();
    this.response.once('close', leave);
    sent.once('close', () => {
      upstream.open.delete(sent);
      this.response.off('close', leave);
    });
    this.pass(sent);
  }

  private open({ port }: Upstream, path: string): ClientRequest {
    const { method = 'GET' } = this.request;
    const headers = [...requestHeaders(this.request, this.door.isBehindProxy), ...framing(this.request)];
    return send({ host: '127.0.0.1', port, method, path, headers, agent });
  }

  private pass(sent: ClientRequest): void {
    let isSent = false;
    // The body of a request can be read only once, so it waits until a process has taken the connection.
    const begin = () => {
      isSent = true;
      if (hasBody(this.request)) this.request.pipe(sent);
      else sent.end();
    };
    sent.once('socket', (socket) => (socket.connecting ? socket.once('connect', begin) : begin()));
    sent.once('response', (answer) => this.answer(answer));
    sent.once('error', () => this.fail(isSent));
  }

  private answer(answer: IncomingMessage): void {
    const { statusCode = 502, statusMessage } = answer;
    this.response.sendDate = false;
    this.response.writeHead(statusCode, statusMessage, responseHeaders(answer));
    // A stream may be silent for long, so its head goes on at once.
    this.response.flushHeaders();
    pipeline(answer, this.response, () => {});
  }

  /** A process that took the request may have done what it asks, so only a reading goes to another one then. */
  private fail(isSent: boolean): void {
    const { response, request } = this;
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent && (!isSent || (IDEMPOTENT.includes(request.method) && !hasBody(request)))) this.go();
    else response.destroy();
  }

  private refuse(): void {
    const body = JSON.stringify(refusal('unavailable', 'starting'));
    this.response.writeHead(statusOf('unavailable'), { 'content-type': 'application/json', 'retry-after': '1' });
    this.response.end(body);
  }
}

// Headers as they go through the front door, as flat lists like `rawHeaders`: their order and doubles stay.

/** Each connection has its own. The door itself answers `expect`. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What a caller could say about itself if no proxy stands before the door. */
const CLAIMS = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto'];

/** A request without these would be another one, so a caller cannot name them in `connection`. */
const LASTING = ['content-length', 'host'];

/** The headers of a request for a server process. The address of the caller stands last in `X-Forwarded-For`. */
function requestHeaders(request: IncomingMessage, isBehindProxy: boolean): string[] {
  const { headers, socket } = request;
  const passed = without(request, ['x-forwarded-for', ...(isBehindProxy ? [] : CLAIMS)]);
  const before = isBehindProxy ? [headers['x-forwarded-for'] ?? []].flat() : [];
  const host = headers.host === undefined ? ['Host', '127.0.0.1'] : [];
  return [...passed, ...host, 'X-Forwarded-For', [...before, plain(socket.remoteAddress)].join(', ')];
}

/** Without it the body of a request in chunks would be taken for the next request. */
function framing({ headers }: IncomingMessage): string[] {
  return headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function responseHeaders(response: IncomingMessage): string[] {
  return without(response, []);
}

function without({ rawHeaders, headers }: IncomingMessage, names: readonly string[]): string[] {
  const ofConnection = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...names, ...ofConnection.filter((name) => !LASTING.includes(name))]);
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

/** A listener for both families gives addresses of IPv4 a prefix. */
function plain(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

// Passes a socket on to the process that its path names.

/** A socket of a caller, with what came after its request. */
interface Caller {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function forwardUpgrade(door: Door, caller: Caller): void {
  caller.socket.on('error', () => caller.socket.destroy());
  caller.request.url = pathIn(caller.request.url);
  tryNext(door, caller, new Set());
}

function tryNext(door: Door, caller: Caller, tried: Set<Upstream>): void {
  const named = door.upstreams.named(caller.request.url ?? '');
  const upstream = named && !tried.has(named) ? named : door.upstreams.leastBusy(tried);
  if (upstream === undefined) return refuseUpgrade(caller.socket, { code: 'unavailable', reason: 'starting' });
  tried.add(upstream);
  const sent = open(door, caller.request, upstream);
  const leave = () => sent.destroy();
  caller.socket.once('close', leave);
  hold(upstream, sent);
  sent.once('upgrade', (answer, socket: Duplex, head: Buffer) => {
    upstream.open.delete(sent);
    hold(upstream, socket);
    join(caller, { answer, socket, head });
  });
  sent.once('response', (answer) => passRefusal(caller, answer));
  sent.once('error', () => {
    caller.socket.off('close', leave);
    if (!caller.socket.destroyed) tryNext(door, caller, tried);
  });
}

function open({ isBehindProxy }: Door, request: IncomingMessage, { port }: Upstream): ClientRequest {
  const headers = requestHeaders(request, isBehindProxy);
  const upgrading = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
  const sent = send({ host: '127.0.0.1', port, path: request.url, headers: [...headers, ...upgrading], agent: false });
  return sent.end();
}

function hold({ open }: Upstream, one: ClientRequest | Duplex): void {
  open.add(one);
  one.once('close', () => open.delete(one));
}

interface Taken {
  readonly answer: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function join(caller: Caller, { answer, socket, head }: Taken): void {
  socket.on('error', () => socket.destroy());
  const upgraded = ['Connection', 'Upgrade', 'Upgrade', answer.headers.upgrade ?? ''];
  caller.socket.write(headOf(answer, [...responseHeaders(answer), ...upgraded]));
  caller.socket.write(head);
  socket.write(caller.head);
  caller.socket.pipe(socket).once('close', () => caller.socket.destroy());
  socket.pipe(caller.socket).once('close', () => socket.destroy());
}

/** The process answered the request, and opens no socket. */
function passRefusal({ socket }: Caller, answer: IncomingMessage): void {
  socket.write(headOf(answer, [...responseHeaders(answer), 'Connection', 'close']));
  answer.pipe(letGo(socket));
}

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
