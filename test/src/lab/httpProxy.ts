/** Proxies that know HTTP: one leads each person to a server process, the other may damage each frame on its way to a client. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** The ports of the processes, by their names. */
type Ports = Readonly<Record<string, number>>;

/** The way of one person: HTTP requests go to one process of several, sockets to the process that their path names. */
export class Gate {
  private readonly http: Server;

  private constructor(process: string, ports: Ports) {
    this.http = createServer((asked, response) => forward(ports[process] ?? 0, asked, response));
    this.http.on('upgrade', (asked, near, head) => {
      const { url = '', rawHeaders } = asked;
      const port = ports[url.split('/')[1] ?? ''];
      if (port === undefined) return void near.destroy();
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      const far = connect(port, '127.0.0.1');
      far.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      pipeline(near, far, near, () => {});
    });
  }

  static async open(process: string, ports: Ports): Promise<Gate> {
    const gate = new Gate(process, ports);
    await once(gate.http.listen(0, '127.0.0.1'), 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  close(): void {
    this.http.close();
    this.http.closeAllConnections();
  }
}

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

/** A proxy before one server. Without `toClient` it refuses every socket. */
export async function frameProxy(target: string, toClient?: ToClient): Promise<FrameProxy> {
  const sockets = new WebSocketServer({ noServer: true });
  const http = createServer((asked, response) => forward(Number(new URL(target).port), asked, response));
  const opening: string[] = [];
  let opened = 0;
  http.on('upgrade', (asked, socket, head) => {
    const number = ++opened;
    if (toClient === undefined) return void socket.destroy();
    sockets.handleUpgrade(asked, socket, head, (client) => {
      const { url = '' } = asked;
      opening.push(url);
      // The server knows no prefix: as before many servers, the proxy takes it off.
      const path = url.replace(/^\/[^/?]+(?=\/[^/?]+\/[^/?]+\?)/, '');
      passFrames(client, new WebSocket(target.replace('http', 'ws') + path), (frame) => toClient(frame, number));
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    sockets: () => opened,
    opening,
    stop() {
      for (const client of sockets.clients) client.terminate();
      http.close();
      http.closeAllConnections();
    },
  };
}

function forward(port: number, asked: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = asked;
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  asked.pipe(onward);
}

function passFrames(client: WebSocket, server: WebSocket, changed: (frame: Buffer) => Buffer | undefined): void {
  const early: RawData[] = [];
  client.on('message', (frame) => (server.readyState === WebSocket.OPEN ? server.send(frame) : early.push(frame)));
  server.on('open', () => early.map((frame) => server.send(frame)));
  server.on('message', (frame: Buffer) => {
    const sent = changed(frame);
    if (sent !== undefined) client.send(sent);
  });
  client.on('close', () => server.terminate());
  server.on('close', () => client.terminate());
  for (const end of [client, server]) end.on('error', () => {});
}
