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
  /** Runs while it is started again after it ended by itself. */
  private supervision: Promise<void> | undefined;

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
    this.server.onEnd = (code) => this.ended(code);
  }

  async start(): Promise<void> {
    this.isUp = true;
    await this.server.start();
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** As a deploy stops it. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
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

  /** Resolves when nothing starts it again either. */
  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.isUp = false;
    const code = await this.server.end(signal);
    await this.supervision;
    return code;
  }

  /** A supervisor starts it again. Any end but that of a process that was declared dead is a fault. */
  private ended(code: number | null): void {
    if (!this.isUp || this.supervision !== undefined) return;
    if (code === START_ANEW) this.restarts++;
    else this.problems.push(`${this.name} ended by itself with code ${code}: ${this.server.complained.slice(-2000)}`);
    this.supervision = this.startAgain().finally(() => {
      this.supervision = undefined;
    });
  }

  /** It cannot start while its database is away. */
  private async startAgain(): Promise<void> {
    while (this.isUp && !(await this.hasStarted())) await pause(START_AGAIN_MS);
  }

  private hasStarted(): Promise<boolean> {
    return this.server.start().then(
      () => true,
      () => false,
    );
  }
}
