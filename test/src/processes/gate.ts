/** The way of one player: HTTP requests go to one process of several, sockets to the process that their path names. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

/** The ports of the processes, by their names. */
export type Ports = Readonly<Record<string, number>>;

interface Way {
  to: string;
}

export class Gate {
  readonly url: string;
  private readonly http: Server;
  private readonly way: Way;

  private constructor(http: Server, way: Way) {
    this.http = http;
    this.way = way;
    this.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }

  static async open(to: string, ports: Ports): Promise<Gate> {
    const way: Way = { to };
    const http = createServer((asked, response) => {
      const { method, url: path, headers } = asked;
      const passed = request(
        { host: '127.0.0.1', port: ports[way.to], method, path, headers, agent: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          pipeline(answer, response, () => {});
        },
      );
      passed.on('error', () => response.destroy());
      response.on('close', () => passed.destroy());
      asked.pipe(passed);
    });
    http.on('upgrade', (asked, socket, head) => passUpgrade(ports, asked, { socket, head }));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return new Gate(http, way);
  }

  /** From now on HTTP requests go to this process. */
  lead(to: string): void {
    this.way.to = to;
  }

  close(): void {
    this.http.close();
    this.http.closeAllConnections();
  }
}

function passUpgrade(
  ports: Ports,
  { url = '', rawHeaders }: IncomingMessage,
  way: { socket: Duplex; head: Buffer },
): void {
  const port = ports[url.split('/')[1] ?? ''];
  if (port === undefined) return void way.socket.destroy();
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  const there = connect(port, '127.0.0.1');
  there.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  there.write(way.head);
  pipeline(way.socket, there, way.socket, () => {});
}
