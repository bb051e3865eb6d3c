/**
 * Ways to a program of this machine. A line fails like a network: cut at any byte, silent, slow, or refusing all. It heals. A gate leads
 * each person to one process of several. A proxy of frames may damage each frame on its way to a client.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createLine,
  type Server as LineServer,
  type Socket,
} from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** `up` is the way to the program, `down` the way back. */
const WAYS = ['up', 'down'] as const;
export type Way = (typeof WAYS)[number];

export class Line {
  /** How often a connection was cut in the middle of what went this way. */
  readonly cuts: Record<Way, number> = { up: 0, down: 0 };
  /** Callers whose request for a socket this line swallowed. They wait for an answer. */
  readonly hanging: Socket[] = [];
  private readonly server: LineServer;
  private readonly target: { readonly host: string; readonly port: number };
  private readonly sockets = new Set<Socket>();
  private readonly frozen = new Set<Way>();
  private readonly held: (() => void)[] = [];
  private isRefusing = false;
  private isMute = false;
  private delayMs = 0;
  private nextCut: { readonly way: Way; readonly share: number } | undefined;

  private constructor(target: Line['target']) {
    this.target = target;
    this.server = createLine((near) => this.join(near));
  }

  /** A line to a server of this address, at a free port or at this one. */
  static async to(url: string, at = 0): Promise<Line> {
    const { hostname: host, port } = new URL(url);
    const line = new Line({ host, port: Number(port) });
    await once(line.server.listen(at, '127.0.0.1'), 'listening');
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends all connections, and lets none in. */
  cut(): void {
    this.isRefusing = true;
    this.endAll();
  }

  /** Ends all connections in the middle of the next bytes that go this way. `share` is the part of them that still passes. */
  cutNext(way: Way, share: number): void {
    this.nextCut = { way, share };
  }

  /** Nothing passes, as if a cable was pulled: connections stay, and neither side learns of it. */
  freeze(...ways: readonly Way[]): void {
    for (const way of ways.length === 0 ? WAYS : ways) this.frozen.add(way);
  }

  /** Everything that passes takes this much longer. */
  delay(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** HTTP passes, and who asks for a socket never gets an answer. */
  swallowUpgrades(): void {
    this.isMute = true;
  }

  /** All passes again, also what was held up. */
  heal(): void {
    this.isRefusing = false;
    this.delayMs = 0;
    this.frozen.clear();
    for (const goOn of this.held.splice(0)) goOn();
  }

  /** Ends all connections. New ones may be made. What was held up is lost. */
  endAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    for (const socket of this.hanging) socket.destroy();
    this.server.close();
  }

  private join(near: Socket): void {
    near.on('error', () => {});
    if (this.isRefusing) return void near.destroy();
    const far = connect(this.target);
    this.pass('up', near, far);
    this.pass('down', far, near);
  }

  /** What comes from one side goes to the other in its order, and so does the end. */
  private pass(way: Way, from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    let last = Promise.resolve();
    const inTurn = (job: () => void) => {
      last = last.then(() => this.passable(way)).then(job);
    };
    from.on('error', () => {});
    from.on('data', (bytes) => {
      if (this.isMute && way === 'up' && /^upgrade: websocket/im.test(String(bytes))) this.hanging.push(from);
      else inTurn(() => this.send(way, bytes, to));
    });
    from.on('close', () => {
      this.sockets.delete(from);
      // The end of an idle connection to the server must not end a hanging one.
      inTurn(() => void (this.hanging.includes(to) || to.destroy()));
    });
  }

  private send(way: Way, bytes: Buffer, to: Socket): void {
    const cut = this.nextCut;
    if (cut?.way !== way) return void to.write(bytes);
    to.write(bytes.subarray(0, Math.floor(bytes.length * cut.share)), () => {
      if (this.nextCut !== cut) return;
      this.nextCut = undefined;
      this.cuts[way]++;
      this.endAll();
    });
  }

  private passable(way: Way): Promise<void> | undefined {
    if (!this.frozen.has(way)) return this.delayMs > 0 ? wait(this.delayMs) : undefined;
    return new Promise<void>((resolve) => this.held.push(resolve));
  }
}

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
