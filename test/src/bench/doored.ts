/** `npm start -- --processes 3` on a PostgreSQL and a Redis of its own: several processes behind the front door. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestPostgres, TestRedis } from '@flower-war/server/testing';
import { HOMES, homesOf } from '../lab/house.ts';
import { UNLIMITED } from '../support/unlimited.ts';
import { type House, SETTINGS } from './house.ts';

const START = fileURLToPath(new URL('../../../launcher/src/start.mjs', import.meta.url));
const RESTART = fileURLToPath(new URL('../../../launcher/src/servers/rollingRestart.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;

export class Doored implements House {
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
    const settings = { PORT: '0', WEB: 'off', ...data, ...UNLIMITED, ...SETTINGS };
    const args = [START, '--processes', String(this.names.length), '--no-temples'];
    this.child = spawn(process.execPath, args, { env: { ...process.env, ...settings } });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => this.said.push(String(chunk)));
  }

  static async start(): Promise<House> {
    const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    const house = new Doored(postgres, redis, await postgres.fresh());
    const told = () => /ready at (\S+?),/.exec(house.said.join(''))?.[1];
    await house.until(() => told() !== undefined);
    house.url = told() ?? '';
    return house;
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
    const tasks = `/proc/${this.child.pid}/task`;
    const children = readdirSync(tasks).flatMap((task) =>
      readFileSync(join(tasks, task, 'children'), 'utf8').split(' '),
    );
    const isNamed = (pid: string) => environmentOf(pid).includes(`PROCESS_NAME=${name}`);
    const found = children.find((pid) => pid !== '' && isNamed(pid));
    return found === undefined ? undefined : Number(found);
  }

  private async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const since = performance.now(); performance.now() - since < READY_WITHIN_MS; await pause(50)) {
      if (await holds()) return;
      if (this.child.exitCode !== null) break;
    }
    throw new Error(`npm start did not get ready: ${this.said.join('').slice(-4000)}`);
  }
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // it has just ended
  }
}
