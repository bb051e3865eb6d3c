/** A way to a program of this machine that can fail: it can be cut, held up or slowed down, and it heals. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `up` is the way to the program, `down` the way back. */
const WAYS = ['up', 'down'] as const;
type Way = (typeof WAYS)[number];

export class Relay {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly frozen = new Set<Way>();
  private isCut = false;
  private delayMs = 0;
  private readonly held: (() => void)[] = [];

  private constructor(server: Server) {
    this.server = server;
  }

  /** A relay to a port of this machine. */
  static async to(port: number): Promise<Relay> {
    const relay: Relay = new Relay(createServer((near) => relay.join(near, port)));
    await once(relay.server.listen(0, '127.0.0.1'), 'listening');
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections, and lets none in. */
  cut(): void {
    this.isCut = true;
    this.endAll();
  }

  /** Nothing passes, as if a cable was pulled: connections stay, and neither side learns of it. */
  freeze(...ways: readonly Way[]): void {
    for (const way of ways.length === 0 ? WAYS : ways) this.frozen.add(way);
  }

  /** Everything that passes takes so much longer. */
  delay(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** All passes again, also what was held up. */
  heal(): void {
    this.isCut = false;
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
    this.server.close();
  }

  private join(near: Socket, port: number): void {
    near.on('error', () => {});
    if (this.isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
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
    from.on('data', (bytes) => inTurn(() => void to.write(bytes)));
    from.on('close', () => {
      this.sockets.delete(from);
      inTurn(() => void to.destroy());
    });
  }

  private passable(way: Way): Promise<void> | undefined {
    if (!this.frozen.has(way)) return this.delayMs > 0 ? wait(this.delayMs) : undefined;
    return new Promise<void>((resolve) => this.held.push(resolve));
  }
}
