/** A house with all that hosts put around it: Redis, nginx, mosquitto and two bridges. All are real, on the loopback, and can fail. */
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
import { noPostgres, noRedis, TestRedis } from '@flower-war/server/testing';
import { ROOT } from '../support/program.ts';
import { type HouseParts, House, makeServers, startAll } from './house.ts';
import type { Settings } from './serverProcess.ts';

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
