/** A line to a server that can be cut: a proxy on the loopback that ends connections as a network failure does. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Cuts at once, in the middle of the next bytes that the server sends, or in the middle of those that the client sends. */
const CUTS = ['now', 'down', 'up'] as const;
export type Cut = (typeof CUTS)[number];

export class CuttableLine {
  /** How often a connection was really cut, by kind. */
  readonly cuts: Record<Cut, number> = { now: 0, down: 0, up: 0 };
  private readonly server: Server;
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private next: { readonly cut: Exclude<Cut, 'now'>; readonly share: number } | undefined;

  private constructor(server: Server) {
    this.server = server;
  }

  /** At a free port, or at this one. */
  static async to(url: string, at = 0): Promise<CuttableLine> {
    const { hostname, port } = new URL(url);
    const line: CuttableLine = new CuttableLine(
      createServer((near) => line.pass(near, connect(Number(port), hostname))),
    );
    await new Promise<void>((resolve) => line.server.listen(at, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** `share` is the part of the next bytes that still passes. */
  cut(cut: Cut, share: number): void {
    if (cut === 'now') this.end('now');
    else this.next = { cut, share };
  }

  close(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.server.close();
  }

  private pass(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.pairs.add(pair);
    const over = () => {
      this.pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', over).on('close', over);
    }
    near.on('data', (bytes) => this.send(far, { bytes, cut: 'up' }));
    far.on('data', (bytes) => this.send(near, { bytes, cut: 'down' }));
  }

  private send(to: Socket, { bytes, cut }: { readonly bytes: Buffer; readonly cut: Cut }): void {
    if (this.next?.cut !== cut) return void to.write(bytes);
    const passing = bytes.subarray(0, Math.floor(bytes.length * this.next.share));
    to.write(passing, () => this.end(cut));
  }

  private end(cut: Cut): void {
    this.next = undefined;
    if (this.pairs.size > 0) this.cuts[cut]++;
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }
}
