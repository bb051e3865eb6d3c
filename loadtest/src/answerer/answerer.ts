/**
 * A server that only answers: it knows no rules and keeps nothing, but its bytes are those of a match. What a load measures
 * against it is the time of k6, of the sockets and of the machine.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { AnsweredMatch } from './answeredMatch.ts';

export interface AnswererWanted {
  /** It swallows every so many-th move, as a broken server would; 0: none. */
  readonly swallowEvery: number;
}

export class Answerer {
  readonly url: string;
  private readonly server: Server;
  private readonly sockets: WebSocketServer;

  private constructor(server: Server, sockets: WebSocketServer) {
    this.server = server;
    this.sockets = sockets;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open({ swallowEvery }: AnswererWanted): Promise<Answerer> {
    const matches = new Map<string, AnsweredMatch>();
    const sockets = new WebSocketServer({ noServer: true });
    const server = createServer((request, response) => answer(request, response, { matches, swallowEvery }));
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const [, match = '', seat = '0'] = /^\/\w+\/(\w+)\?sessionId=(\d+)/.exec(request.url ?? '') ?? [];
      sockets.handleUpgrade(request, socket, head, (line: WebSocket) => matches.get(match)?.enter(Number(seat), line));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Answerer(server, sockets);
  }

  close(): void {
    for (const line of this.sockets.clients) line.terminate();
    this.server.close();
    this.server.closeAllConnections();
  }
}

interface Answering extends AnswererWanted {
  readonly matches: Map<string, AnsweredMatch>;
}

function answer(request: IncomingMessage, response: ServerResponse, answering: Answering): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body: unknown = parts.length === 0 ? {} : JSON.parse(String(Buffer.concat(parts)));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(told(request.url ?? '', body as { readonly seats?: number }, answering)));
  });
}

function told(path: string, { seats = 2 }: { readonly seats?: number }, { matches, swallowEvery }: Answering): unknown {
  if (path === '/api/guests') return { token: 'of a guest' };
  const [, match, what] = /^\/api\/matches\/(\w+)\/(\w+)$/.exec(path) ?? [];
  const found = matches.get(match ?? '');
  if (found !== undefined && match !== undefined && what === 'seat') {
    const seat = found.taken++;
    return { seat, connection: { processId: 'answerer', roomId: match, sessionId: String(seat) } };
  }
  const id = String(matches.size).padStart(8, '0');
  matches.set(id, new AnsweredMatch(seats, swallowEvery));
  return { match: id, commitment: '' };
}
