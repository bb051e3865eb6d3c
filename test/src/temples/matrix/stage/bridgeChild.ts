/** A bridge in a process of its own, which can die at the worst moments. */
import { createLog, type ServerLink, startBridge } from '@flower-war/bridge';
import { TempleLink, type TempleLinkEvents } from '@flower-war/client';
import type { LinkRequest, LinkRequestName } from '@flower-war/protocol';
import { answering } from './child.ts';
import { type Beat, WarpClock } from './warpClock.ts';

export interface BridgeOrders {
  readonly instance: string;
  readonly broker: { readonly url: string; readonly user: string; readonly password: string };
  readonly server: string;
  readonly token: string;
  readonly beat: Beat;
  /**
   * Dies at the report after so many: before it asks the server, or after the answer, which it passes on to no device.
   */
  readonly dies?: { readonly when: 'before' | 'after'; readonly reports: number };
}

const orders = JSON.parse(process.env['ORDERS'] ?? '') as BridgeOrders;
const clock = new WarpClock(orders.beat);

/** A link that dies at the fatal report. It passes on nothing that the server says meanwhile. */
class Mortal implements ServerLink {
  private readonly link = new TempleLink({ url: orders.server, token: orders.token });
  private left = orders.dies?.reports ?? Number.POSITIVE_INFINITY;
  private isDying = false;

  get isConnected(): boolean {
    return this.link.isConnected;
  }

  open(): void {
    this.link.open();
  }

  close(): void {
    this.link.close();
  }

  on<K extends keyof TempleLinkEvents>(name: K, listener: (value: TempleLinkEvents[K]) => void): () => void {
    return this.link.on(name, (value) => !this.isDying && listener(value));
  }

  async ask<N extends LinkRequestName>(name: N, request: LinkRequest<N>) {
    if (name !== 'observe' || --this.left >= 0) return this.link.ask(name, request);
    this.isDying = true;
    if (orders.dies?.when === 'after') await this.link.ask(name, request);
    process.kill(process.pid, 'SIGKILL');
    return undefined;
  }
}

const bridge = startBridge({
  instance: orders.instance,
  version: '0.0.0',
  homeAssistant: true,
  broker: orders.broker,
  link: new Mortal(),
  log: createLog({ LOG_LEVEL: 'error' }),
  clock,
});
answering(clock, {});
process.once('SIGTERM', () => void bridge.stop().then(() => process.exit(0)));
