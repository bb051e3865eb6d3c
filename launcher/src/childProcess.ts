/** Starts one of the processes, waits for its end, or ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EndReason } from './endReason.ts';
import { BUSY, SMALL } from './nodeFlags.ts';

/** The programs, relative to the root of the repository, and the flags for Node. */
const PROGRAMS = {
  server: { file: 'server/src/main.ts', flags: BUSY },
  broker: { file: 'bridge/broker/main.ts', flags: SMALL },
  bridge: { file: 'bridge/src/main.ts', flags: SMALL },
  door: { file: 'launcher/src/door/main.ts', flags: BUSY },
} as const;
const PAGE_BUILDER = { file: 'web/build/main.ts', flags: SMALL };
export type Program = keyof typeof PROGRAMS;

/** A process, and the reason that it gave for its end. */
export interface Child {
  readonly process: ChildProcess;
  readonly endReason: EndReason;
}

const ROOT = new URL('../../', import.meta.url);
const END_WITH_PARENT = new URL('./endWithParent.ts', import.meta.url).href;
const running = new Set<ChildProcess>();

export interface Starting {
  readonly program: Program;
  readonly environment: NodeJS.ProcessEnv;
  /** It does not tell people its address, because they connect elsewhere. */
  readonly isQuiet: boolean;
}

export function startProgram({ program, environment, isQuiet }: Starting): Child {
  const child = start(PROGRAMS[program], { environment, args: [], output: 'inherit', errors: 'pipe' });
  return { process: child, endReason: new EndReason(child.stderr, isQuiet) };
}

/** Runs each program once with --help and hides the output: it loads all its code and ends. */
export async function tryPrograms(): Promise<void> {
  for (const program of Object.values(PROGRAMS))
    await endOf(start(program, { environment: process.env, args: ['--help'], output: 'ignore', errors: 'inherit' }));
}

/** A small board has no memory for a build beside the other processes. If it fails, the server tries again and tells why. */
export async function buildPage(environment: NodeJS.ProcessEnv): Promise<void> {
  await endOf(start(PAGE_BUILDER, { environment, args: [], output: 'ignore', errors: 'ignore' }));
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
  const child = spawn(process.execPath, [...flags, '--import', END_WITH_PARENT, path, ...args], {
    // Under `node --watch` a child would report its files over this channel, which is for other messages.
    env: { ...environment, WATCH_REPORT_DEPENDENCIES: undefined },
    detached: true,
    stdio: ['ignore', output, errors, 'ipc'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export async function endOf(child: ChildProcess): Promise<void> {
  if (running.has(child)) await once(child, 'close');
}

export async function endChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await endOf(child);
}

export function isRunning(child: ChildProcess): boolean {
  return running.has(child);
}

/** Kills all processes that still run. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}
