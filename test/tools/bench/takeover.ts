/**
 * npm run bench:takeover [-- --kills 6 --restarts 2 --tables 12]: how long matches stand still for their players when a process of
 * `npm start -- --processes 3` is killed, and during a rolling restart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { commandLine } from '@flower-war/protocol/command-line';
import { TestPostgres, TestRedis } from '@flower-war/server/testing';
import { CLUSTER_SETTINGS, Mover } from '../../src/bench/movers.ts';
import { below, readProcess } from '../../src/bench/npmStart.ts';
import { noCluster } from '../../src/lab/cluster.ts';
import { at, HOMES, homesOf } from '../../src/lab/chaos.ts';
import { UNLIMITED } from '../../src/support/unlimited.ts';

const START = fileURLToPath(new URL('../../../launcher/src/start.mjs', import.meta.url));
const RESTART = fileURLToPath(new URL('../../../launcher/src/servers/rollingRestart.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;
const THINKING_MS = 50;
/** Connections are steady again, and processes have compiled their code. */
const CALM_MS = 5000;

const { values } = commandLine({
  name: 'bench:takeover',
  does: 'measures how long matches stand still when a process is killed, and during a rolling restart',
  flags: {
    kills: { kind: 'whole', usual: 6, tells: 'how often a process is killed' },
    restarts: { kind: 'whole', usual: 2, tells: 'how often all processes are started anew, one after the other' },
    tables: { kind: 'whole', usual: 12, least: 1, tells: 'matches at a time' },
  },
});
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

/** Several processes behind the front door, on a PostgreSQL and a Redis of their own. */
class Processes {
  readonly names = ['a', 'b', 'c'];
  url = '';
  private readonly postgres: TestPostgres;
  private readonly redis: TestRedis;
  private readonly database: string;
  private readonly folder: string;
  private readonly child: ChildProcess;
  private readonly said: string[] = [];

  private constructor(postgres: TestPostgres, redis: TestRedis, database: string) {
    this.postgres = postgres;
    this.redis = redis;
    this.database = new URL(database).pathname.slice(1);
    this.folder = mkdtempSync(join(tmpdir(), 'doored-'));
    const data = { DATA_DIR: this.folder, DATABASE_URL: database, REDIS_URL: `redis://127.0.0.1:${redis.port}` };
    const settings = { PORT: '0', WEB: 'off', ...data, ...UNLIMITED, ...CLUSTER_SETTINGS };
    const args = [START, '--processes', String(this.names.length), '--no-temples'];
    this.child = spawn(process.execPath, args, { env: { ...process.env, ...settings } });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => this.said.push(String(chunk)));
  }

  static async start(): Promise<Processes> {
    const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    const started = new Processes(postgres, redis, await postgres.fresh());
    const told = () => /ready at (\S+?),/.exec(started.said.join(''))?.[1];
    await started.until(() => told() !== undefined);
    started.url = told() ?? '';
    return started;
  }

  async homes(): Promise<ReadonlyMap<string, string>> {
    return homesOf(await this.postgres.ask(this.database, HOMES));
  }

  async kill(name: string): Promise<void> {
    const pid = this.pidOf(name);
    if (pid === undefined) throw new Error(`no process ${name} runs`);
    process.kill(pid, 'SIGKILL');
    await this.until(() => ![pid, undefined].includes(this.pidOf(name)));
    await this.until(async () => (await fetch(`${this.url}/${name}/health/ready`)).ok);
  }

  async restartAll(): Promise<void> {
    const child = spawn(process.execPath, [RESTART], { env: { ...process.env, DATA_DIR: this.folder } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`npm run rolling-restart failed: ${said}`);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null) await once(this.child, 'exit');
    await Promise.all([this.postgres.stop(), this.redis.kill()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The launcher says which processes run, but not which name each has. */
  private pidOf(name: string): number | undefined {
    const isNamed = (pid: number) => readProcess(pid, 'environ').split('\0').includes(`PROCESS_NAME=${name}`);
    return below(this.child.pid ?? Number.NaN).find(isNamed);
  }

  private async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const since = performance.now(); performance.now() - since < READY_WITHIN_MS; await pause(50)) {
      if (await holds()) return;
      if (this.child.exitCode !== null) break;
    }
    throw new Error(`npm start did not get ready: ${this.said.join('').slice(-4000)}`);
  }
}

const processes = await Processes.start();
try {
  const movers = await Promise.all(
    Array.from({ length: values.tables }, () => Mover.start(processes.url, THINKING_MS)),
  );
  await pause(CALM_MS);
  tell('kill -9', await times(values.kills, (n) => killOne(movers, n)));
  tell('rolling restart', await times(values.restarts, () => restartAll(movers)));
  await Promise.all(movers.map((mover) => mover.stop()));
} finally {
  await processes.stop();
}

function tell(name: string, standstills: readonly number[]): void {
  const sorted = standstills.toSorted((a, b) => a - b);
  const [median, tenth, worst] = [0.5, 0.9, 1].map((share) => secondsOf(at(sorted, share)));
  console.log(`${name}, ${sorted.length} standstills: median ${median}, p90 ${tenth}, longest ${worst}`);
}

async function times(count: number, job: (n: number) => Promise<readonly number[]>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) {
    all.push(...(await job(n)));
    await pause(CALM_MS);
  }
  return all;
}

/** Returns how long each match of the killed process stood still, in milliseconds. */
async function killOne(movers: readonly Mover[], n: number): Promise<readonly number[]> {
  const name = processes.names[n % processes.names.length] ?? '';
  const homes = await processes.homes();
  const hit = movers.filter(({ match }) => homes.get(match) === name);
  const began = performance.now();
  const back = processes.kill(name);
  const found = await Promise.all(hit.map((mover) => mover.backAfter(began)));
  await back;
  console.log(`${name} killed, and ready again after ${secondsOf(performance.now() - began)}`);
  return found;
}

/** Returns the longest standstill of each player. */
async function restartAll(movers: readonly Mover[]): Promise<readonly number[]> {
  const began = performance.now();
  await processes.restartAll();
  await pause(CALM_MS); // the last ones come back
  const found = movers.map((mover) => mover.longestSince(began));
  console.log(`all started anew within ${secondsOf(performance.now() - began - CALM_MS)}`);
  return found;
}

function secondsOf(milliseconds = Number.NaN): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
