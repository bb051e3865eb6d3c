/** Starts the servers that are measured, each in a process of its own as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUSY } from '@flower-war/launcher/testing';

/** The servers that are measured beside each other. */
export type System =
  | 'ws'
  | 'bare'
  | 'bare with heartbeats'
  | 'default'
  | 'boardgame.io'
  | 'ours'
  | 'ours on disk'
  | 'real';

/** The servers at which our games are played: the room that a user would write, and ours. */
export type GameSystem = 'usual' | 'games' | 'games on disk';

/** As `npm start` runs a server: with these flags of Node, and with a cache of the code that Node compiles. */
export const FLAGS = BUSY;

/** A cache of the benches alone, so that they measure the same before and after the first `npm start`. */
export const CACHED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/bench', import.meta.url)),
} as const;

export interface Measured {
  readonly address: string;
  /** The address that tells what the server process has used. */
  readonly cpu: string;
}

export interface Served<S extends string = System> {
  readonly system: S;
  /** Another checkout, whose server is measured instead of this one's. */
  readonly checkout?: string | undefined;
  /** The folder of its data, if it is not a new one. */
  readonly folder?: string;
}

const HERE = fileURLToPath(new URL('child.ts', import.meta.url));

/** Runs a server for as long as the work takes. */
export async function withServer<T>(served: Served<string>, work: (server: Measured) => Promise<T>): Promise<T> {
  const { checkout } = served;
  const program = checkout === undefined ? HERE : join(checkout, 'test/src/bench/child.ts');
  const child = spawn(process.execPath, [...FLAGS, program, ...argsOf(served)], {
    env: { ...process.env, ...CACHED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await work(await started(child));
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function started({ stdout }: ChildProcess): Promise<Measured> {
  for await (const chunk of stdout ?? []) return JSON.parse(String(chunk));
  throw new Error('the server did not start');
}

/** The arguments of `child.ts`. */
function argsOf({ system, folder = mkdtempSync(join(tmpdir(), 'bench-')) }: Served<string>): readonly string[] {
  if (system.endsWith(' on disk')) return [system.replace(' on disk', ''), folder];
  return system === 'real' ? ['real', folder] : [system];
}

interface Used {
  /** Microseconds of the processor since the start. */
  readonly cpu: number;
  /** Bytes of memory. */
  readonly rss: number;
  /** Bytes on the disk since the start. */
  readonly written: number;
}

/** What the server process has used. */
export async function usedBy({ cpu }: Measured): Promise<Used> {
  const { user, system, rss, written } = (await (await fetch(cpu)).json()) as NodeJS.CpuUsage & Omit<Used, 'cpu'>;
  return { cpu: user + system, rss, written };
}
