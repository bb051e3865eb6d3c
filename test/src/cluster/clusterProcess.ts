/** One server of several that share a database. Its ways to the database and to Redis can fail. */
import { setTimeout as pause } from 'node:timers/promises';
import { ChildServer } from '../support/childServer.ts';
import { metricsOf } from '../support/metrics.ts';
import type { Relay } from './relay.ts';

/** The exit code of a server that was declared dead: it starts again as another process. */
const START_ANEW = 75;
const START_AGAIN_MS = 500;

export interface Ground {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  readonly toDatabase: Relay;
  readonly toRedis: Relay;
  /** The name of the database. */
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
}

export class ClusterProcess {
  readonly name: string;
  readonly toDatabase: Relay;
  readonly toRedis: Relay;
  readonly server: ChildServer;
  /** How often it ended by itself to start anew. */
  restarts = 0;
  readonly problems: string[] = [];
  private isUp = false;
  private isStarting = false;

  constructor({ name, port, folder, toDatabase, toRedis, database, settings }: Ground) {
    this.name = name;
    this.toDatabase = toDatabase;
    this.toRedis = toRedis;
    this.server = new ChildServer(port, {
      PROCESS_NAME: name,
      DATA_DIR: folder,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${toDatabase.port}/${database}`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      INTERNAL_HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      ...settings,
    });
    this.server.isHeard = false;
    this.server.onEnd = (code) => void this.ended(code);
  }

  async start(): Promise<void> {
    this.isUp = true;
    await this.server.start();
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.isUp = false;
    await this.server.end('SIGKILL');
  }

  /** As a deploy stops it. */
  async stop(): Promise<number | null> {
    this.isUp = false;
    return this.server.end('SIGTERM');
  }

  freeze(): void {
    this.server.signal('SIGSTOP');
  }

  thaw(): void {
    this.server.signal('SIGCONT');
  }

  /** Its counters, asked past the proxy. Nothing if it does not answer. */
  async counters(): Promise<ReadonlyMap<string, number>> {
    const text = await metricsOf(this.server.url).catch(() => '');
    return new Map(
      [...text.matchAll(/^(\w+(?:\{[^}]*\})?) ([\d.e+-]+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    );
  }

  /** A supervisor starts it again. Any end but that of a process that was declared dead is a fault. */
  private async ended(code: number | null): Promise<void> {
    if (!this.isUp || this.isStarting) return;
    this.isStarting = true;
    if (code === START_ANEW) this.restarts++;
    else this.problems.push(`${this.name} ended by itself with code ${code}: ${this.server.complained.slice(-2000)}`);
    // It cannot start while its database is away.
    while (this.isUp && !(await this.hasStarted())) await pause(START_AGAIN_MS);
    this.isStarting = false;
  }

  private hasStarted(): Promise<boolean> {
    return this.server.start().then(
      () => true,
      () => false,
    );
  }
}
