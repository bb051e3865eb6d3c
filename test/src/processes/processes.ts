/** Several server processes on one real PostgreSQL, without Redis. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { TestPostgres } from '@flower-war/server/testing';
import { ChildServer } from '../support/childServer.ts';
import { metricsOf } from '../support/metrics.ts';
import { Gate, type Ports } from './gate.ts';

export type Settings = Readonly<Record<string, string>>;

export class Processes {
  readonly servers: Readonly<Record<string, ChildServer>>;
  readonly postgres: TestPostgres;
  readonly database: string;
  /** The ports of the processes, past their gates. */
  readonly ports: Ports;
  private readonly gates: readonly Gate[];
  readonly folder: string;
  private readonly urls: Readonly<Record<string, string>>;

  private constructor(
    parts: Pick<Processes, 'servers' | 'postgres' | 'database' | 'ports' | 'folder'> & { gates: Map<string, Gate> },
  ) {
    this.servers = parts.servers;
    this.postgres = parts.postgres;
    this.database = parts.database;
    this.ports = parts.ports;
    this.folder = parts.folder;
    this.gates = [...parts.gates.values()];
    this.urls = Object.fromEntries([...parts.gates].map(([name, { url }]) => [name, url]));
  }

  static async start(names: readonly string[], settings: Settings = {}): Promise<Processes> {
    const postgres = await TestPostgres.start(['fsync=on']);
    const database = await postgres.fresh();
    const folder = mkdtempSync(join(tmpdir(), 'processes-'));
    const common = { DATABASE_URL: database, DATA_DIR: folder, BOT_DELAY_MS: '0', TRUST_PROXY: '1' };
    const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()] as const)));
    const servers = Object.fromEntries(
      Object.entries(ports).map(
        ([name, port]) => [name, new ChildServer(port, { ...common, PROCESS_NAME: name, ...settings })] as const,
      ),
    );
    const gates = new Map(await Promise.all(names.map(async (name) => [name, await Gate.open(name, ports)] as const)));
    for (const server of Object.values(servers)) await server.start(); // the first one makes the tables
    return new Processes({ servers, postgres, database, ports, gates, folder });
  }

  /** Where HTTP requests reach this process, and sockets the one that they name. */
  at(name: string): string {
    const url = this.urls[name];
    if (url === undefined) throw new Error(`no process ${name}`);
    return url;
  }

  server(name: string): ChildServer {
    const server = this.servers[name];
    if (server === undefined) throw new Error(`no process ${name}`);
    return server;
  }

  /** How many requests a process has passed on, with this outcome. */
  async forwarded(name: string, outcome = 'answered'): Promise<number> {
    const text = await metricsOf(this.server(name).url);
    return Number(
      new RegExp(`^flower_war_forwarded_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    );
  }

  /** The name of the process that owns this, by the store. */
  async ownerOf(id: string): Promise<string | undefined> {
    const sql = `SELECT name FROM claims JOIN processes ON processes.process = claims.owner WHERE id = '${id}'`;
    const [row] = await this.ask(sql);
    return row && String(row['name']);
  }

  ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    return this.postgres.ask(new URL(this.database).pathname.slice(1), sql);
  }

  async stop(): Promise<void> {
    for (const gate of this.gates) gate.close();
    await Promise.all(Object.values(this.servers).map((server) => server.end('SIGKILL')));
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
