/** What processes ask each other for themselves: each call is one POST to the listener for processes, and may be repeated. */
import {
  Agent,
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadConfig, LISTENING, oneByOne, whyUnknownHost } from '@flower-war/protocol/hosting';
import { z } from 'zod';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { hashOf, isSameHash } from '../../features/people/codes.ts';
import { type Seat, seat } from '../../features/table/seating.ts';
import { type CallPeer, peerAnswer, peerCall, Unreached } from '../../features/temples/templeHomes.ts';
import type { Peer } from '../../store/ownership/processes.ts';
import { noteForwarded, PEER_HEADERS } from './forwarder.ts';

const TEMPLES = '/internal/temples';
const SEATS = '/internal/seats';
const DEAD = '/internal/dead';
/** Less than a bridge waits for its answer, and more than a process waits for a device. */
const ANSWERED_WITHIN_MS = 4500;
/** A process that does not reach the store asks again soon, and asks others too. */
const SOON_MS = 1000;
/** More than the messages of as many temples as go into one call. */
const MOST_BYTES = 4 * 1024 * 1024;
const AGAIN_SECONDS = 1;

export interface Peers {
  readonly temples: CallPeer;
  /** Has a seat given back. False if the match does not live there any more. */
  readonly seats: (peer: Peer, seat: Seat) => Promise<boolean>;
  /** Asks whether a process was declared dead, as this one cannot ask the store. */
  readonly isDead: (peer: Peer, process: string) => Promise<boolean>;
}

/** How this process calls the others. */
export function callingPeers(token: string): Peers {
  const agent = new Agent({ keepAlive: true });
  const call = async (peer: Peer, { path, within = ANSWERED_WITHIN_MS, body }: PeerQuestion): Promise<unknown> => {
    if (peer.address === '') throw new Unreached(`${peer.name} has not said where it listens`);
    return JSON.parse(await posted({ url: peer.address + path, agent, token, within, body: JSON.stringify(body) }));
  };
  return {
    temples: async (peer, asked) => peerAnswer.parse(await call(peer, { path: TEMPLES, body: asked })),
    seats: async (peer, wanted) => yesOrNo.parse(await call(peer, { path: SEATS, body: wanted })),
    isDead: async (peer, process) => yesOrNo.parse(await call(peer, { path: DEAD, within: SOON_MS, body: process })),
  };
}

const yesOrNo = z.boolean();

interface PeerQuestion {
  readonly path: string;
  readonly body: unknown;
  readonly within?: number;
}

interface Post {
  readonly url: string;
  readonly agent: Agent;
  readonly token: string;
  readonly body: string;
  readonly within: number;
}

function posted({ url, agent, token, body, within }: Post): Promise<string> {
  const headers = { 'content-type': 'application/json', [PEER_HEADERS.token]: token };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(within) });
    sent.on('error', (error) => reject(error.name === 'AbortError' ? silent() : new Unreached(error.message)));
    sent.on('response', (answer) => {
      if (answer.statusCode === 200) return void textOf(answer).then(resolve, () => reject(new Unreached('cut off')));
      answer.resume();
      reject(silent());
    });
    sent.end(body);
  });
}

/** It is not known what the process did. The caller may ask again. */
function silent(): RefusedFor {
  return new RefusedFor('unavailable', AGAIN_SECONDS);
}

/** Answers the calls of one kind. Undefined: a call that this process cannot read. */
type Desk = (call: unknown) => Promise<unknown> | undefined;

export interface Desks {
  readonly temples: { answer(call: z.infer<typeof peerCall>): Promise<unknown> };
  readonly seats: (seat: Seat) => Promise<boolean>;
  readonly isDead: (process: string) => Promise<boolean>;
  readonly log: Log;
}

/** Answers calls, and leaves all other requests to `next`. Behind the check of the token only. */
export function answeringPeers({ temples, seats, isDead, log }: Desks, next: RequestListener): RequestListener {
  const desks = new Map<string | undefined, Desk>([
    [TEMPLES, reading(peerCall, (call) => temples.answer(call))],
    [SEATS, reading(seat, seats)],
    [DEAD, reading(z.string(), isDead)],
  ]);
  return (request, response) => {
    const desk = request.method === 'POST' ? desks.get(request.url) : undefined;
    if (desk === undefined) return void next(request, response);
    void answer({ desk, log }, request, response);
  };
}

function reading<T>(schema: z.ZodType<T>, job: (call: T) => Promise<unknown>): Desk {
  return (call) => {
    const { data, success } = schema.safeParse(call);
    return success ? job(data) : undefined;
  };
}

interface Answering {
  readonly desk: Desk;
  readonly log: Log;
}

async function answer({ desk, log }: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const answered = desk(JSON.parse(await textOf(request)));
    if (answered === undefined) return void response.writeHead(400).end();
    const text = JSON.stringify(await answered);
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  } catch (error) {
    if (!(error instanceof Refused)) log.error({ err: error }, 'a call of another process failed');
    response.writeHead(error instanceof SyntaxError ? 400 : 503).end();
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) throw new SyntaxError('a call of another process is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// The address at which other processes pass requests on to this one. It answers with the same app as the public address, but only requests
// with the token that the processes share.

/** Longer than a busy process is silent. The other end hears of it, and closes kept connections a little earlier. */
const KEPT = { keepAliveTimeout: 30_000, keepAliveTimeoutBuffer: LISTENING.keepAliveTimeoutBuffer };

const EVERYWHERE = ['0.0.0.0', '::'];

type Where = Pick<Config, 'INTERNAL_HOST' | 'INTERNAL_PORT' | 'INTERNAL_URL'>;

export interface PeerListener {
  /** Where other processes reach this one. */
  readonly address: string;
  readonly http: HttpServer;
}

export async function listenForPeers(where: Where, token: string, app: RequestListener): Promise<PeerListener> {
  const { INTERNAL_HOST: host, INTERNAL_PORT: port, INTERNAL_URL: url } = where;
  if (url === '' && EVERYWHERE.includes(host))
    throw new BadConfig(
      `INTERNAL_HOST is ${host}, which is not an address to call: say in INTERNAL_URL how other processes reach this one, like http://10.0.0.5:2568`,
    );
  const http = createServer(KEPT, oneByOne(guarded(token, app)));
  await new Promise<void>((resolve, reject) => {
    http.once('error', (cause) => reject(new BadConfig(whyNotListening(where, cause), { cause })));
    http.listen(port, host, resolve);
  });
  const bound = http.address() as AddressInfo;
  return { http, address: url || `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}` };
}

function whyNotListening({ INTERNAL_HOST: host, INTERNAL_PORT: port }: Where, cause: NodeJS.ErrnoException): string {
  const unknown = whyUnknownHost('INTERNAL_HOST', cause);
  if (unknown !== undefined) return unknown;
  return cause.code === 'EADDRINUSE'
    ? `INTERNAL_PORT=${port} of ${host} is taken: another program listens there. Choose another; 0 takes a free one.`
    : `The server may not listen on ${host}:${port} (${cause.code}). Choose another INTERNAL_HOST or INTERNAL_PORT.`;
}

/** Answers nothing else, and reads no body, so that a stranger learns only that a program listens here. */
function guarded(token: string, app: RequestListener): RequestListener {
  const expected = hashOf(token);
  return (request, response) => {
    if (!isSameHash(hashOf(headerOf(request, PEER_HEADERS.token)), expected)) {
      response.writeHead(403, { connection: 'close' }).end();
      return;
    }
    noteForwarded(request, { caller: headerOf(request, PEER_HEADERS.caller) });
    response.writeProcessing();
    app(request, response);
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
