/** The server of a cell. After a kill it starts again on the same folder and port. */
import { freePort } from '@flower-war/protocol/hosting';
import { UNLIMITED } from '../../../support/unlimited.ts';
import { Cable } from './cable.ts';
import { Child } from './child.ts';
import type { Beat, WarpClock } from './warpClock.ts';

export const BRIDGE_TOKEN = 'a-token-for-bridges-alone';

export class Server {
  readonly url: string;
  /** Through this cable the bridges reach the server. */
  readonly cable: Cable;
  private readonly settings: Readonly<Record<string, string>>;
  private readonly clock: WarpClock;
  private child: Child | undefined;

  private constructor(port: number, cable: Cable, { folder, clock }: { folder: string; clock: WarpClock }) {
    this.url = `http://127.0.0.1:${port}`;
    this.cable = cable;
    this.clock = clock;
    this.settings = {
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      BOT_DELAY_MS: '0',
      MESSAGES_PER_SECOND: '100000',
      BRIDGE_TOKEN,
      ...UNLIMITED,
    };
  }

  static async start(folder: string, clock: WarpClock): Promise<Server> {
    const port = await freePort();
    const server = new Server(port, await Cable.to(port), { folder, clock });
    await server.up();
    return server;
  }

  /** Kills the server, as a power failure does, and starts it again. */
  async crash(): Promise<void> {
    await this.child?.end('SIGKILL');
    await this.up();
  }

  /** Asks the server. Waits through a restart, however long it takes. */
  async ask<T>(what: string, ...given: readonly unknown[]): Promise<T> {
    for (let tries = 0; ; tries++) {
      const { child } = this;
      try {
        if (child === undefined) throw new Error('the server is down');
        return await Promise.race([child.ask<T>(what, ...given), child.gone.then(() => gone())]);
      } catch (error) {
        if (child?.isRunning || tries > 1200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  follow(beat: Beat): void {
    this.child?.follow(beat);
  }

  async stop(): Promise<void> {
    await this.child?.end();
    await this.cable.close();
  }

  /** Tries again while another connection of this machine still holds the port. */
  private async up(tries = 0): Promise<void> {
    const settings = { ...this.settings, BEAT: JSON.stringify(this.clock.current) };
    try {
      this.child = await Child.start(new URL('./serverChild.ts', import.meta.url), settings);
    } catch (error) {
      if (tries > 10 || !String(error).includes('EADDRINUSE')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return this.up(tries + 1);
    }
    this.child.follow(this.clock.current);
  }
}

function gone(): never {
  throw new Error('the server ended meanwhile');
}
