/** Kills a server with many running matches, starts it again, and measures until all players are back and can play. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer } from '../support/childServer.ts';
import { comeBack, cpuSecondsOf } from './joins.ts';
import type { Sitting } from './openWriter.ts';
import { CACHED, FLAGS } from './servers.ts';

export interface Batch {
  readonly matches: number;
  /** The length of each record. */
  readonly entries: number;
}

/** Seconds from the start of the process. */
export interface OpenFigures {
  /** Until the server has opened each match without any client: read, checked, folded, and the outage noted on disk. */
  readonly inside: number;
  readonly ready: number;
  /** Until one player of each match is back over HTTP and a socket, and sees the table and its own moves. */
  readonly opened: number;
  /** Until the second player of each match is back too. */
  readonly allBack: number;
  /** Processor time of the server until each match was opened. Other load on the machine hardly changes it. */
  readonly cpu: number;
}

/** Writes the matches once, then kills and opens in each round. */
export function measureOpening(batches: readonly Batch[], rounds: number): Promise<readonly OpenFigures[]> {
  return withMatches(batches, undefined, async (folder) => {
    const sittings = JSON.parse(readFileSync(join(folder, 'sittings.json'), 'utf8')) as Sitting[];
    const figures: OpenFigures[] = [];
    for (let round = 0; round < rounds; round++)
      figures.push({ inside: await openInside(folder), ...(await openAll(folder, sittings)) });
    return figures;
  });
}

/** Kills a server with these matches, and returns the seconds until all are open again. No client comes. */
export function measureOpeningAlone(batches: readonly Batch[], checkout?: string): Promise<number> {
  return withMatches(batches, checkout, (folder) => openInside(folder, checkout));
}

async function withMatches<T>(
  batches: readonly Batch[],
  checkout: string | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    await write(folder, batches, checkout);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Kills the writer as soon as it has written all matches. */
async function write(folder: string, batches: readonly Batch[], checkout?: string): Promise<void> {
  const args = [program(new URL('openWriter.ts', import.meta.url), checkout), folder, JSON.stringify(batches)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...CACHED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), gone]);
  child.kill('SIGKILL');
  await gone;
  if (!String(said).includes('written')) throw new Error('the matches could not be written');
}

async function openInside(folder: string, checkout?: string): Promise<number> {
  const args = [...FLAGS, program(new URL('openInside.ts', import.meta.url), checkout), folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...CACHED } });
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}

/** A program of this folder, or the same of an earlier checkout. */
function program(here: URL, checkout?: string): string {
  const path = fileURLToPath(here);
  return checkout === undefined ? path : join(checkout, 'test/src/bench', basename(path));
}

async function openAll(folder: string, sittings: readonly Sitting[]): Promise<Omit<OpenFigures, 'inside'>> {
  const server = new ChildServer(await freePort(), { DATA_DIR: folder, ...CACHED });
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  await server.start();
  try {
    const ready = since();
    const half = (nth: number) => sittings.filter((_, i) => i % 2 === nth);
    const firsts = await comeBack(server.url, half(0));
    const opened = since();
    const cpu = await cpuSecondsOf(server.url);
    const others = await comeBack(server.url, half(1));
    const allBack = since();
    for (const player of [...firsts, ...others]) player.close();
    return { ready, opened, allBack, cpu };
  } finally {
    await server.end('SIGKILL');
  }
}
