/** Starts the servers that are measured, each in a process of its own as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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

export interface Used {
  /** In microseconds. */
  readonly cpu: number;
  readonly rss: number;
}

export interface Served {
  readonly system: System;
  /** Another checkout, whose server is measured instead of this one's. */
  readonly checkout?: string | undefined;
  /** Other flags of Node than `npm start` uses here. */
  readonly flags?: readonly string[] | undefined;
  /** Where the data stay when the server ends; otherwise they are deleted with it. */
  readonly folder?: string | undefined;
}

const HERE = fileURLToPath(new URL('child.ts', import.meta.url));

/** Runs a server for as long as the work takes. */
export async function withServer<T>(served: Served, work: (server: Measured) => Promise<T>): Promise<T> {
  if (served.folder !== undefined) return running(served, served.folder, work);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await running(served, folder, work);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function running<T>(
  { system, checkout, flags = FLAGS }: Served,
  folder: string,
  work: (server: Measured) => Promise<T>,
): Promise<T> {
  const program = checkout === undefined ? HERE : join(checkout, 'test/src/bench/child.ts');
  const args = [...flags, program, ...argsOf(system, folder)];
  const child = spawn(process.execPath, args, {
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

async function started(child: ChildProcess): Promise<Measured> {
  for await (const chunk of child.stdout ?? []) return JSON.parse(String(chunk));
  throw new Error('the server did not start');
}

export async function usedBy({ cpu }: Pick<Measured, 'cpu'>): Promise<Used> {
  const { user, system, rss } = (await (await fetch(cpu)).json()) as NodeJS.CpuUsage & { rss: number };
  return { cpu: user + system, rss };
}

/** The arguments of `child.ts`. */
function argsOf(system: System, folder: string): readonly string[] {
  if (system === 'ours on disk') return ['ours', folder];
  return system === 'real' ? ['real', folder] : [system];
}

/** Whether an earlier checkout can stand for this server. */
export function isOurs(system: System): boolean {
  return system === 'ours' || system === 'ours on disk' || system === 'real';
}
