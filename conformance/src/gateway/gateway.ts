/**
 * Stands between clients and a server, and can change all that passes. It gives each connection an address of its own,
 * `publicAddress`, with another prefix in every answer.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type FrameTampering, Link } from './link.ts';

/** An answer over HTTP, on its way to a client. */
export interface Passing {
  readonly call: string;
  readonly status: number;
  readonly body: unknown;
}

/** What a scenario does to what passes; what it leaves out passes as it is. */
export interface Tampering extends FrameTampering {
  /** May answer another answer, or `cut` to break the connection instead. It may take its time. */
  readonly answer?: (passing: Passing) => Passing | 'cut' | Promise<Passing | 'cut'>;
}

export class Gateway {
  /** Every call over HTTP that came. */
  readonly calls: string[] = [];
  /** Every socket that was opened, the newest last. */
  readonly links: Link[] = [];
  /** Sockets that were asked for at another address than the answer named. */
  readonly strays: string[] = [];
  private readonly target: string;
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({ noServer: true, autoPong: false });
  /** The prefix of the address that the answer named, by session. */
  private readonly prefixes = new Map<string, string>();
  private tampering: Tampering;

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
    const call = `${request.method} ${request.url}`;
    this.calls.push(call);
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const passed = await this.ask(request, Buffer.concat(chunks));
      if (passed === 'cut') return void response.destroy();
      response.writeHead(passed.status, passed.headers).end(passed.text);
    } catch {
      response.destroy(); // the server is away, as it is for a client without a gateway
    }
  }

  private async ask(request: IncomingMessage, sent: Buffer) {
    const { method = 'GET', url = '/' } = request;
    const { authorization, 'content-type': type } = request.headers;
    const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
    const answer = await fetch(this.target + url, {
      method,
      headers,
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    });
    const text = await answer.text();
    const kind = answer.headers.get('content-type') ?? '';
    const retry = answer.headers.get('retry-after');
    const heads = { 'content-type': kind, ...(retry !== null && { 'retry-after': retry }) };
    if (!kind.includes('application/json')) return { status: answer.status, headers: heads, text };
    const passing = { call: `${method} ${url}`, status: answer.status, body: this.moved(JSON.parse(text)) };
    const given = await (this.tampering.answer?.(passing) ?? passing);
    if (given === 'cut') return given;
    return { status: given.status, headers: heads, text: JSON.stringify(given.body) };
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
