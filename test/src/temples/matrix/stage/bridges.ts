/** The bridges of a cell. A bridge that dies starts again. */
import type { BridgeOrders } from './bridgeChild.ts';
import type { CellBroker } from './brokers.ts';
import { Cable } from './cable.ts';
import { Child } from './child.ts';
import { BRIDGE_TOKEN, type Server } from './server.ts';
import type { Beat, WarpClock } from './warpClock.ts';

/** How often a bridge dies, each time at one of the next reports. */
export interface Dying {
  readonly when: 'before' | 'after';
  readonly times: number;
}

interface Around {
  readonly count: number;
  readonly dying?: Dying;
  readonly server: Server;
  readonly broker: CellBroker;
  readonly clock: WarpClock;
}

export class Bridges {
  /** Through this cable all bridges reach the broker. */
  readonly cable: Cable;
  deaths = 0;
  private readonly around: Around;
  private readonly children = new Map<number, Child>();
  private isStopping = false;

  private constructor(around: Around, cable: Cable) {
    this.around = around;
    this.cable = cable;
  }

  static async start(around: Around): Promise<Bridges> {
    const bridges = new Bridges(around, await Cable.to(around.broker.servicePort));
    await Promise.all(Array.from({ length: around.count }, (_, index) => bridges.up(index)));
    return bridges;
  }

  follow(beat: Beat): void {
    for (const child of this.children.values()) child.follow(beat);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    for (const child of this.children.values()) child.signal(signal);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.children.values()].map((child) => child.end('SIGKILL')));
    await this.cable.close();
  }

  private async up(index: number): Promise<void> {
    if (this.isStopping) return;
    const child = await Child.start(new URL('./bridgeChild.ts', import.meta.url), {
      ORDERS: JSON.stringify(this.orders(index)),
    });
    this.children.set(index, child);
    child.follow(this.around.clock.current);
    void child.gone.then(() => {
      if (this.isStopping) return;
      this.deaths++;
      void this.up(index).catch((error: unknown) => console.error(error));
    });
    if (this.isStopping) await child.end('SIGKILL');
  }

  private orders(index: number): BridgeOrders {
    const { dying, server, broker, clock } = this.around;
    const { username: user, password } = broker.login('bridge');
    const isDying = dying !== undefined && this.deaths < dying.times;
    return {
      instance: `cell-${index}`,
      broker: { url: `mqtt://127.0.0.1:${this.cable.port}`, user, password },
      server: `http://127.0.0.1:${server.cable.port}`,
      token: BRIDGE_TOKEN,
      beat: clock.current,
      ...(isDying && { dies: { when: dying.when, reports: 2 + ((this.deaths * 3) % 5) } }),
    };
  }
}
