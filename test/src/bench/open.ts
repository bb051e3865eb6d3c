/** Kills a server with many running matches, starts it again, and measures until all players are back and can play. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SeatedAnswer } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer } from '../support/childServer.ts';
import { metricsOf } from '../support/metrics.ts';
import { send } from '../support/sockets/rawClient.ts';
import type { Sitting } from './openWriter.ts';
import { Player } from './player.ts';

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
  /** Until one player of each match is back over HTTP and a socket, and sees the table and the own moves. */
  readonly opened: number;
  /** Until the second player of each match is back too. */
  readonly allBack: number;
  /** Processor time of the server until each match was opened. Other load on the machine hardly changes it. */
  readonly cpu: number;
}

/** So many players come back at the same moment. */
const AT_ONCE = 40;

/** Writes the matches once, then kills and opens in each round. */
export async function measureOpening(batches: readonly Batch[], rounds: number): Promise<readonly OpenFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    await write(folder, batches);
    const sittings = JSON.parse(readFileSync(join(folder, 'sittings.json'), 'utf8')) as Sitting[];
    const figures = [];
    for (let round = 0; round < rounds; round++)
      figures.push({ inside: await openInside(folder), ...(await openAll(folder, sittings)) });
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Kills the writer as soon as it has written all matches. */
async function write(folder: string, batches: readonly Batch[]): Promise<void> {
  const program = fileURLToPath(new URL('openWriter.ts', import.meta.url));
  const args = [program, folder, JSON.stringify(batches)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), gone]);
  child.kill('SIGKILL');
  await gone;
  if (!String(said).includes('written')) throw new Error('the matches could not be written');
}

async function openInside(folder: string): Promise<number> {
  const program = fileURLToPath(new URL('openInside.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}

async function openAll(folder: string, sittings: readonly Sitting[]): Promise<Omit<OpenFigures, 'inside'>> {
  const server = new ChildServer(await freePort(), { DATA_DIR: folder });
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  await server.start();
  try {
    const ready = since();
    const firsts = await comeBack(
      server.url,
      sittings.filter((_, i) => i % 2 === 0),
    );
    const opened = since();
    const cpu = await cpuSeconds(server.url);
    const others = await comeBack(
      server.url,
      sittings.filter((_, i) => i % 2 === 1),
    );
    const allBack = since();
    for (const player of [...firsts, ...others]) player.close();
    return { ready, opened, allBack, cpu };
  } finally {
    await server.end('SIGKILL');
  }
}

async function cpuSeconds(url: string): Promise<number> {
  const text = await metricsOf(url);
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

async function comeBack(url: string, sittings: readonly Sitting[]): Promise<readonly Player[]> {
  const players: Player[] = [];
  const rest = sittings.values();
  const bringBack = async () => {
    for (const { match, token } of rest) {
      const { status, body } = await send<SeatedAnswer>(url, `/api/matches/${match}/connect`, {}, token);
      if (status !== 200) throw new Error(`a player cannot come back to ${match}: ${JSON.stringify(body)}`);
      players.push(await Player.connect(url, body.connection));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bringBack));
  return players;
}
