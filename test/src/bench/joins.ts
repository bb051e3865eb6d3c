/** What it costs a server that people take seats, come back to them, or all join within the same second. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { at } from '@flower-war/rules';
import { metricsOf } from '../support/metrics.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';
import { type BenchSeat, enter, NEW_MATCH, reserve, type TakeSeat } from './seats.ts';
import { type Measured, type Served, usedBy, withServer } from './servers.ts';
import { type Times, whenSettled } from './tables.ts';

export interface Wave {
  readonly matches: number;
  /** How many waves of people come, until Node has compiled what a join uses. */
  readonly times: Times;
}

const ARRIVE_AT_ONCE = 16;

/**
 * People take the free seats of matches: from the request for a seat to the shown board. Returns how many a second of the server's
 * processor seats.
 */
export async function measureArrivals(served: Served, { matches, times }: Wave): Promise<number> {
  return withServer(
    served,
    async (server) => 1e6 / (await whenSettled(() => costOfWave(served, server, matches), times)),
  );
}

/** Microseconds of the processor for each person. */
async function costOfWave(served: Served, server: Measured, matches: number): Promise<number> {
  const seats = await freeSeats(served, server.address, matches);
  const before = await usedBy(server);
  await arrive(seats);
  return ((await usedBy(server)).cpu - before.cpu) / seats.length;
}

/** People and matches are made before; they are not counted. */
async function freeSeats({ system }: Served, address: string, matches: number): Promise<readonly TakeSeat[]> {
  const seats: TakeSeat[] = [];
  for (let match = 0; match < matches; match++) seats.push(...(await NEW_MATCH[system](address)));
  return seats;
}

async function arrive(seats: readonly TakeSeat[]): Promise<void> {
  const free = seats.values();
  const all: BenchSeat[] = [];
  const takeOn = async () => {
    for (const take of free) all.push(await take());
  };
  await Promise.all(Array.from({ length: ARRIVE_AT_ONCE }, takeOn));
  for (const seated of all) seated.close();
}

/** Milliseconds of the server's processor for each person. */
interface BackFigures {
  readonly afterStart: number;
  readonly warm: number;
}

export interface Return {
  readonly matches: number;
  /** How often all are cut off and come back. */
  readonly times: Times;
  readonly checkout?: string | undefined;
}

interface Sitting {
  readonly match: string;
  readonly token: string;
}

const GAME = 'flower-war';
const RETURN_AT_ONCE = 40;

/**
 * All people come back at the same moment: just after the server was started again, and when it is warm. Each has a token, calls
 * `connect`, and is back when the table has been shown.
 */
export async function measureReturns({ matches, times, checkout }: Return): Promise<BackFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-back-'));
  const served = { system: 'real', checkout, folder } as const;
  try {
    const sittings = await withServer(served, (server) => seatPeople(server.address, matches));
    return await withServer(served, async (server) => {
      const afterStart = await costOfReturn(server, sittings);
      return { afterStart, warm: await whenSettled(() => costOfReturn(server, sittings), times) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
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

async function costOfReturn(server: Measured, sittings: readonly Sitting[]): Promise<number> {
  const before = await usedBy(server);
  const players = await comeBack(server.address, sittings);
  const cost = ((await usedBy(server)).cpu - before.cpu) / 1000 / sittings.length;
  for (const player of players) player.close();
  return cost;
}

/** Resolves when all are back, with the connection of each. */
export async function comeBack(url: string, sittings: readonly Sitting[]): Promise<readonly BenchSeat[]> {
  const players: BenchSeat[] = [];
  const rest = sittings.values();
  const bringBack = async () => {
    for (const { match, token } of rest) {
      const { status, body } = await send<SeatedAnswer>(url, `/api/matches/${match}/connect`, {}, token);
      if (status !== 200) throw new Error(`a player cannot come back to ${match}: ${JSON.stringify(body)}`);
      players.push(await enter(url, body.connection));
    }
  };
  await Promise.all(Array.from({ length: RETURN_AT_ONCE }, bringBack));
  return players;
}

export interface Crowd {
  readonly url: string;
  readonly matches: number;
  /** The number of players, and of seats, for each match. */
  readonly seats: number;
  /** The players arrive spread over this time. */
  readonly withinMs: number;
}

export interface Joins {
  /** How long each player waited until the whole table was shown, in milliseconds, the shortest first. */
  readonly waited: readonly number[];
  readonly problems: readonly string[];
  /** Processor time of the server. Unlike the waiting, it hardly changes on a busy machine. */
  readonly cpuSeconds: number;
  /** How many players sit at each match in the end. */
  readonly seated: readonly number[];
}

/** Many players take seats in many matches at the same moment: a seat over HTTP, a socket, and the whole table. */
export async function measureJoins({ url, matches, seats, withinMs }: Crowd): Promise<Joins> {
  const people = await inGroups(matches * seats, () => newPerson(url));
  const tables = await inGroups(matches, (i) => newTable(at(people, i * seats), seats));
  const problems: string[] = [];
  const join = async (person: Person, i: number) => {
    await pause(Math.random() * withinMs);
    const began = performance.now();
    const socket = await takeSeat(person, at(tables, i % matches)).catch((error: Error) => {
      problems.push(error.message);
    });
    return { socket, took: performance.now() - began };
  };
  const before = await cpuSecondsOf(url);
  const joined = await Promise.all(people.map(join));
  const cpuSeconds = (await cpuSecondsOf(url)) - before;
  const seated = await Promise.all(tables.map(({ match }) => countPeople(url, match)));
  for (const { socket } of joined) socket?.close();
  return { waited: joined.map(({ took }) => took).toSorted((a, b) => a - b), problems, seated, cpuSeconds };
}

async function newTable(host: Person, seats: number): Promise<MatchSummary> {
  const { status, body } = await host.post<MatchSummary>('/api/matches', { game: GAME, seats });
  if (status !== 200) throw new Error(`no match: ${JSON.stringify(body)}`);
  return body;
}

async function countPeople(url: string, match: string): Promise<number> {
  const { seats } = (await (await fetch(`${url}/api/matches/${match}`)).json()) as MatchSummary;
  return new Set(seats.flatMap(({ player }) => player ?? [])).size;
}

/** What a server with metrics has used of the processor since its start. */
export async function cpuSecondsOf(url: string): Promise<number> {
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await metricsOf(url))?.[1]);
}

const PREPARED_AT_ONCE = 50;

/** Runs the preparations, which are not measured, in small groups. */
async function inGroups<T>(count: number, make: (i: number) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  for (let from = 0; from < count; from += PREPARED_AT_ONCE) {
    const length = Math.min(PREPARED_AT_ONCE, count - from);
    made.push(...(await Promise.all(Array.from({ length }, (_, i) => make(from + i)))));
  }
  return made;
}
