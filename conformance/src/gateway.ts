/**
 * Stands between clients and a server, and can change all that passes: requests and answers over HTTP, frames of sockets, lines of streams.
 * It gives each connection an address of its own, `publicAddress`, with another prefix in every answer.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StreamLine, StreamLineOf } from '@flower-war/protocol';
import { WebSocket, WebSocketServer } from 'ws';

/** A request over HTTP, on its way to the server. */
export interface HttpRequest {
  /** Method and path, with the query. */
  readonly call: string;
  /** The body, if it is JSON. */
  readonly sent: unknown;
}

/** What a client is answered. `text` stands for a body that is not JSON. */
export interface HttpAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer over HTTP, on its way to the client. */
export type AnsweredRequest = HttpRequest & HttpAnswer;

/** How a stream is lost: lines that still pass, half of a line, and whether the connection breaks or the answer ends. */
export interface Loss {
  readonly by: 'break' | 'end';
  readonly first?: readonly object[];
  readonly half?: object;
}

type Later<T> = T | Promise<T>;

/** What a scenario does to what passes; what it leaves out passes as it is. It may take its time. `cut` breaks the connection. */
export interface Tampering {
  /** May call another route, or answer in the place of the server. */
  readonly asked?: (request: HttpRequest) => Later<HttpRequest | HttpAnswer | 'cut'>;
  /** May answer something else. */
  readonly answer?: (answered: AnsweredRequest) => Later<HttpAnswer | 'cut'>;
  /** The frames that pass instead of this one. */
  readonly fromServer?: (frame: Buffer, link: Link) => Later<readonly Buffer[] | 'cut'>;
  readonly fromClient?: (frame: Buffer, link: Link) => Later<readonly Buffer[] | 'cut'>;
  /** The lines that pass instead of this one, or how the stream is lost. */
  readonly line?: (line: StreamLine, stream: Stream) => Later<readonly object[] | Loss>;
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
  private readonly tampering: Tampering;
  /** The last step that a line showed. */
  private shown = -1;

  private constructor(target: string, tampering: Tampering) {
    this.target = target;
    this.tampering = tampering;
    this.server = createServer((request, response) => void this.pass(request, response));
    this.server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => {});
      const path = request.url ?? '';
      const behind = this.pathBehind(path);
      if (behind === undefined) return void socket.destroy();
      this.sockets.handleUpgrade(request, socket, head, (near) => {
        const far = new WebSocket(this.target.replace('http', 'ws') + behind);
        this.links.push(new Link({ path, near, far, tampering }));
      });
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

  private async pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${incoming.method} ${incoming.url}`;
    this.calls.push(call);
    try {
      const bytes = await buffer(incoming);
      const request = { call, sent: jsonOf(bytes.toString()) };
      this.lookForLeap(call);
      const asked = await (this.tampering.asked?.(request) ?? request);
      if (asked === 'cut') response.destroy();
      else if ('status' in asked) reply(response, asked);
      else await this.ask({ request: asked, bytes, headers: incoming.headers }, response);
    } catch {
      response.destroy(); // the server is away, as it is for a client without a gateway
    }
  }

  private lookForLeap(call: string): void {
    const [, from] = /\/stream\?(?:.*&)?from=(\d+)/.exec(call) ?? [];
    if (from !== undefined && Number(from) > this.shown) this.leaps.push(`${call} after the step ${this.shown}`);
  }

  private async ask(
    { request, bytes, headers }: { request: HttpRequest; bytes: Buffer; headers: IncomingHttpHeaders },
    response: ServerResponse,
  ): Promise<void> {
    const [method = '', path = ''] = request.call.split(' ');
    const { authorization, 'content-type': type } = headers;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await fetch(this.target + path, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
      signal: gone.signal,
    });
    if (answer.status === 200 && isStream(path)) await this.stream(answer, response);
    else await this.answer(request, answer, response);
  }

  private async stream(answer: Response, response: ServerResponse): Promise<void> {
    const stream = new Stream(response, this.tampering);
    this.streams.push(stream);
    response.writeHead(answer.status, headersOf(answer)).flushHeaders();
    await stream.pass(answer.body ?? new ReadableStream(), (step) => {
      this.shown = Math.max(this.shown, step);
    });
  }

  private async answer(request: HttpRequest, answer: Response, response: ServerResponse): Promise<void> {
    const { status } = answer;
    const [text, headers] = [await answer.text(), headersOf(answer)];
    if (!headers['content-type']?.includes('application/json')) return reply(response, { status, headers, text });
    const answered = { ...request, status, headers, body: this.moved(JSON.parse(text)) };
    const given = await (this.tampering.answer?.(answered) ?? answered);
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
}

export const isStream = (path: string) => /\/stream(\?|$)/.test(path);

/** Undefined if it is not JSON: the server says so then. */
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

function reply(response: ServerResponse, { status, headers, body, text = JSON.stringify(body) }: HttpAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

interface LinkEnds {
  /** Where the client opened it. */
  readonly path: string;
  readonly near: WebSocket;
  readonly far: WebSocket;
  readonly tampering: Tampering;
}

/** One socket through the gateway: frame after frame, in order. */
export class Link {
  /** How many frames came from the server. */
  fromServer = 0;
  isCut = false;
  isSilent = false;
  readonly path: string;
  private readonly ends: LinkEnds;
  private toFar: Promise<void>;
  private toNear: Promise<void> = Promise.resolve();

  constructor(ends: LinkEnds) {
    const { path, near, far } = ends;
    this.path = path;
    this.ends = ends;
    this.toFar = new Promise((resolve) => far.once('open', resolve));
    near.on('message', (frame: Buffer) => this.pass(frame, 'fromClient'));
    far.on('message', (frame: Buffer) => {
      this.fromServer++;
      this.pass(frame, 'fromServer');
    });
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('ping', (data) => {
      if (!this.isSilent) near.pong(data);
    });
    near.on('close', () => far.terminate());
    // What the server sent before it closed must reach the client first.
    far.on('close', (code) => void this.toNear.then(() => this.closeNear(code)));
  }

  /** Breaks the socket, without a farewell. */
  cut(): void {
    this.isCut = true;
    this.ends.near.terminate();
    this.ends.far.terminate();
  }

  /** From now on nothing passes, and not even a ping comes back: as when a router has forgotten the connection. */
  fallSilent(): void {
    this.isSilent = true;
  }

  /** Sends the client a frame that no server sent. */
  tell(frame: Buffer): void {
    this.toNear = this.toNear.then(() => this.ends.near.send(frame));
  }

  private closeNear(code: number): void {
    if (code >= 3000 || code === 1000) this.ends.near.close(code);
    else this.ends.near.terminate();
  }

  private pass(frame: Buffer, side: 'fromClient' | 'fromServer'): void {
    const to = side === 'fromClient' ? this.ends.far : this.ends.near;
    const work = async () => {
      if (this.isCut) return;
      const passed = await (this.ends.tampering[side]?.(frame, this) ?? [frame]);
      if (passed === 'cut') return this.cut();
      for (const one of passed) if (to.readyState === WebSocket.OPEN) to.send(one);
    };
    if (side === 'fromClient') this.toFar = this.toFar.then(work);
    else this.toNear = this.toNear.then(work);
  }
}

/** One stream of the plain door through the gateway: line after line. */
export class Stream {
  /** How many lines came from the server, without heartbeats. */
  lines = 0;
  isSilent = false;
  private readonly response: ServerResponse;
  private readonly tampering: Tampering;

  constructor(response: ServerResponse, tampering: Tampering) {
    this.response = response;
    this.tampering = tampering;
  }

  /** Passes the lines on until one side ends. `shown` gets the step of each line that passed as a whole. */
  async pass(body: AsyncIterable<Uint8Array>, shown: (step: number) => void): Promise<void> {
    for await (const text of linesOf(body)) {
      const line: StreamLine = JSON.parse(text);
      if (line.kind !== 'heartbeat') this.lines++;
      const passed = await (this.tampering.line?.(line, this) ?? [line]);
      if (this.response.destroyed || this.isSilent) continue;
      const isLoss = 'by' in passed;
      const whole = isLoss ? (passed.first ?? []) : passed;
      for (const one of whole) if (isShowing(one)) shown(one.step);
      await this.write(whole.map(textOf).join(''));
      if (isLoss) return this.lose(passed);
    }
    if (!this.isSilent) this.response.end();
  }

  /** Breaks the connection, without a farewell. */
  cut(): void {
    this.response.destroy();
  }

  /** From now on nothing passes, but nothing ends: as when a router has forgotten the connection. */
  fallSilent(): void {
    this.isSilent = true;
  }

  private async lose({ by, half }: Loss): Promise<void> {
    if (half !== undefined) {
      const bytes = Buffer.from(textOf(half));
      await this.write(bytes.subarray(0, bytes.length / 2));
    }
    if (by === 'end') this.response.end();
    else this.response.destroy();
  }

  private async write(bytes: string | Uint8Array): Promise<void> {
    if (bytes.length > 0) await new Promise<void>((resolve) => this.response.write(bytes, () => resolve()));
  }
}

/** Lines of other kinds may have a step that is none. */
const isShowing = (line: object): line is StreamLineOf<'state' | 'step'> =>
  'kind' in line && (line.kind === 'state' || line.kind === 'step');

const textOf = (line: object) => `${JSON.stringify(line)}\n`;

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
