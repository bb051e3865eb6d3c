/** Passes requests on to the processes that own what they need. */
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { pipeline } from 'node:stream';
import type { Owned } from '@flower-war/protocol';
import type { Request, Response } from 'express';
import { RefusedFor } from '../../base/refused.ts';
import { Elsewhere, type Peer } from '../../store/ownership/processes.ts';

const LOOK_EVERY_MS = 1000;

interface ForwarderParts {
  /** The token that only processes know. */
  readonly token: string;
  /** The processes that are alive, by the word of the store. */
  readonly living: () => Promise<readonly { readonly process: string }[]>;
  /** Called once for each request; `lost`: it is not known what the peer did. */
  readonly count: (outcome: Passed | 'lost') => void;
}

export class Forwarder {
  private readonly parts: ForwarderParts;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly running = new Set<Exchange>();
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: ForwarderParts) {
    this.parts = parts;
  }

  /** Refuses with `unavailable` if it cannot be known what the peer did. */
  async pass(passing: Passing): Promise<Passed> {
    const exchange = new Exchange(passing);
    this.running.add(exchange);
    this.timer ??= setInterval(() => void this.cutDead(), LOOK_EVERY_MS).unref();
    let outcome: Passed | 'lost' = 'lost';
    try {
      outcome = await exchange.run(this.parts.token, this.agent);
      return outcome;
    } finally {
      this.parts.count(outcome);
      this.running.delete(exchange);
    }
  }

  stop(): void {
    clearInterval(this.timer);
    this.agent.destroy();
  }

  /** A process that stopped in the middle, or whose machine is gone, ends no connection by itself. */
  private async cutDead(): Promise<void> {
    if (this.running.size === 0) return;
    const living = await this.parts.living().catch(() => undefined);
    if (living === undefined) return;
    for (const exchange of this.running)
      if (!living.some(({ process }) => process === exchange.peer.process)) exchange.cut();
  }
}

// Which requests came from another process. Only the listener for processes can say so: no header does.

interface Forwarded {
  /** The address of the caller, as the first process knows it. */
  readonly caller: string;
}

const forwarded = new WeakMap<IncomingMessage, Forwarded>();

export function noteForwarded(request: IncomingMessage, told: Forwarded): void {
  forwarded.set(request, told);
}

export function forwardedIn(request: IncomingMessage): Forwarded | undefined {
  return forwarded.get(request);
}

// Lets the process that owns something answer a request for it: this one, or another one.

/** What a request needs, and whether it may make this process the owner of what has none. */
export interface Need {
  readonly kind: Owned;
  readonly id: string;
  readonly mayClaim: boolean;
}

export interface Owners {
  /** Owns it, or claims it, or throws `Elsewhere`. */
  mustBeHere(kind: Owned, id: string): Promise<void>;
  /** The other living process that owns it. */
  peerOf(kind: Owned, id: string): Promise<Peer | undefined>;
}

interface Ways {
  readonly owners: Owners;
  readonly forwarder: { pass(passing: Passing): Promise<Passed> };
}

/** What has moved once while it was looked for may be found at the second look. */
const LOOKS = 2;

type Asking = Omit<Passing, 'peer'>;

/**
 * Runs the handler here if this process owns what the request needs. A request that came from another process goes no
 * further. A handler that throws `Elsewhere` has done nothing before.
 */
export async function atOwner(ways: Ways, need: Need | undefined, asked: Asking & Running): Promise<void> {
  const { run, ...asking } = asked;
  for (let look = 0; look < LOOKS; look++) {
    const peer = await peerOrRun(ways, need, run);
    if (peer === undefined) return;
    if (asking.response.headersSent) throw new Elsewhere(asking.request.path, peer);
    if (forwardedIn(asking.request) !== undefined) throw new Elsewhere(need?.id ?? asking.request.path, peer);
    if (asking.response.destroyed) return; // the caller has left
    if ((await ways.forwarder.pass({ ...asking, peer })) === 'answered') return;
  }
  if (need?.mayClaim !== false) throw unavailable();
  await run(); // it only reads, so the store answers for a peer that does not
}

interface Running {
  readonly run: () => Promise<void>;
}

/** The process that must answer; undefined if the handler ran here. */
async function peerOrRun({ owners }: Ways, need: Need | undefined, run: Running['run']): Promise<Peer | undefined> {
  try {
    if (need?.mayClaim === false) {
      const peer = await owners.peerOf(need.kind, need.id);
      if (peer !== undefined) return peer;
    } else if (need !== undefined) await owners.mustBeHere(need.kind, need.id);
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Elsewhere) return error.peer;
    throw error;
  }
}

// One request that another process answers: the request goes on, and the answer comes back, as they are.

/** What became of a request: the peer answered it, or nothing was done and the owner must be looked up again. */
export type Passed = 'answered' | 'not-mine' | 'unreached';

interface Passing {
  readonly peer: Peer;
  readonly request: Request;
  readonly response: Response;
  /** The address of the caller. */
  readonly caller: string;
  /** The bytes of the body; absent if there is none. */
  readonly body: Buffer | undefined;
}

/** A process in the same network answers within milliseconds. */
const CONNECTED_WITHIN_MS = 2000;

/** A peer says at once that it has a request. One that is silent stands still, or something in between swallows all. */
const HEARD_WITHIN_MS = 3000;

/** More than any handler waits before it begins its answer. */
const ANSWERED_WITHIN_MS = 30_000;

const RETRY_SECONDS = 1;

/** All that handlers read of the caller's headers, and all that they set in an answer. The gates see to the others. */
const PASSED_ON = ['authorization', 'content-type'];

const PASSED_BACK = ['content-type', 'content-length', 'cache-control', 'x-accel-buffering', 'retry-after'];
type Headers = Readonly<Record<string, string>>;

export class Exchange {
  private readonly passing: Passing;
  private sent: ClientRequest | undefined;
  private isConnected = false;
  /** Bytes of the answer may have reached the caller. */
  private hasBegun = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(passing: Passing) {
    this.passing = passing;
  }

  get peer(): Peer {
    return this.passing.peer;
  }

  /** Resolves when the whole answer has come back. */
  run(token: string, agent: Agent): Promise<Passed> {
    const { peer, request, response, body } = this.passing;
    const { method, originalUrl: path } = request;
    const sent = send(peer.address, { path, method, agent, headers: headersFor(this.passing, token) });
    this.sent = sent;
    this.endIn(CONNECTED_WITHIN_MS);
    sent.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => this.connected());
      else this.connected();
    });
    sent.on('information', () => this.endIn(ANSWERED_WITHIN_MS));
    response.once('close', () => this.cut());
    return new Promise((resolve, reject) => {
      sent.on('response', (answer) => void this.passBack(answer).then(resolve, reject));
      sent.on('error', () => {
        if (this.hasBegun) return; // the caller sees that the answer breaks off
        if (this.isSafeToRepeat) resolve('unreached');
        else reject(unavailable());
      });
      sent.end(body);
    });
  }

  cut(): void {
    this.sent?.destroy();
  }

  private connected(): void {
    this.isConnected = true;
    this.endIn(HEARD_WITHIN_MS);
  }

  private endIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cut(), ms);
  }

  /** No time ends an answer that has begun, a slow reader holds the peer back, and the end of one side ends the other. */
  private passBack(answer: IncomingMessage): Promise<Passed> {
    clearTimeout(this.timer);
    const { response } = this.passing;
    const { statusCode = 502, headers } = answer;
    if (statusCode === MISDIRECTED && headers[PEER_HEADERS.notMine] !== undefined) {
      answer.resume();
      return Promise.resolve('not-mine');
    }
    this.hasBegun = true;
    response.locals.refusal = headers[PEER_HEADERS.refusal]; // the metrics count it
    response.writeHead(statusCode, named(PASSED_BACK, answer)).flushHeaders();
    return new Promise((resolve) => pipeline(answer, response, () => resolve('answered')));
  }

  /**
   * Whether the peer cannot have done anything: it never got the request, or the request only reads. A connection that was
   * kept may end at the moment of its next use.
   */
  private get isSafeToRepeat(): boolean {
    clearTimeout(this.timer);
    const { method } = this.passing.request;
    return !this.isConnected || (this.sent?.reusedSocket === true && (method === 'GET' || method === 'HEAD'));
  }
}

export function unavailable(): RefusedFor {
  return new RefusedFor('unavailable', RETRY_SECONDS);
}

/** Nothing else of the caller's headers is passed on: not what proxies told, and not what only processes may say. */
function headersFor({ request, caller, body }: Passing, token: string): Headers {
  return {
    ...named(PASSED_ON, request),
    ...(body !== undefined && { 'content-length': String(body.length) }),
    [PEER_HEADERS.token]: token,
    [PEER_HEADERS.caller]: caller,
  };
}

function named(names: readonly string[], { headers }: IncomingMessage): Headers {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** What one process tells another beside the request of the caller. The public address never reads these headers. */

export const PEER_HEADERS = {
  /** The token that only processes know. */
  token: 'x-flower-war-token',
  /** The address of the caller, as the first process knows it. */
  caller: 'x-flower-war-caller',
  /** In an answer: nothing was done, because what the request needs does not live here. */
  notMine: 'x-flower-war-not-mine',
  /** In an answer: the code of the refusal, for the metrics of the first process. */
  refusal: 'x-flower-war-refusal',
} as const;

/** The status of an answer that says `notMine`. No route answers with it. */
export const MISDIRECTED = 421;
