/**
 * Stands between clients and a server, and can change all that passes. It gives each connection an address of its own,
 * `publicAddress`, with another prefix in every answer.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type FrameTampering, Link } from './link.ts';
import { type LineTampering, Stream } from './stream.ts';

/** A request over HTTP, on its way to the server. */
export interface Asking {
  /** Method and path, with the query. */
  readonly call: string;
  /** The body, if it is JSON. */
  readonly sent: unknown;
}

/** What a client is answered. `text` stands for a body that is no JSON. */
export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer over HTTP, on its way to the client. */
export type Passing = Asking & Answered;

/** What a scenario does to what passes; what it leaves out passes as it is. It may take its time. */
export interface Tampering extends FrameTampering, LineTampering {
  /** May call another route, or answer in the place of the server, or `cut` to break the connection. */
  readonly asked?: (asking: Asking) => Asked | Promise<Asked>;
  /** May answer something else, or `cut` to break the connection instead. */
  readonly answer?: (passing: Passing) => Answered | 'cut' | Promise<Answered | 'cut'>;
}
type Asked = Asking | Answered | 'cut';

/** With the body as it came. */
interface Sending extends Asking {
  readonly bytes: Buffer;
}

export class Gateway {
  /** Every call over HTTP that came. */
  readonly calls: string[] = [];
  /** Every socket that was opened, the newest last. */
  readonly links: Link[] = [];
  /** Every stream of the plain door that was opened, the newest last. */
  readonly streams: Stream[] = [];
  /** Streams that were to go on after a step which no line had shown. */
  readonly leaps: string[] = [];
  /** Sockets that were asked for at another address than the answer named. */
  readonly strays: string[] = [];
  private readonly target: string;
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({ noServer: true, autoPong: false });
  /** The prefix of the address that the answer named, by session. */
  private readonly prefixes = new Map<string, string>();
  private tampering: Tampering;
  /** The last step that a line showed. */
  private shown = -1;

  private constructor(target: string, tampering: Tampering) {
    this.target = target;
    this.tampering = tampering;
    this.server = createServer((request, response) => void this.pass(request, response));
    this.server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => {});
      const path = this.pathBehind(request.url ?? '');
      if (path === undefined) {
        socket.destroy();
        return;
      }
      const ends = { path: request.url ?? '', target: this.target.replace('http', 'ws') + path };
      this.sockets.handleUpgrade(request, socket, head, (near) =>
        this.links.push(new Link(near, ends, () => this.tampering)),
      );
    });
  }

  static async before(target: string, tampering: Tampering = {}): Promise<Gateway> {
    const gateway = new Gateway(target, tampering);
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  private get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const link of this.links) link.cut();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The path at the server, if the socket asks for the address that the newest answer named. */
  private pathBehind(url: string): string | undefined {
    const session = new URL(url, this.url).searchParams.get('sessionId') ?? '';
    const prefix = this.prefixes.get(session);
    if (prefix !== undefined && url.startsWith(prefix)) return url.slice(prefix.length);
    this.strays.push(url);
    return undefined;
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls.push(`${request.method} ${request.url}`);
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const asking = { call: `${request.method} ${request.url}`, sent: jsonOf(bytes.toString()) };
      this.lookAt(asking.call);
      const asked = await (this.tampering.asked?.(asking) ?? asking);
      if (asked === 'cut') response.destroy();
      else if ('status' in asked) reply(response, asked);
      else await this.ask({ ...asked, bytes }, request, response);
    } catch {
      response.destroy(); // the server is away, as it is for a client without a gateway
    }
  }

  private lookAt(call: string): void {
    const [, from] = /\/stream\?(?:.*&)?from=(\d+)/.exec(call) ?? [];
    if (from !== undefined && Number(from) > this.shown) this.leaps.push(`${call} after the step ${this.shown}`);
  }

  private async ask({ call, sent, bytes }: Sending, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [method = '', path = ''] = call.split(' ');
    const { authorization, 'content-type': type } = request.headers;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await fetch(this.target + path, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
      signal: gone.signal,
    });
    if (answer.status === 200 && isStream(path)) await this.stream(answer, response);
    else await this.answer({ call, sent }, answer, response);
  }

  private async stream(answer: Response, response: ServerResponse): Promise<void> {
    const stream = new Stream(response, () => this.tampering);
    this.streams.push(stream);
    response.writeHead(answer.status, headersOf(answer)).flushHeaders();
    await stream.pass(answer.body ?? new ReadableStream(), (step) => {
      this.shown = Math.max(this.shown, step);
    });
  }

  private async answer(asking: Asking, answer: Response, response: ServerResponse): Promise<void> {
    const { status } = answer;
    const [text, headers] = [await answer.text(), headersOf(answer)];
    if (!headers['content-type']?.includes('application/json')) return reply(response, { status, headers, text });
    const passing = { ...asking, status, headers, body: this.moved(JSON.parse(text)) };
    const given = await (this.tampering.answer?.(passing) ?? passing);
    if (given === 'cut') response.destroy();
    else reply(response, given);
  }

  /** The answer with an address that no other answer names. */
  private moved(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('connection' in body)) return body;
    const connection = body.connection as { readonly sessionId: string };
    const prefix = `/moved-${this.prefixes.size + 1}`;
    this.prefixes.set(connection.sessionId, prefix);
    return { ...body, connection: { ...connection, publicAddress: this.host + prefix } };
  }

  /** From now on this happens to what passes. */
  tamper(tampering: Tampering): void {
    this.tampering = tampering;
  }
}

export const isStream = (path: string) => /\/stream(\?|$)/.test(path);

/** Undefined if it is no JSON: the server says so then. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf({ headers }: Response): Record<string, string> {
  const known = ['content-type', 'retry-after'].map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(known.filter((one): one is [string, string] => one[1] !== null));
}

function reply(response: ServerResponse, { status, headers, body, text = JSON.stringify(body) }: Answered): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
