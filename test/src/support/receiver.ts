/** Receives notices: a test adds its `url` as a webhook. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Notice } from '@flower-war/protocol';

export interface Arrived {
  readonly notice: Notice;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export class Receiver {
  /** Every delivery, including repeats of the same notice. */
  readonly arrived: Arrived[] = [];
  /** Notices by id, as a receiver sees them that ignores repeats. */
  readonly seen = new Map<string, Notice>();
  answer: (response: ServerResponse, arrived: Arrived) => void = (response) => response.end();
  private readonly server: Server;
  private readonly serve: (socket: Socket) => void;
  private readonly ignored: Socket[] = [];

  private constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () =>
        this.take({ notice: JSON.parse(body) as Notice, body, headers: request.headers }, response),
      );
    });
    const serving = this.server.listeners('connection') as ((socket: Socket) => void)[];
    this.serve = (socket) => {
      for (const one of serving) one.call(this.server, socket);
    };
    this.listen();
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Takes connections but reads nothing. Resolves with the first connection. */
  ignore(): Promise<void> {
    this.server.removeAllListeners('connection');
    return new Promise((resolve) =>
      this.server.on('connection', (socket) => {
        this.ignored.push(socket.on('error', () => {}));
        resolve();
      }),
    );
  }

  listen(): void {
    for (const socket of this.ignored.splice(0)) socket.destroy();
    this.server.removeAllListeners('connection').on('connection', this.serve);
  }

  /** The notices of a match, each once, in the order of their first arrival. */
  of(match: string): readonly Notice[] {
    return [...this.seen.values()].filter((notice) => 'match' in notice && notice.match === match);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(arrived: Arrived, response: ServerResponse): void {
    this.arrived.push(arrived);
    if (!this.seen.has(arrived.notice.id)) this.seen.set(arrived.notice.id, arrived.notice);
    this.answer(response, arrived);
  }
}
