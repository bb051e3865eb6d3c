/**
 * Houses of real programs on the loopback, which all can fail. A house is several server processes on one real PostgreSQL; a gate leads to
 * each of them. A cluster is a house with all that hosts put around it: Redis, nginx, mosquitto and two bridges.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noMosquitto, startMosquitto, type TestMosquitto } from '@flower-war/bridge/broker';
import {
  cleanUp,
  missingFor,
  NGINX_MANY,
  StartedProgram,
  startProxy,
  type TestProxy,
} from '@flower-war/hosting/testing';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, noRedis, TestPostgres, TestRedis } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { ROOT } from '../support/program.ts';
import { metricsOf } from '../support/server.ts';
import { Gate, Line } from './line.ts';
import { ServerProcess, type Settings } from './serverProcess.ts';

/** The name of the server in which each match lives. */
export type Homes = ReadonlyMap<string, string>;

export const HOMES =
  'SELECT claims.id, processes.name FROM claims JOIN processes ON processes.process = claims.owner WHERE ended_at IS NULL';

export function homesOf(rows: readonly Record<string, unknown>[]): Homes {
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}

export const homesIn = async (house: Pick<House, 'ask'>): Promise<Homes> => homesOf(await house.ask(HOMES));

interface HouseParts {
  readonly postgres: TestPostgres;
  /** The address of the database. */
  readonly database: string;
  readonly folder: string;
  readonly processes: readonly ServerProcess[];
  readonly gates: readonly Gate[];
}

/** Makes the servers, and starts none of them. */
async function makeServers(
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
async function startAll([first, ...others]: readonly ServerProcess[]): Promise<void> {
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

/** What is missing on this machine. */
export const noCluster = noPostgres ?? noRedis ?? missingFor(NGINX_MANY) ?? noMosquitto();

/** The names of the servers in the files of nginx that hosts copy. */
const NAMES = ['a', 'b', 'c'] as const;
/** The temples that mosquitto lets in. */
const TEMPLES = ['templo-c0a1', 'templo-c0a2'];
const BRIDGES = ['near', 'far'] as const;
const BRIDGE_TOKEN = 'a-token-for-bridges-alone';

interface ProgramsAround {
  readonly redis: TestRedis;
  readonly proxy: TestProxy;
  readonly broker: TestMosquitto;
  readonly bridges: readonly StartedProgram[];
}

interface ClusterSetUp {
  readonly processes: number;
  readonly settings?: Settings;
  /** The program of all servers, if it is not the one of this checkout. */
  readonly main?: string;
}

export class Cluster extends House {
  readonly redis: TestRedis;
  /** All connections end with it. */
  readonly proxy: StartedProgram;
  readonly broker: TestMosquitto;
  readonly bridges: readonly StartedProgram[];
  /** The address for players. */
  readonly url: string;

  private constructor(parts: HouseParts, { redis, proxy, broker, bridges }: ProgramsAround) {
    super(parts);
    this.redis = redis;
    this.proxy = proxy.program;
    this.url = proxy.https;
    this.broker = broker;
    this.bridges = bridges;
  }

  /** At most three processes: the files of the proxy name no more. */
  static async start({ processes: count, settings, main }: ClusterSetUp): Promise<Cluster> {
    const redis = await TestRedis.start();
    const ofServers = { BRIDGE_TOKEN, LOG_LEVEL: 'info', ...settings };
    const parts = await makeServers(NAMES.slice(0, count), ofServers, { redis, hasClocks: true });
    if (main !== undefined) for (const one of parts.processes) one.main = main;
    // The files name all servers. At the places of those that are missing nothing answers.
    const missing = await Promise.all(NAMES.slice(count).map(() => freePort()));
    const proxy = await startProxy(NGINX_MANY, [...parts.processes.map(({ port }) => port), ...missing]);
    const broker = await startMosquitto({ devices: TEMPLES });
    const bridges = await Promise.all(BRIDGES.map((name) => startBridge(name, proxy, broker)));
    const cluster = new Cluster(parts, { redis, proxy, broker, bridges });
    try {
      await startAll(parts.processes);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** A bridge goes on however the others fail. */
  override get problems(): readonly string[] {
    const ended = this.bridges.filter(({ hasEnded }) => hasEnded);
    return [...super.problems, ...ended.map(({ said }) => `a bridge ended by itself: ${said.slice(-2000)}`)];
  }

  /** Says nothing of problems: the people who played here have told them. */
  override async stop(): Promise<void> {
    await Promise.all(this.bridges.map((one) => one.stop('SIGKILL')));
    await this.broker.stop();
    await this.proxy.stop();
    await this.stopServers();
    for (const { toRedis } of this.processes) toRedis.close();
    await this.redis.kill();
    cleanUp();
  }
}

function startBridge(name: string, proxy: TestProxy, broker: TestMosquitto): Promise<StartedProgram> {
  const { username, password } = broker.login('bridge');
  const environment = {
    SERVER_URL: proxy.https,
    NODE_EXTRA_CA_CERTS: proxy.certificate,
    BRIDGE_TOKEN,
    BRIDGE_NAME: name,
    MQTT_URL: `mqtt://127.0.0.1:${broker.servicePort}`,
    MQTT_USER: username,
    MQTT_PASSWORD: password,
    LOG_LEVEL: 'warn',
  };
  return StartedProgram.start({
    command: [process.execPath, 'bridge/src/main.ts'],
    environment,
    folder: ROOT,
    ports: [],
  });
}

/** Tests of servers with these names on one PostgreSQL, which start once for all of them. */
export function withHouse(
  title: string,
  [names, settings]: readonly [names: readonly string[], settings: Settings],
  tests: (house: () => House) => void,
): void {
  const skipped = noPostgres === undefined ? '' : ` (${noPostgres})`;
  describe.skipIf(noPostgres)(`${title}${skipped}`, () => {
    let house: House;
    beforeAll(async () => {
      house = await House.open(names, settings);
    });
    afterAll(() => house?.stop());
    tests(() => house);
  });
}
