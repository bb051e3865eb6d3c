/** Real programs for tests: each is a process of its own that ends with the tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { atTheEnd } from './cleanUp.ts';

/** On a busy machine a process can take 13 s to start. */
const READY_WITHIN_MS = 40_000;

export interface Starting {
  readonly command: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  /** The program is ready when it accepts connections at these ports of 127.0.0.1. */
  readonly ports: readonly number[];
  /** A process of the server that was declared dead ends with this code. What supervises it starts it again. */
  readonly startsAgainAfter?: number;
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
    const [name, ...args] = command;
    const child = spawn(name, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    // Not SIGKILL: the workers of nginx would live on.
    atTheEnd(() => child.kill());
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.said += String(chunk)));
    child.once('exit', (code) => {
      if (code !== null && code === this.starting.startsAgainAfter) void this.start().catch(() => {});
    });
    child.on('error', (error) => (this.said += String(error)));
    await this.untilReady(child);
  }

  get hasEnded(): boolean {
    return this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
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
    for (const port of this.starting.ports) {
      while (!(await isOpen(port))) {
        if (this.hasEnded || child.pid === undefined || Date.now() > end) {
          await this.stop('SIGKILL');
          throw new Error(`${this.starting.command.join(' ')} did not open port ${port}: ${this.said.slice(-4000)}`);
        }
        await wait(20);
      }
    }
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The first of these places where the program is installed. */
export function findProgram(name: string): string | undefined {
  const places = [name, `/usr/sbin/${name}`, `/usr/local/sbin/${name}`, `/opt/homebrew/sbin/${name}`];
  return places.find((place) => spawnSync(place, ['--help'], { stdio: 'ignore' }).error === undefined);
}
