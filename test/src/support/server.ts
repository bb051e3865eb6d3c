/** Servers for tests: in this process, in one of their own, and in a whole house. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMALL } from '@flower-war/launcher/testing';
import { type Parts, readConfig, type Running, startServer } from '@flower-war/server';
import { ROOT } from './program.ts';

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

/** Lifts the limits on requests: tests make more in a second than players in an hour. */
export const UNLIMITED = { LIMITS: '0', MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' } as const;

/** Reads the metrics of a server. */
export const METRICS_TOKEN = 'watches-and-ends-nothing';

export async function metricsOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

const MAIN = join(ROOT, 'server/src/main.ts');

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
      const why = () => words.trim().slice(-1000);
      child.once('exit', (code) =>
        reject(new Error(`the server ended with code ${code} instead of starting: ${why()}`)),
      );
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

const READY = /is ready at (http:\/\/[\d.]+:\d+)[\s\S]*^Temples: (mqtt:\/\/[\d.]+:\d+)/m;
const READY_WITHIN_MS = 60_000;

/** As `npm start` opens it. */
export interface WholeHouse {
  /** The process of the launcher, the parent of all others. */
  readonly pid: number;
  readonly url: string;
  readonly mqtt: string;
  /** The data folder, which holds the key that passwords and codes derive from. */
  readonly folder: string;
  /** All output so far. */
  readonly said: () => string;
  readonly hasEnded: () => boolean;
  stop(): Promise<void>;
}

/** Starts the whole house of this checkout, or of another one to compare. */
export async function startWholeHouse(
  settings: Readonly<Record<string, string>> = {},
  tree: string = ROOT,
): Promise<WholeHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'whole-house-'));
  const usual = { DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', LIMITS: '0', WEB: 'off' };
  const child = spawn(process.execPath, [...SMALL, startIn(tree)], { env: { ...process.env, ...usual, ...settings } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const [, url = '', mqtt = ''] = await untilReady(child, () => said);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { pid: child.pid ?? Number.NaN, hasEnded, url, mqtt, folder, said: () => said, stop };
}

/** The launcher's path, in this and in older checkouts, and in the package. */
const STARTS = ['launcher/src/start.mjs', 'launcher/src/start.js', 'bridge/src/start.mjs', 'bridge/src/start.ts'];

function startIn(tree: string): string {
  const files = STARTS.map((file) => join(tree, file));
  return files.find((file) => existsSync(file)) ?? files[0] ?? '';
}

async function untilReady(child: ChildProcess, said: () => string): Promise<RegExpExecArray> {
  for (const since = Date.now(); Date.now() - since < READY_WITHIN_MS && child.exitCode === null; ) {
    const ready = READY.exec(said());
    if (ready !== null) return ready;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`npm start did not get ready: ${said()}`);
}
