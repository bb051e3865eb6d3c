/** The server that is loaded: as `npm start` starts it, with its records on disk in a folder of its own, or on PostgreSQL and Redis. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SMALL } from '@flower-war/launcher/testing';
import {
  noPostgres,
  noRedis,
  type OpenedStores,
  postgresStores,
  storesOnDisk,
  TestPostgres,
  TestRedis,
} from '@flower-war/server/testing';
import { type LoopDelay, pinnedTo } from './usage.ts';

interface ServerOptions {
  readonly folder: string;
  /** The number of processes on PostgreSQL and Redis. Without a number it is one with its records on disk. */
  readonly processes: number | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Where a profile of its processor time goes, if one is wanted. */
  readonly profileTo?: string | undefined;
}

const START = fileURLToPath(new URL('../../launcher/src/start.mjs', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const SERVER_CORE = 0;
const READY_WITHIN_MS = 60_000;

interface Parts {
  readonly options: ServerOptions;
  /** The launcher, the parent of all other processes. */
  readonly child: ChildProcess;
  /** With which it tells its metrics. */
  readonly token: string;
  readonly stores: Stores | undefined;
}

export class LoadedServer {
  readonly url: string;
  private readonly parts: Parts;

  private constructor(url: string, parts: Parts) {
    this.url = url;
    this.parts = parts;
  }

  static async start(options: ServerOptions): Promise<LoadedServer> {
    const stores = options.processes === undefined ? undefined : await startStores();
    const token = randomBytes(16).toString('hex');
    const child = launch(options, { METRICS_TOKEN: token, ...stores?.settings });
    try {
      return new LoadedServer(await readyAt(child), { options, child, token, stores });
    } catch (error) {
      await end(child);
      await stores?.stop();
      throw error;
    }
  }

  /** The process of the launcher. */
  get pid(): number {
    return this.parts.child.pid ?? Number.NaN;
  }

  /** Asks the PostgreSQL of several processes. */
  ask(query: string): ReturnType<TestPostgres['ask']> {
    const { stores } = this.parts;
    if (stores === undefined) throw new Error('the server has no PostgreSQL');
    return stores.ask(query);
  }

  /** The delay of the event loop since the last call, of the process whose timers were latest. */
  async loopDelay(): Promise<LoopDelay> {
    const { token, options } = this.parts;
    const { processes = 1 } = options;
    // The processes behind the door are named by letters.
    const names = processes < 2 ? [''] : Array.from({ length: processes }, (_, nth) => `/${(10 + nth).toString(36)}`);
    const all = await Promise.all(names.map((name) => loopDelayAt(`${this.url}${name}/metrics`, token)));
    return all.reduce((worst, one) => (one.p99 > worst.p99 ? one : worst));
  }

  /** Ends its processes. What they stored is still there. */
  end(): Promise<void> {
    return end(this.parts.child);
  }

  /** What it has stored, for when it has ended. */
  async openStores(): Promise<OpenedStores> {
    const { stores, options } = this.parts;
    return stores === undefined ? storesOnDisk(options.folder) : postgresStores(stores.database);
  }

  get hasEnded(): boolean {
    return hasEnded(this.parts.child);
  }

  async stop(): Promise<void> {
    await this.end();
    await this.parts.stores?.stop();
  }
}

type Stores = Awaited<ReturnType<typeof startStores>>;

/** Several processes need a PostgreSQL, and are faster with a Redis. One to compare with them has both, too. */
async function startStores() {
  const missing = noPostgres ?? noRedis;
  if (missing !== undefined) throw new Error(`A number of processes cannot be loaded here: ${missing}.`);
  const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
  const database = await postgres.fresh();
  return {
    database,
    ask: (query: string) => postgres.ask(new URL(database).pathname.slice(1), query),
    settings: { DATABASE_URL: database, REDIS_URL: `redis://127.0.0.1:${redis.port}` },
    stop: () => Promise.all([postgres.stop(), redis.kill()]),
  };
}

/** In a group of its own, so that Ctrl-C reaches only the runner, which ends everything in order. */
function launch({ folder, processes, settings, profileTo }: ServerOptions, more: NodeJS.ProcessEnv): ChildProcess {
  const several = processes !== undefined && processes > 1 ? ['--processes', String(processes)] : [];
  const command = [process.execPath, ...SMALL, START, '--no-temples', ...several];
  const [program = '', ...args] = processes === undefined ? pinnedTo(SERVER_CORE, command) : command;
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: COMPILED,
    ...(profileTo !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=1000 --cpu-prof-dir=${profileTo}` }),
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    WEB: 'off',
    ...more,
    ...settings,
  };
  return spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what: string) => reject(new Error(`The server ${what}. It said: ${said}`));
    const late = setTimeout(() => fail('is not ready after a minute'), READY_WITHIN_MS);
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-4000);
      const [, url] = /is ready at (http:\S+?)(?:,|\s|$)/.exec(said) ?? [];
      if (url === undefined) return;
      clearTimeout(late);
      resolve(url);
    });
    child.once('exit', () => {
      clearTimeout(late);
      fail('ended instead of starting');
    });
  });
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

const ASK_WITHIN_MS = 5000;
/** The server measures the delay of a timer of 10 ms, and tells both together. */
const TIMER_MS = 10;

async function loopDelayAt(url: string, token: string): Promise<LoopDelay> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await fetch(url, { headers, signal: AbortSignal.timeout(ASK_WITHIN_MS) })).text();
  const milliseconds = (what: string) => {
    const [, seconds] = new RegExp(`^nodejs_eventloop_lag_${what}_seconds ([\\d.e+-]+)$`, 'm').exec(text) ?? [];
    return Math.max(0, Number(seconds) * 1000 - TIMER_MS);
  };
  return { p99: milliseconds('p99'), most: milliseconds('max') };
}
