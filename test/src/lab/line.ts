/** A line to a program of this machine that fails like a network: cut at any byte, silent, slow, or refusing all. It heals. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `up` is the way to the program, `down` the way back. */
const WAYS = ['up', 'down'] as const;
export type Way = (typeof WAYS)[number];

export class Line {
  /** How often a connection was cut in the middle of what went this way. */
  readonly cuts: Record<Way, number> = { up: 0, down: 0 };
  /** Callers whose request for a socket this line swallowed. They wait for an answer. */
  readonly hanging: Socket[] = [];
  private readonly server: Server;
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
    this.server = createServer((near) => this.join(near));
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
