/** Passes a request on to a server process, and its answer back. */
import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream';
import { refusal, statusOf } from '@flower-war/protocol/errors';
import { framing, hasBody, requestHeaders, responseHeaders } from './headers.ts';
import type { Upstream } from './upstream.ts';
import type { Upstreams } from './upstreams.ts';

const IDEMPOTENT: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS'];
const agent = new Agent({ keepAlive: true });

/** What each process tells about itself, by its name: `/a/metrics`. */
const OWN = /^\/[^/?]+(\/metrics|\/health\/live|\/health\/ready)$/;

export interface Door {
  readonly upstreams: Upstreams;
  /** Another proxy stands before the door, and names the address of its caller. */
  readonly isBehindProxy: boolean;
}

/** One request of a caller, which may try several processes. */
export class Forwarding {
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
