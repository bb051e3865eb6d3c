/** Several processes of the server under one address, behind nginx. */
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from '../lab/cluster.ts';
import { homesIn } from '../lab/house.ts';

export interface House {
  readonly url: string;
  readonly names: readonly string[];
  /** The name of the process in which each match lives. */
  homes(): Promise<ReadonlyMap<string, string>>;
  /** `kill -9`. Resolves when its supervisor has started it again. */
  kill(name: string): Promise<void>;
  /** One after the other, as docs/hosting.md says it. */
  restartAll(): Promise<void>;
  stop(): Promise<void>;
}

export const SETTINGS = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' };
/** As long as a supervisor waits before it starts a process again. */
const START_AGAIN_MS = 1000;

export class Proxied implements House {
  private readonly cluster: Cluster;

  private constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  static async start(): Promise<House> {
    return new Proxied(await Cluster.start({ processes: 3, settings: SETTINGS }));
  }

  get url(): string {
    return this.cluster.url;
  }

  get names(): readonly string[] {
    return this.cluster.processes.map(({ name }) => name);
  }

  homes(): Promise<ReadonlyMap<string, string>> {
    return homesIn(this.cluster);
  }

  async kill(name: string): Promise<void> {
    const one = this.cluster.process(name);
    await one.kill();
    await pause(START_AGAIN_MS);
    await one.start();
  }

  async restartAll(): Promise<void> {
    for (const one of this.cluster.processes) {
      await one.stop();
      await one.start();
    }
  }

  async stop(): Promise<void> {
    const { problems } = this.cluster;
    await this.cluster.stop();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  }
}
