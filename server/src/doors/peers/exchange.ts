/** One request that another process answers: the request goes on, and the answer comes back, as they are. */
import { type Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { pipeline } from 'node:stream';
import type { Request, Response } from 'express';
import { RefusedFor } from '../../base/refused.ts';
import type { Peer } from '../../store/ownership/elsewhere.ts';

/** What became of a request: the peer answered it, or nothing was done and the owner must be looked up again. */
export type Passed = 'answered' | 'not-mine' | 'unreached';

export interface Passing {
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
