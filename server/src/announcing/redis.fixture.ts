/** For tests: a real Redis on a free port, which keeps nothing on the disk. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';
import { Redis } from 'ioredis';

const READY_WITHIN_MS = 20_000;

export const noRedis = isInstalled() ? undefined : 'Redis is not installed';

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

export class TestRedis {
  readonly port: number;
  private child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.up();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, also again after `kill`. It is empty then. */
  async up(): Promise<void> {
    const settings = { port: this.port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: '/tmp' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.child = spawn('redis-server', args, { stdio: 'ignore' });
    for (const end = Date.now() + READY_WITHIN_MS; ; await wait(20)) {
      if (await this.ask((redis) => redis.ping()).catch(() => undefined)) return;
      if (Date.now() > end || this.child.exitCode !== null) throw new Error('Redis did not start');
    }
  }

  /** Does something on a connection of its own. */
  async ask<T>(job: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: null, disableClientInfo: true });
    redis.on('error', () => {}); // the rejected promise tells it
    try {
      await redis.connect();
      return await job(redis);
    } finally {
      redis.disconnect();
    }
  }

  async flush(): Promise<void> {
    await this.ask((redis) => redis.flushall());
  }

  /** SIGSTOP: it keeps its connections, and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** It ends at once, and forgets everything. */
  async kill(): Promise<void> {
    if (this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
