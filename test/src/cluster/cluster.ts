/** Several servers with one PostgreSQL and one Redis, behind nginx: all on the loopback, all real, all can fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from '@flower-war/hosting/testing';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, noRedis, TestPostgres, TestRedis } from '@flower-war/server/testing';
import { BRIDGE_TOKEN, Bridges, noBridges } from './bridges.ts';
import { ClusterProcess } from './clusterProcess.ts';
import { NAMES, Nginx, noNginx } from './nginx.ts';
import { Relay } from './relay.ts';

/** What is missing on this machine. */
export const noCluster = noPostgres ?? noRedis ?? noNginx ?? noBridges;

export interface ClusterWanted {
  /** At most three: the files of the proxy name no more. */
  readonly processes: number;
  readonly settings?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly folder: string;
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  readonly processes: readonly ClusterProcess[];
  readonly proxy: Nginx;
  readonly bridges: Bridges;
  readonly database: string;
}

export class Cluster {
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  readonly processes: readonly ClusterProcess[];
  readonly proxy: Nginx;
  readonly bridges: Bridges;
  private readonly folder: string;
  private readonly database: string;

  private constructor({ folder, postgres, redis, processes, proxy, bridges, database }: Parts) {
    this.folder = folder;
    this.postgres = postgres;
    this.redis = redis;
    this.processes = processes;
    this.proxy = proxy;
    this.bridges = bridges;
    this.database = database;
  }

  static async start({ processes: count, settings = {} }: ClusterWanted): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
    const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    const database = new URL(await postgres.fresh()).pathname.slice(1);
    const processes = await Promise.all(
      NAMES.slice(0, count).map(async (name) => {
        const [port, toDatabase, toRedis] = await Promise.all([
          freePort(),
          Relay.to(postgres.port),
          Relay.to(redis.port),
        ]);
        const ground = { name, port, folder: join(folder, name), toDatabase, toRedis, database };
        return new ClusterProcess({ ...ground, settings: { BRIDGE_TOKEN, ...settings } });
      }),
    );
    const proxy = await Nginx.start(processes.map(({ server }) => Number(new URL(server.url).port)));
    const bridges = await Bridges.start(proxy);
    const cluster = new Cluster({ folder, postgres, redis, processes, proxy, bridges, database });
    try {
      await processes[0]?.start(); // the first one makes the tables
      await Promise.all(processes.slice(1).map((one) => one.start()));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The address for players. */
  get url(): string {
    return this.proxy.url;
  }

  process(name: string): ClusterProcess {
    const found = this.processes.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no server ${name}`);
    return found;
  }

  ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    return this.postgres.ask(this.database, sql);
  }

  /** The key from which the printed codes of temples are made. */
  async templeKey(): Promise<string> {
    const [row] = await this.ask("SELECT value FROM keys WHERE name = 'temples'");
    return String(row?.['value']);
  }

  /** What went wrong beside what players saw. */
  get problems(): readonly string[] {
    return [...this.processes, this.bridges].flatMap(({ problems }) => problems);
  }

  async stop(): Promise<void> {
    await this.bridges.stop();
    for (const one of this.processes) one.thaw();
    await Promise.all(this.processes.map((one) => one.kill()));
    await this.proxy.stop();
    for (const { toDatabase, toRedis } of this.processes) for (const relay of [toDatabase, toRedis]) relay.close();
    await Promise.all([this.postgres.stop(), this.redis.kill()]);
    cleanUp();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
