import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** A server in a process of its own, so that it can be killed at any moment. */
export class ChildServer {
  readonly url: string;
  private readonly settings: NodeJS.ProcessEnv;
  private child: ChildProcess | undefined;

  constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`;
    this.settings = { ...process.env, LOG_LEVEL: 'warn', ...settings, PORT: String(port) };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], { env: this.settings, stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    for await (const chunk of child.stdout) if (String(chunk).includes('is ready at')) break;
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode} instead of starting`);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.child === undefined || this.child.exitCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
