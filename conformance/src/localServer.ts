/** A real server in a process of its own, with a data folder, so that it can be stopped and started again. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const SETTINGS = {
  LOG_LEVEL: 'error',
  LIMITS: '0',
  MOST_OPEN_MATCHES: '10000',
  MOST_SEATS: '10000',
  MESSAGES_PER_SECOND: '100000',
  BOT_DELAY_MS: '0',
  DURABILITY: 'process',
  // A client may measure the pace, and then notices soon that a stream is silent.
  HEARTBEAT_SECONDS: '2',
} as const;

export class LocalServer {
  readonly url: string;
  private readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  private child: ChildProcess | undefined;
  private isRemoved = false;

  private constructor(port: number) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async started(): Promise<LocalServer> {
    const server = new LocalServer(await freePort());
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    if (this.isRemoved) return;
    await this.start().catch((cause: unknown) => {
      if (!this.isRemoved) throw cause;
    });
  }

  /** Stops the server and deletes its data. A restart that is under way starts no server any more. */
  async remove(): Promise<void> {
    this.isRemoved = true;
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async stop(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  private async start(): Promise<void> {
    const env = { ...process.env, ...SETTINGS, DATA_DIR: this.folder, PORT: String(this.port) };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    let words = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk) => {
        words += String(chunk);
        if (words.includes('is ready at')) resolve();
      });
      child.once('exit', () => reject(new Error(`the server ended instead of starting: ${words}`)));
    });
  }
}
