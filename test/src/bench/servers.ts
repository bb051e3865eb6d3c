/** Starts the servers that are measured, each in a process of its own as `npm start` runs it, and seats players at them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUSY } from '@flower-war/launcher/testing';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { newPerson } from '../support/sockets/rawClient.ts';

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

type Place = SeatedAnswer['connection'];

interface Program {
  readonly args: readonly string[];
  /** Undefined for this checkout. */
  readonly checkout?: string | undefined;
}

const HERE = fileURLToPath(new URL('child.ts', import.meta.url));

/** Runs a server for as long as the work takes. The arguments may name the given folder for its data. */
export async function withServer<T>(
  programIn: (folder: string) => Program,
  work: (server: Measured) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const { args, checkout } = programIn(folder);
  const program = checkout === undefined ? HERE : join(checkout, 'test/src/bench/child.ts');
  const child = spawn(process.execPath, [...BUSY, program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    return await work(await started(child));
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
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

export async function bareSeats(address: string): Promise<[Place, Place]> {
  return (await fetch(address)).json() as Promise<[Place, Place]>;
}

export async function ourSeats(address: string, game: string): Promise<[Place, Place]> {
  const [ana, beto] = [await newPerson(address), await newPerson(address)];
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game, seats: 2 });
  const sit = { commitment: match.commitment, contribution: 'ab'.repeat(16) };
  const places = [];
  for (const [chair, person] of [ana, beto].entries())
    places.push(
      (await person.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, { ...sit, seat: chair })).body.connection,
    );
  return places as [Place, Place];
}
