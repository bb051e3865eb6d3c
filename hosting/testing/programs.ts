/** Real programs for tests, on the files that hosts copy: each is a process of its own that ends with the tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const tasks: (() => void)[] = [];

/** The work is done when the process ends, or when a test file calls `cleanUp`. */
export function atTheEnd(task: () => void): void {
  tasks.push(task);
}

/** The newest first: programs end before their folders go. */
export function cleanUp(): void {
  for (const task of tasks.splice(0).reverse()) task();
}

process.once('exit', cleanUp);

export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `hosting-${name}-`));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export type Changes = Readonly<Record<string, string>>;

/**
 * The text of a file with each of these parts replaced wherever it stands: ports, addresses and folders. Fails if a part is
 * missing, so that no test runs on the wrong file.
 */
export function adapted(text: string, changes: Changes): string {
  return Object.entries(changes).reduce((before, [part, replacement]) => {
    if (!before.includes(part)) throw new Error(`the file does not contain ${JSON.stringify(part)}`);
    return before.replaceAll(part, () => replacement);
  }, text);
}

/** On a busy machine a process can take 13 s to start. */
const READY_WITHIN_MS = 40_000;
/** On a busy machine a process of the server may be silent for so long that the others declare it dead. It ends with this code. */
const DECLARED_DEAD = 75;

interface Starting {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  /** The program is ready when it accepts connections at these ports of 127.0.0.1. */
  readonly ports: readonly number[];
}

export class StartedProgram {
  /** All output, over all starts. */
  said = '';
  private readonly starting: Starting;
  private child: ChildProcess | undefined;

  private constructor(starting: Starting) {
    this.starting = starting;
  }

  static async start(starting: Starting): Promise<StartedProgram> {
    const program = new StartedProgram(starting);
    await program.start();
    return program;
  }

  async start(): Promise<void> {
    const { command, environment, folder } = this.starting;
    const [name = '', ...args] = command;
    const env = { ...process.env, ...environment };
    const child = spawn(name, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    // Not SIGKILL: the workers of nginx would live on.
    atTheEnd(() => child.kill());
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.said += String(chunk)));
    child.once('exit', (code) => {
      if (code === DECLARED_DEAD) void this.start().catch(() => {});
    });
    child.on('error', (error) => (this.said += String(error)));
    await this.untilReady(child);
  }

  get hasEnded(): boolean {
    return this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves with the exit code, or with null if a signal ended the program. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child === undefined || child.pid === undefined || this.hasEnded) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const end = Date.now() + READY_WITHIN_MS;
    for (const port of this.starting.ports)
      for (; !(await isOpen(port)); await wait(20)) {
        if (!this.hasEnded && child.pid !== undefined && Date.now() < end) continue;
        await this.stop('SIGKILL');
        throw new Error(`${this.starting.command.join(' ')} did not open port ${port}: ${this.said.slice(-4000)}`);
      }
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}

/** The first of these places where the program is installed. */
export function findProgram(name: string): string | undefined {
  const places = [name, `/usr/sbin/${name}`, `/usr/local/sbin/${name}`, `/opt/homebrew/sbin/${name}`];
  return places.find((place) => spawnSync(place, ['--help'], { stdio: 'ignore' }).error === undefined);
}

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly program: StartedProgram;
  /** Its data. */
  readonly folder: string;
}

/** A process of the server. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const port = await freePort();
  const folder = scratchFolder('data');
  const usual = { DATA_DIR: folder, LOG_LEVEL: 'warn', BOT_DELAY_MS: '0' };
  const program = await StartedProgram.start({
    command: [process.execPath, 'server/src/main.ts'],
    environment: { ...usual, ...settings, PORT: String(port) },
    folder: ROOT,
    ports: [port],
  });
  return { port, url: `http://127.0.0.1:${port}`, folder, program };
}
