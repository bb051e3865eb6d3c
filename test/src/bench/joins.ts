/** What it costs a server that people take seats, or come back to them, and how long it takes to open its matches after a kill. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUSY } from '@flower-war/launcher/testing';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { newPerson, send } from '../support/sockets/rawClient.ts';
import { type Times, whenSettled } from './moves.ts';
import {
  type BenchSeat,
  CACHED,
  enter,
  type Measured,
  NEW_MATCH,
  reserve,
  type Served,
  type TakeSeat,
  usedBy,
  withServer,
} from './servers.ts';

interface Wave {
  readonly matches: number;
  /** How many waves of people come, until Node has compiled what they use. */
  readonly times: Times;
}

const ARRIVE_AT_ONCE = 16;

/** From the request for a seat to the shown board. Returns how many people a second of the server's processor seats. */
export async function measureArrivals(served: Served, { matches, times }: Wave): Promise<number> {
  return withServer(served, async (server) => {
    const costOfWave = async () => {
      const seats: TakeSeat[] = []; // people and matches are made before, and are not counted
      for (let match = 0; match < matches; match++) seats.push(...(await NEW_MATCH[served.system](server.address)));
      return cpuForEach(server, { all: seats, atOnce: ARRIVE_AT_ONCE, come: (take) => take() });
    };
    return 1e6 / (await whenSettled(costOfWave, times));
  });
}

interface Coming<T> {
  readonly all: readonly T[];
  readonly atOnce: number;
  readonly come: (one: T) => Promise<BenchSeat>;
}

/** Microseconds of the server's processor for each visitor. */
async function cpuForEach<T>(server: Measured, { all, atOnce, come }: Coming<T>): Promise<number> {
  const before = await usedBy(server);
  const players: BenchSeat[] = [];
  const rest = all.values();
  const goOn = async () => {
    for (const one of rest) players.push(await come(one));
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  const cost = ((await usedBy(server)).cpu - before.cpu) / all.length;
  for (const player of players) player.close();
  return cost;
}

interface Sitting {
  readonly match: string;
  readonly token: string;
}

const GAME = 'flower-war';
const RETURN_AT_ONCE = 40;

/**
 * All people come back at the same moment: just after the server was started again, and when it is warm. Each has a token, calls
 * `connect`, and is back when the table has been shown. In milliseconds of the server's processor for each.
 */
export async function measureReturns({ matches, times }: Wave, checkout?: string) {
  const served = { system: 'real', checkout, folder: mkdtempSync(join(tmpdir(), 'bench-back-')) } as const;
  const sittings = await withServer(served, (server) => seatPeople(server.address, matches));
  return withServer(served, async (server) => {
    const coming = { all: sittings, atOnce: RETURN_AT_ONCE, come: (one: Sitting) => comeBack(server.address, one) };
    const costOfReturn = async () => (await cpuForEach(server, coming)) / 1000;
    const afterStart = await costOfReturn();
    return { afterStart, warm: await whenSettled(costOfReturn, times) };
  });
}

async function seatPeople(address: string, matches: number): Promise<readonly Sitting[]> {
  const sittings: Sitting[] = [];
  for (let n = 0; n < matches; n++) {
    const people = [await newPerson(address), await newPerson(address)] as const;
    const { body: made } = await people[0].post<MatchSummary>('/api/matches', { game: GAME, seats: 2 });
    for (const [chair, person] of people.entries()) await reserve(person, made, chair);
    sittings.push(...people.map(({ session }) => ({ match: made.match, token: session.token })));
  }
  return sittings;
}

async function comeBack(url: string, { match, token }: Sitting): Promise<BenchSeat> {
  const { status, body } = await send<SeatedAnswer>(url, `/api/matches/${match}/connect`, {}, token);
  if (status !== 200) throw new Error(`a player cannot come back to ${match}: ${JSON.stringify(body)}`);
  return enter(url, body.connection);
}

export interface Batch {
  readonly matches: number;
  /** The length of each record. */
  readonly entries: number;
}

/** Seconds from the start of the process until each match is read, checked and folded, and the outage noted on disk. */
export async function measureOpening(batch: Batch, checkout?: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...process.env, ...CACHED };
  const writer = [program(new URL('openWriter.ts', import.meta.url), checkout), folder, JSON.stringify([batch])];
  const child = spawn(process.execPath, writer, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), gone]);
  child.kill('SIGKILL'); // as soon as it has written all matches
  await gone;
  if (!String(said).includes('written')) throw new Error('the matches could not be written');
  const opener = [...BUSY, program(new URL('openInside.ts', import.meta.url), checkout), folder];
  const { stdout } = await promisify(execFile)(process.execPath, opener, { env });
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}

/** A program of this folder, or the same of an earlier checkout. */
function program(here: URL, checkout?: string): string {
  const path = fileURLToPath(here);
  return checkout === undefined ? path : join(checkout, 'test/src/bench', basename(path));
}
