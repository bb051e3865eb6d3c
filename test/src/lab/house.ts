/** Several server processes on one real PostgreSQL. A gate leads to each of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { TestPostgres, type TestRedis } from '@flower-war/server/testing';
import { metricsOf } from '../support/server.ts';
import { Gate } from './httpProxy.ts';
import { Line } from './line.ts';
import { ServerProcess, type Settings } from './serverProcess.ts';

/** The name of the server in which each match lives. */
export type Homes = ReadonlyMap<string, string>;

export const HOMES =
  'SELECT claims.id, processes.name FROM claims JOIN processes ON processes.process = claims.owner WHERE ended_at IS NULL';

export function homesOf(rows: readonly Record<string, unknown>[]): Homes {
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}

export const homesIn = async (house: Pick<House, 'ask'>): Promise<Homes> => homesOf(await house.ask(HOMES));

export interface HouseParts {
  readonly postgres: TestPostgres;
  /** The address of the database. */
  readonly database: string;
  readonly folder: string;
  readonly processes: readonly ServerProcess[];
  readonly gates: readonly Gate[];
}

/** Makes the servers, and starts none of them. */
export async function makeServers(
  names: readonly string[],
  settings: Settings,
  { redis, hasClocks = false }: { readonly redis?: TestRedis; readonly hasClocks?: boolean } = {},
): Promise<HouseParts> {
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  const postgres = await TestPostgres.start();
  const database = await postgres.fresh();
  const lineTo = (port: number) => Line.to(`http://127.0.0.1:${port}`);
  const processes = await Promise.all(
    names.map(async (name) => {
      const toRedis = redis && (await lineTo(redis.port));
      return new ServerProcess({
        name,
        port: await freePort(),
        folder: join(folder, name),
        toDatabase: await lineTo(postgres.port),
        ...(toRedis && { toRedis }),
        database: new URL(database).pathname.slice(1),
        hasClock: hasClocks,
        settings,
      });
    }),
  );
  const ports = Object.fromEntries(processes.map(({ name, port }) => [name, port]));
  const gates = await Promise.all(names.map((name) => Gate.open(name, ports)));
  return { postgres, database, folder, processes, gates };
}

/** The first server makes the tables. */
export async function startAll([first, ...others]: readonly ServerProcess[]): Promise<void> {
  await first?.start();
  await Promise.all(others.map((one) => one.start()));
}

export class House {
  readonly postgres: TestPostgres;
  readonly database: string;
  readonly folder: string;
  readonly processes: readonly ServerProcess[];
  private readonly gates: readonly Gate[];

  protected constructor({ postgres, database, folder, processes, gates }: HouseParts) {
    this.postgres = postgres;
    this.database = database;
    this.folder = folder;
    this.processes = processes;
    this.gates = gates;
  }

  static async open(names: readonly string[], settings: Settings = {}): Promise<House> {
    const house = new House(await makeServers(names, settings));
    await startAll(house.processes);
    return house;
  }

  /** Where HTTP requests reach this process, and sockets the one that they name. */
  at(name: string): string {
    const gate = this.gates[this.processes.indexOf(this.process(name))];
    return gate?.url ?? '';
  }

  process(name: string): ServerProcess {
    const found = this.processes.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no server ${name}`);
    return found;
  }

  /** How many requests a process has passed on, with this outcome. */
  async forwarded(name: string, outcome = 'answered'): Promise<number> {
    const text = await metricsOf(this.process(name).url);
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

  /** The key from which the printed codes of temples are made. */
  async templeKey(): Promise<string> {
    const [row] = await this.ask("SELECT value FROM keys WHERE name = 'temples'");
    return String(row?.['value']);
  }

  ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    return this.postgres.ask(new URL(this.database).pathname.slice(1), sql);
  }

  /** What went wrong beside what players saw. */
  get problems(): readonly string[] {
    return this.processes.flatMap(({ problems }) => problems);
  }

  /** A server that ended by itself is told here. */
  async stop(): Promise<void> {
    await this.stopServers();
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }

  protected async stopServers(): Promise<void> {
    for (const gate of this.gates) gate.close();
    for (const one of this.processes) one.signal('SIGCONT');
    await Promise.all(this.processes.map((one) => one.kill()));
    for (const one of this.processes) one.toDatabase.close();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
