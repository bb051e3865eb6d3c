/** A proxy before a server, which may change, hold back or damage each frame on its way to a client. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

export interface FrameProxy {
  readonly url: string;
  /** How many sockets were opened. */
  readonly sockets: () => number;
  /** What the sockets asked for: path and query. */
  readonly opening: readonly string[];
  stop(): void;
}

/** Gives what goes on to the client instead of the frame; `undefined` holds it back. */
export type ToClient = (frame: Buffer, socket: number) => Buffer | undefined;

/** Without `toClient` it refuses every socket. */
export async function frameProxy(target: string, toClient?: ToClient): Promise<FrameProxy> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((incoming, response) => forward(target, incoming, response));
  let opened = 0;
  const opening: string[] = [];
  server.on('upgrade', (incoming, socket, head) => {
    const number = ++opened;
    if (toClient === undefined) socket.destroy();
    else
      sockets.handleUpgrade(incoming, socket, head, (client) => {
        opening.push(incoming.url ?? '');
        const onward = new WebSocket(target.replace('http', 'ws') + withoutPrefix(incoming.url ?? ''));
        relay(client, onward, (frame) => toClient(frame, number));
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets: () => opened,
    opening,
    stop() {
      for (const client of sockets.clients) client.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The server knows no prefix: as before many servers, the proxy takes it off. */
function withoutPrefix(path: string): string {
  return path.replace(/^\/[^/?]+(?=\/[^/?]+\/[^/?]+\?)/, '');
}

function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = incoming;
  const onward = request(target + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}

function relay(client: WebSocket, onward: WebSocket, changed: (frame: Buffer) => Buffer | undefined): void {
  const early: RawData[] = [];
  client.on('message', (frame) => (onward.readyState === WebSocket.OPEN ? onward.send(frame) : early.push(frame)));
  onward.on('open', () => early.map((frame) => onward.send(frame)));
  onward.on('message', (frame: Buffer) => {
    const sent = changed(frame);
    if (sent !== undefined) client.send(sent);
  });
  client.on('close', () => onward.terminate());
  onward.on('close', () => client.terminate());
  for (const end of [client, onward]) end.on('error', () => {});
}
