/** Keeps processes running: starts them, starts them again when they end by themselves, and stops them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A process could not start. It has printed the reason on the standard error. */
export class NotStarted extends Error {
  readonly code: number;

  constructor(code: number) {
    super('a process could not start');
    this.code = code;
  }
}

export interface Keeping {
  readonly program: Program;
  /** What people call it; the program, if there is only one of it. */
  readonly name?: string;
  /** Read at every start. */
  readonly settings: () => NodeJS.ProcessEnv;
  /** Called at every start. */
  readonly onStart?: (child: ChildProcess) => void;
  readonly isQuiet?: boolean;
  /** What it prints when all is well waits for this: its start may still fail because of another process. */
  readonly readyAfter?: Promise<void>;
  /** A bridge that cannot start yet tries again by itself. */
  readonly mayFailFirst?: boolean;
}

export class Keeper {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly kept = new Map<string, RestartedProcess>();

  /** All processes get this environment, and each its own settings. */
  constructor(environment: NodeJS.ProcessEnv) {
    this.environment = environment;
  }

  /** Finds or builds the page of the code as it lies there now. Each server learns at its next start where that is. */
  async findPage(): Promise<void> {
    if (this.environment['WEB'] === 'on') Object.assign(this.environment, await buildPage(this.environment));
  }

  /** Resolves with the first message of the process; rejects if the process ends before it is ready. */
  keep({
    program,
    name = program,
    settings,
    onStart,
    isQuiet = false,
    readyAfter,
    mayFailFirst = false,
  }: Keeping): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isFirst = !mayFailFirst;
      const kept = new RestartedProcess({
        program,
        name,
        isQuiet,
        readyAfter,
        environment: () => ({ ...this.environment, ...settings() }),
        onStart: (child) => {
          child.on('message', (told) => {
            isFirst = false;
            resolve(told);
          });
          onStart?.(child);
        },
        onEnd: (sentence, code) => {
          if (isFirst) reject(new NotStarted(code || 1));
          else process.stderr.write(`${sentence}\n`);
        },
      });
      this.kept.set(name, kept);
      void kept.run();
    });
  }

  /** Resolves when the old process has ended. */
  async restart(name: string): Promise<void> {
    await this.kept.get(name)?.restart();
  }

  async stop(name: string): Promise<void> {
    await this.kept.get(name)?.stop();
  }

  /** Stops all but these, side by side. */
  async stopAllBut(...names: readonly string[]): Promise<void> {
    const others = [...this.kept].filter(([name]) => !names.includes(name));
    await Promise.all(others.map(([, kept]) => kept.stop()));
  }
}

// A process that the launcher starts again, after a pause, when it ends by itself.

interface RestartedProcessOptions {
  readonly program: Program;
  /** What people call it, such as `server b`. */
  readonly name: string;
  readonly isQuiet: boolean;
  readonly readyAfter: Promise<void> | undefined;
  /** Called at every start, because the settings may have changed. */
  readonly environment: () => NodeJS.ProcessEnv;
  readonly onStart: (child: ChildProcess) => void;
  /** Called when the process ended by itself. The sentence says how and why, and when it is started again. */
  readonly onEnd: (sentence: string, code: number) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** A process that ran for this long has recovered. */
const STEADY_AFTER_MS = 30_000;

/** A process that does not end in this time does nothing any more. */
const END_WITHIN_MS = 30_000;

class RestartedProcess {
  private readonly options: RestartedProcessOptions;
  private child: Child | undefined;
  private failures = 0;
  private isStopped = false;
  private isWantedAgain = false;
  private wake = () => {};

  constructor(options: RestartedProcessOptions) {
    this.options = options;
  }

  /** Runs the process, again and again, until `stop` is called. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      const child = await this.live();
      if (!this.isStopped && !this.isWantedAgain) await this.pauseAfter(child);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    if (this.child !== undefined) await endChild(this.child.process);
  }

  /** Ends the process, and starts it again without a pause. Resolves when the old one has ended. */
  async restart(): Promise<void> {
    const child = this.child?.process;
    this.isWantedAgain = true;
    this.wake();
    if (child === undefined || !isRunning(child)) return;
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    await endChild(child);
    clearTimeout(late);
  }

  private async live(): Promise<Child> {
    const { program, environment, isQuiet, readyAfter, onStart } = this.options;
    const since = performance.now();
    this.isWantedAgain = false;
    const child = startProgram({ program, environment: environment(), isQuiet, readyAfter });
    this.child = child;
    onStart(child.process);
    await endOf(child.process);
    this.failures = performance.now() - since > STEADY_AFTER_MS ? 1 : this.failures + 1;
    return child;
  }

  private async pauseAfter(child: Child): Promise<void> {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
    const { name, onEnd } = this.options;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const sentence = `The ${name} ${child.endReason.endOf(child.process)}; it is started again in ${pauseMs / 1000} s.`;
      onEnd(sentence, child.process.exitCode ?? 1);
    });
  }
}

// Starts one of the processes, waits for its end, or ends it.

/** Node 22 warns of SQLite at each start. */
const QUIET = '--disable-warning=ExperimentalWarning';

/** Memory counts more than speed here: a small host runs all of them on one board. */
export const SMALL = [QUIET, '--max-semi-space-size=1', '--v8-pool-size=0'] as const;
/** The server makes garbage with every move. With 2 MB of room it cleans up so often that a move costs a tenth more; more than 3 MB saves nothing. */
export const BUSY = [QUIET, '--max-semi-space-size=3', '--v8-pool-size=1'] as const;

/** The programs, relative to the root of the repository, and the flags for Node. */
const PROGRAMS = {
  server: { file: 'server/src/main.ts', flags: BUSY },
  temples: { file: 'bridge/broker/withBridge.ts', flags: SMALL },
  bridge: { file: 'bridge/src/main.ts', flags: SMALL },
  door: { file: 'launcher/src/door/main.ts', flags: BUSY },
} as const;

const PAGE_BUILDER = { file: 'web/build/main.ts', flags: SMALL };
type Program = keyof typeof PROGRAMS;

/** A process, and the reason that it gave for its end. */
interface Child {
  readonly process: ChildProcess;
  readonly endReason: EndReason;
}

const ROOT = new URL('../..', import.meta.url);
const END_WITH_PARENT = new URL('./endWithParent.ts', import.meta.url).href;
const running = new Set<ChildProcess>();

interface Starting {
  readonly program: Program;
  readonly environment: NodeJS.ProcessEnv;
  /** It does not tell people its address, because they connect elsewhere. */
  readonly isQuiet: boolean;
  readonly readyAfter: Promise<void> | undefined;
}

function startProgram({ program, environment, isQuiet, readyAfter }: Starting): Child {
  const child = start(PROGRAMS[program], { environment, args: [], output: 'inherit', errors: 'pipe' });
  const endReason = new EndReason(child.stderr, isQuiet, readyAfter);
  child.on('error', ({ message }) => endReason.hear(message));
  return { process: child, endReason };
}

/** Runs each program once with --help and hides the output: it loads all its code and ends. */
export async function tryPrograms(): Promise<void> {
  for (const program of Object.values(PROGRAMS))
    await endOf(start(program, { environment: process.env, args: ['--help'], output: 'ignore', errors: 'inherit' }));
}

/**
 * A small board has no memory for a build beside the other processes. Resolves with where the page lies. If it fails, the server tries again
 * and tells why.
 */
async function buildPage(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const builder = start(PAGE_BUILDER, { environment, args: [], output: 'ignore', errors: 'ignore' });
  const settings: NodeJS.ProcessEnv = { BUILT_PAGE: undefined };
  builder.once('message', (told) => {
    settings['BUILT_PAGE'] = JSON.stringify(told);
  });
  await endOf(builder);
  return settings;
}

interface Runnable {
  readonly file: string;
  readonly flags: readonly string[];
}

interface Start {
  readonly environment: NodeJS.ProcessEnv;
  readonly args: readonly string[];
  readonly output: 'inherit' | 'ignore';
  readonly errors: 'inherit' | 'pipe' | 'ignore';
}

/** Starts a process in a group of its own: Ctrl-C reaches only the launcher, which ends the processes in order. */
function start({ file, flags }: Runnable, { environment, args, output, errors }: Start): ChildProcess {
  const path = fileURLToPath(new URL(file, ROOT));
  // The Node in an executable takes no flags beside these.
  const NODE_OPTIONS = [environment['NODE_OPTIONS'], ...flags].join(' ');
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, path, ...args], {
    // Under `node --watch` a child would report its files over this channel, which is for other messages.
    env: { ...environment, NODE_OPTIONS, WATCH_REPORT_DEPENDENCIES: undefined },
    detached: true,
    stdio: ['ignore', output, errors, 'ipc'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  // While an update replaces Node, or the machine has no process left, it does not start: that is an end like another one.
  child.on('error', () => {});
  return child;
}

/** Without `once` of Node, which rejects where a process could not start. */
async function endOf(child: ChildProcess): Promise<void> {
  if (running.has(child)) await new Promise((resolve) => child.once('close', resolve));
}

async function endChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await endOf(child);
}

function isRunning(child: ChildProcess): boolean {
  return running.has(child);
}

/** Kills all processes that still run. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

// Passes the error output of a process on to the terminal, and keeps the line that tells why the process ended.

const MOST_WORDS = 300;

class EndReason {
  private problem = '';
  private last = '';
  private readonly isQuiet: boolean;
  private readonly readyAfter: Promise<void> | undefined;

  /** A quiet one keeps to itself what a process prints when all is well. */
  constructor(stream: Readable | null, isQuiet: boolean, readyAfter: Promise<void> | undefined) {
    this.isQuiet = isQuiet;
    this.readyAfter = readyAfter;
    if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.hear(line));
  }

  /** How the process ended and, if it said so, why. */
  endOf({ exitCode, signalCode }: ChildProcess): string {
    const how = signalCode === null ? `ended with code ${exitCode}` : `was ended by ${signalCode}`;
    const why = (this.problem || this.last || usualCause(signalCode)).slice(0, MOST_WORDS);
    return why === '' ? how : `${how} (${why})`;
  }

  hear(line: string): void {
    if (!isNoProblem(line)) print(line);
    else if (!this.isQuiet) void (this.readyAfter ?? Promise.resolve()).then(() => print(line));
    if (/^\S*(Error|Exception)\b|^FATAL ERROR/.test(line)) this.problem = line;
    if (line.trim() !== '' && !isNoProblem(line)) this.last = line;
  }
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Lines that a process prints when all is well, and the line that Node adds to every stack trace. */
function isNoProblem(line: string): boolean {
  return /^(Flower War is ready|Play from another terminal|Node\.js v)/.test(line);
}

function usualCause(signal: NodeJS.Signals | null): string {
  return signal === 'SIGKILL' ? 'by another program, or because the machine ran out of memory' : '';
}
