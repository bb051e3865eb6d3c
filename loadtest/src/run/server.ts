/**
 * The server that is loaded: as `npm start` starts it, with its records on disk in a folder of its own. Or the one that only
 * answers, to know what k6 itself needs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BUSY, SMALL } from '@flower-war/launcher/testing';
import {
  noPostgres,
  noRedis,
  type OpenedStores,
  postgresStores,
  storesOnDisk,
  TestPostgres,
  TestRedis,
} from '@flower-war/server/testing';
import { pinnedTo } from './cores.ts';
import { type Part, partsStartedBy } from './parts.ts';

export interface ServerWanted {
  readonly kind: 'real' | 'answerer';
  readonly folder: string;
  /** So many on PostgreSQL and Redis. Without a number it is one with its records on disk. */
  readonly processes: number | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** With a broker and a bridge. */
  readonly hasTemples: boolean;
  /** Where a profile of its processor time goes, if one is wanted. */
  readonly profileTo: string | undefined;
}

const START = fileURLToPath(new URL('../../../launcher/src/start.mjs', import.meta.url));
const ANSWERER = fileURLToPath(new URL('../../tools/answerer.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SERVER_CORE = 0;
const READY_WITHIN_MS = 60_000;

export class LoadedServer {
  readonly url: string;
  /** The address of its broker, if it has temples. */
  readonly broker: string | undefined;
  readonly metricsToken: string;
  private readonly child: ChildProcess;
  private readonly stores: Stores;
  private readonly processes: number;
  private readonly folder: string | undefined;

  private constructor({ url, broker }: Addresses, { child, metricsToken, stores, processes, folder }: Starting) {
    this.url = url;
    this.broker = broker;
    this.processes = processes;
    this.folder = folder;
    this.child = child;
    this.metricsToken = metricsToken;
    this.stores = stores;
  }

  static async start(wanted: ServerWanted): Promise<LoadedServer> {
    const stores = wanted.processes !== undefined ? await Stores.start() : new Stores();
    const starting = launch(wanted, stores);
    try {
      return new LoadedServer(await readyAt(starting.child, wanted.hasTemples), starting);
    } catch (error) {
      await end(starting.child);
      await stores.stop();
      throw error;
    }
  }

  /** The processes of all programs that together are the server, without the launcher. */
  get parts(): Readonly<Record<Part, readonly number[]>> {
    return partsStartedBy(process.pid);
  }

  /** Where its processes tell of themselves. They are named by letters. */
  get metricsUrls(): readonly string[] {
    if (this.processes < 2) return [`${this.url}/metrics`];
    return Array.from({ length: this.processes }, (_, nth) => `${this.url}/${(10 + nth).toString(36)}/metrics`);
  }

  /** Ends its processes. What they stored is still there. */
  end(): Promise<void> {
    return end(this.child);
  }

  /** What it has stored, for when it has ended. Undefined if it keeps nothing. */
  async openStores(): Promise<OpenedStores | undefined> {
    if (this.folder === undefined) return undefined;
    return this.stores.database === undefined ? storesOnDisk(this.folder) : postgresStores(this.stores.database);
  }

  /** Whether it ended by itself. */
  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async stop(): Promise<void> {
    await this.end();
    await this.stores.stop();
  }
}

/** Several processes need a PostgreSQL, and are faster with a Redis. One to compare with them has both, too. */
class Stores {
  private readonly postgres: TestPostgres | undefined;
  private readonly redis: TestRedis | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly database: string | undefined;

  constructor(made?: { readonly postgres: TestPostgres; readonly redis: TestRedis; readonly database: string }) {
    this.postgres = made?.postgres;
    this.redis = made?.redis;
    this.database = made?.database;
    this.settings =
      made === undefined ? {} : { DATABASE_URL: made.database, REDIS_URL: `redis://127.0.0.1:${made.redis.port}` };
  }

  static async start(): Promise<Stores> {
    const missing = noPostgres ?? noRedis;
    if (missing !== undefined) throw new Error(`A number of processes cannot be loaded here: ${missing}.`);
    const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    return new Stores({ postgres, redis, database: await postgres.fresh() });
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgres?.stop(), this.redis?.kill()]);
  }
}

interface Starting {
  readonly child: ChildProcess;
  readonly metricsToken: string;
  readonly stores: Stores;
  readonly processes: number;
  /** Undefined if the server keeps nothing. */
  readonly folder: string | undefined;
}

/** In a group of its own, so that Ctrl-C reaches only the runner, which ends everything in order. */
function launch(wanted: ServerWanted, stores: Stores): Starting {
  const { kind, folder, processes, settings, profileTo } = wanted;
  const metricsToken = randomBytes(16).toString('hex');
  const command = { program: process.execPath, args: argsFor(wanted) };
  const pinned = processes !== undefined ? command : pinnedTo(SERVER_CORE, command);
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compiled`,
    ...(profileTo !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=1000 --cpu-prof-dir=${profileTo}` }),
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
    WEB: 'off',
    METRICS_TOKEN: metricsToken,
    ...stores.settings,
    ...settings,
  };
  const child = spawn(pinned.program, [...pinned.args], { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  return { child, metricsToken, stores, processes: processes ?? 1, folder: kind === 'real' ? folder : undefined };
}

function argsFor({ kind, processes, hasTemples }: ServerWanted): readonly string[] {
  if (kind === 'answerer') return [...BUSY, ANSWERER];
  const several = processes !== undefined && processes > 1 ? ['--processes', String(processes)] : [];
  return [...SMALL, START, ...(hasTemples ? [] : ['--no-temples']), ...several];
}

interface Addresses {
  readonly url: string;
  readonly broker?: string;
}

function readyAt(child: ChildProcess, hasTemples: boolean): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(
      () => reject(new Error(`The server is not ready after a minute. It said: ${said}`)),
      READY_WITHIN_MS,
    );
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-4000);
      const addresses = addressesIn(said, hasTemples);
      if (addresses === undefined) return;
      clearTimeout(late);
      resolve(addresses);
    });
    child.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`The server ended instead of starting. It said: ${said}`));
    });
  });
}

/** Undefined until the server has said all of them. */
function addressesIn(said: string, hasTemples: boolean): Addresses | undefined {
  const [, url] = /is ready at (http:\S+?)(?:,|\s|$)/.exec(said) ?? [];
  const [, broker] = /^Temples: (mqtt:\S+?),/m.exec(said) ?? [];
  if (url === undefined || (hasTemples && broker === undefined)) return undefined;
  return broker === undefined ? { url } : { url, broker };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
