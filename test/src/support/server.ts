/** Servers for tests: in this process, and in one of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Parts, type Running, readConfig, startServer } from '@flower-war/server';
import { afterAll, beforeAll } from 'vitest';

/**
 * A real server on a free port of 127.0.0.1, without a disk. Colyseus allows one server in a process, so one a test
 * file.
 */
export function testServer(settings: Readonly<Record<string, string>> = {}, parts: Parts = {}): Promise<Running> {
  const defaults = {
    PORT: '0',
    JOURNAL: 'memory',
    LOG_LEVEL: 'silent',
    BOT_DELAY_MS: '0',
    MESSAGES_PER_SECOND: '100000',
    METRICS_TOKEN,
    LUCK: 'off', // accounts take the processor from the tests
    ...UNLIMITED,
  };
  return startServer(readConfig({ ...defaults, ...settings }), parts);
}

/** The server of the tests of this file or block: it starts before them and stops after them. */
export function serverOfFile(
  settings: Readonly<Record<string, string>> = {},
  parts: Parts = {},
): Pick<Running, 'address' | 'services'> {
  let server: Running | undefined;
  const running = () => {
    if (server === undefined) throw new Error('the server has not started yet');
    return server;
  };
  beforeAll(async () => {
    server = await testServer(settings, parts);
  });
  afterAll(() => server?.stop());
  return {
    get address() {
      return running().address;
    },
    get services() {
      return running().services;
    },
  };
}

/** Lifts the limits on requests: tests make more in a second than players in an hour. */
export const UNLIMITED = { LIMITS: '0', MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' } as const;

/** Reads the metrics of a server. */
export const METRICS_TOKEN = 'watches-and-ends-nothing';

export async function metricsOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** A server in a process of its own, so that a test can kill it at any moment. */
export class ChildServer {
  readonly url: string;
  /** Everything that it wrote to its standard output, over all restarts. */
  said = '';
  /** The same for its standard error. */
  complained = '';
  /** Called with the exit code when it ends although no test ended it. */
  onEnd: (code: number | null) => void = () => {};
  /** The program that it runs from its next start on. */
  main: string;
  private readonly settings: NodeJS.ProcessEnv;
  /** Whether its standard error is shown. */
  isHeard = true;
  private child: ChildProcess | undefined;
  private isEnding = false;

  /** `main`: the program to run, if it is not the one of this checkout. */
  constructor(port: number, settings: Readonly<Record<string, string>>, main = MAIN) {
    this.main = main;
    this.url = `http://127.0.0.1:${port}`;
    this.settings = { ...process.env, LOG_LEVEL: 'warn', METRICS_TOKEN, ...UNLIMITED, ...settings, PORT: String(port) };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.main], { env: this.settings, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.isEnding = false;
    child.once('exit', (code) => this.isEnding || this.onEnd(code));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        this.said += String(chunk);
      });
      let words = '';
      child.stderr.on('data', (chunk) => {
        words += String(chunk);
        this.complained += String(chunk);
        if (words.includes('is ready at')) resolve();
        else if (this.isHeard) process.stderr.write(chunk);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code} instead of starting`)));
    });
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** Resolves with the exit code, or with null if a signal ended the server. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.child === undefined) return null;
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    this.isEnding = true;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }
}
