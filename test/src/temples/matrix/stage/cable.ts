/** A cable that can be pulled: a port of this machine that leads to another one. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Line {
  readonly near: Socket;
  readonly far: Socket;
}

export class Cable {
  readonly port: number;
  private readonly server: Server;
  private readonly lines: Set<Line>;
  private readonly state: { isOpen: boolean };

  private constructor(server: Server, lines: Set<Line>, state: { isOpen: boolean }) {
    this.server = server;
    this.lines = lines;
    this.state = state;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to(port: number): Promise<Cable> {
    const lines = new Set<Line>();
    const state = { isOpen: true };
    const server = createServer({ noDelay: true }, (near) => {
      near.on('error', () => {});
      if (!state.isOpen) return void near.resetAndDestroy();
      const line = { near, far: connect({ port, host: '127.0.0.1', noDelay: true }) };
      line.far.on('error', () => {});
      lines.add(line);
      near.pipe(line.far).pipe(near);
      for (const socket of [near, line.far]) socket.once('close', () => end(lines, line));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new Cable(server, lines, state);
  }

  /** Cuts all connections, and lets no new one through until `plug`. */
  pull(): void {
    this.state.isOpen = false;
    this.cut();
  }

  plug(): void {
    this.state.isOpen = true;
  }

  /** Cuts all connections. Clients may reconnect at once. */
  cut(): void {
    for (const line of this.lines) end(this.lines, line);
  }

  async close(): Promise<void> {
    this.pull();
    this.server.close();
    await once(this.server, 'close');
  }
}

function end(lines: Set<Line>, line: Line): void {
  lines.delete(line);
  for (const socket of [line.near, line.far]) if (!socket.destroyed) socket.resetAndDestroy();
}
