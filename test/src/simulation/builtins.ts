/** The modules of Node as a simulated program finds them. What reaches out of the process is simulated, the rest is real. */
import crypto from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import net from 'node:net';
import perfHooks from 'node:perf_hooks';
import workers from 'node:worker_threads';
import type { Chance } from '@flower-war/rules';
import type { Clocks } from './clock.ts';
import type { Host, Network } from './network.ts';
import { SimulatedSocket } from './socket.ts';
import type { World } from './world.ts';

const HOST = '127.0.0.1';
const realRequire = createRequire(import.meta.url);

/** A program as its modules know it. */
export interface Surrounded extends Host {
  readonly world: World;
  readonly network: Network;
  /** The program has written to its standard output or error. */
  write(text: string): void;
}

interface Parts {
  readonly clocks: Clocks;
  readonly process: NodeJS.Process;
}

export function builtinsOf(program: Surrounded, { clocks, process }: Parts) {
  const { chance } = program.world;
  const ownCrypto = cryptoOf(chance);
  const ownNet = netOf(program);
  const ownHttp = httpOf(program, ownNet.connect);
  const modules: Readonly<Record<string, unknown>> = {
    http: ownHttp,
    net: ownNet,
    crypto: ownCrypto,
    timers: clocks,
    'timers/promises': clocks.promises,
    process,
    fs: fsOf(program),
    perf_hooks: { ...perfHooks, performance: clocks.performance, ...silentPerf },
    diagnostics_channel: { ...diagnostics, subscribe: () => {} }, // it would hear of, and hold, what other programs do
    worker_threads: { ...workers, isMainThread: true, parentPort: null, Worker: NoWorker },
  };
  const require = (name: string): unknown => {
    const plain = name.replace(/^node:/, '');
    return Object.hasOwn(modules, plain) ? modules[plain] : realRequire(name);
  };
  const fetch = fetchOf(ownHttp);
  return {
    require,
    http: ownHttp,
    crypto: ownCrypto.webcrypto,
    Math: mathOf(chance),
    fetch,
    console: consoleOf(program),
  };
}

const FINE = 2 ** 30;

function mathOf(chance: Chance): typeof Math {
  const own = Object.create(null) as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(Math)) own[name] = Math[name as keyof typeof Math];
  own['random'] = () => (chance.die(FINE) - 1) / FINE;
  return own as unknown as typeof Math;
}

function consoleOf(program: Surrounded): Pick<Console, 'log' | 'error' | 'warn' | 'info' | 'debug'> {
  const write = (...given: unknown[]) => program.write(given.map(String).join(' '));
  return { log: write, error: write, warn: write, info: write, debug: write };
}

function cryptoOf(chance: Chance) {
  const fill = <Bytes extends NodeJS.ArrayBufferView>(
    bytes: Bytes,
    offset = 0,
    size = bytes.byteLength - offset,
  ): Bytes => {
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset + offset, size);
    for (let i = 0; i < view.length; i++) view[i] = chance.die(256) - 1;
    return bytes;
  };
  const randomBytes = (size: number, done?: (error: Error | null, bytes: Buffer) => void) => {
    const bytes = fill(Buffer.alloc(size));
    if (done === undefined) return bytes;
    queueMicrotask(() => done(null, bytes));
    return undefined;
  };
  const randomInt = (from: number, to?: number) =>
    (to === undefined ? 0 : from) + chance.die(to === undefined ? from : to - from) - 1;
  const randomUUID = () => {
    const hex = fill(Buffer.alloc(16)).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const webcrypto = { subtle: crypto.webcrypto.subtle, getRandomValues: fill, randomUUID };
  return { ...crypto, randomBytes, randomFillSync: fill, randomInt, randomUUID, getRandomValues: fill, webcrypto };
}

function netOf(program: Surrounded) {
  const connect = (...given: unknown[]): SimulatedSocket => {
    const [first] = given;
    const port =
      typeof first === 'object' && first !== null ? Number((first as { port: unknown }).port) : Number(first);
    const socket = program.network.connect(program, port);
    const done = given.findLast((one) => typeof one === 'function') as (() => void) | undefined;
    if (done !== undefined) socket.once('connect', done);
    return socket;
  };
  const createServer = (...given: unknown[]) => {
    const server = new EventEmitter() as EventEmitter & ReturnType<typeof listeningOf>;
    const onConnection = given.findLast((one) => typeof one === 'function') as
      | ((socket: SimulatedSocket) => void)
      | undefined;
    if (onConnection !== undefined) server.on('connection', onConnection);
    return Object.assign(server, listeningOf(program, server));
  };
  return { ...net, Socket: SimulatedSocket, connect, createConnection: connect, createServer };
}

/** How a server listens, whatever it serves. */
function listeningOf(program: Surrounded, server: EventEmitter) {
  let port: number | undefined;
  return {
    listen(this: EventEmitter, ...given: unknown[]) {
      const [first] = given;
      const asked =
        typeof first === 'object' && first !== null ? Number((first as { port: unknown }).port) : Number(first ?? 0);
      const done = given.findLast((one) => typeof one === 'function') as (() => void) | undefined;
      if (done !== undefined) server.once('listening', done);
      const onConnection = (socket: SimulatedSocket) => void server.emit('connection', socket);
      program.world.in(0, () =>
        program.enter(() => {
          try {
            port = program.network.listen(asked, { program, onConnection });
            Object.assign(server, { listening: true });
            server.emit('listening');
          } catch (error) {
            server.emit('error', error);
          }
        }),
      );
      return server;
    },
    address: () => (port === undefined ? null : { address: HOST, family: 'IPv4', port }),
    close(done?: () => void) {
      if (port !== undefined) program.network.silence(port, program);
      port = undefined;
      Object.assign(server, { listening: false });
      (server as Partial<http.Server>).closeIdleConnections?.();
      program.world.in(0, () =>
        program.enter(() => {
          server.emit('close');
          done?.();
        }),
      );
      return server;
    },
  };
}

type Options = Record<string, unknown>;

function httpOf(program: Surrounded, connect: (options: unknown) => SimulatedSocket) {
  class Agent extends http.Agent {
    override createConnection(options: object): never {
      return connect(options) as never;
    }
  }
  const globalAgent = new Agent({ keepAlive: true });
  const withAgent = (options: unknown): Options => ({ _defaultAgent: globalAgent, ...(options as Options) });
  const request = (...given: unknown[]): http.ClientRequest => {
    const [first, second] = given;
    const done = given.findLast((one) => typeof one === 'function') as
      | ((response: http.IncomingMessage) => void)
      | undefined;
    if (typeof first !== 'string' && !(first instanceof URL)) return http.request(withAgent(first), done);
    return http.request(first, withAgent(typeof second === 'function' ? {} : second), done);
  };
  const get = (...given: unknown[]) => request(...given).end();
  const createServer = (...given: unknown[]) => {
    const [options] = given;
    const listener = given.findLast((one) => typeof one === 'function') as http.RequestListener | undefined;
    const server = http.createServer(typeof options === 'object' && options !== null ? options : {}, listener);
    Object.defineProperty(server, 'listening', { value: false, writable: true });
    server.on('listening', () => stopLooking(server));
    closeInOrder(server);
    return Object.assign(server, listeningOf(program, server));
  };
  return { ...http, Agent, globalAgent, request, get, createServer };
}

/** Node looks for slow requests every so often by its own clock, and would keep the server of a dead program in memory. */
function stopLooking(server: http.Server): void {
  for (const symbol of Object.getOwnPropertySymbols(server))
    if (symbol.description === 'http.server.connectionsCheckingInterval')
      clearInterval((server as unknown as Record<symbol, NodeJS.Timeout>)[symbol]);
}

interface Parser {
  readonly socket: SimulatedSocket & { readonly _httpMessage?: { readonly finished: boolean } | null };
}

/** Node closes connections in the order of their addresses in memory, which is another one in each run. */
function closeInOrder(server: http.Server): void {
  const order = new WeakMap<object, number>();
  let count = 0;
  server.on('connection', (socket) => void order.set(socket, count++));
  const close = (which: 'all' | 'idle', isMeant: (parser: Parser) => boolean) => () => {
    const symbol = Object.getOwnPropertySymbols(server).find(
      ({ description }) => description === 'http.server.connections',
    );
    const connections = symbol && (server as unknown as Record<symbol, Record<typeof which, () => Parser[]>>)[symbol];
    const at = ({ socket }: Parser) => order.get(socket) ?? 0;
    for (const { socket } of (connections?.[which]() ?? []).filter(isMeant).sort((a, b) => at(a) - at(b)))
      socket.destroy();
  };
  server.closeAllConnections = close('all', () => true);
  server.closeIdleConnections = close('idle', ({ socket: { _httpMessage: sent } }) => !sent || sent.finished);
}

/** Only what the client uses of it. */
function fetchOf({ request }: { readonly request: (...given: unknown[]) => http.ClientRequest }) {
  return (url: string, { method, headers, body, signal }: RequestInit = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers });
      const abort = () => sent.destroy(signal?.reason as Error);
      const fail = (cause: unknown) =>
        reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
      sent.on('error', fail);
      sent.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', fail);
        answer.on('end', () => {
          signal?.removeEventListener('abort', abort);
          const bytes = Buffer.concat(parts);
          const text = (name: string) => [answer.headers[name] ?? null].flat()[0] ?? null;
          const arrayBuffer = async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
          resolve({ status: answer.statusCode ?? 0, headers: { get: text }, arrayBuffer });
        });
      });
      sent.end(body);
    });
}

/** The log goes to the standard output. */
function fsOf(program: Surrounded): typeof fs {
  const isOutput = (file: unknown) => file === 1 || file === 2;
  const writeSync = (file: number, ...given: unknown[]) => {
    if (!isOutput(file)) return (fs.writeSync as (...all: unknown[]) => number)(file, ...given);
    program.write(String(given[0]));
    return Buffer.byteLength(String(given[0]));
  };
  const fstat = (file: number, ...given: unknown[]) => (fs.fstat as (...all: unknown[]) => void)(file, ...given);
  return { ...fs, writeSync, fstat } as unknown as typeof fs;
}

class NoWorker {
  constructor() {
    throw new Error('a simulated program has no threads');
  }
}

const silentPerf = {
  monitorEventLoopDelay: () => ({
    enable: () => {},
    disable: () => {},
    reset: () => {},
    percentile: () => 0,
    min: 0,
    max: 0,
    mean: 0,
    stddev: 0,
  }),
  PerformanceObserver: class {
    observe(): void {}
    disconnect(): void {}
  },
};
