/**
 * Many players take seats in many matches at the same moment. Measures how long each waits until the table is shown.
 */
import { randomBytes } from 'node:crypto';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { metricsOf } from '../support/metrics.ts';
import { newPerson, type Person, RawClient } from '../support/sockets/rawClient.ts';

export interface Crowd {
  readonly url: string;
  readonly matches: number;
  /** The number of players, and of seats, for each match. */
  readonly seats: number;
  /** The players arrive spread over this time. */
  readonly withinMs: number;
}

export interface Joins {
  /** How long each player waited, in milliseconds, the shortest first. */
  readonly waited: readonly number[];
  readonly problems: readonly string[];
  /** Processor time of the server. Unlike the waiting, it hardly changes on a busy machine. */
  readonly cpuSeconds: number;
  /** How many players sit at each match in the end. */
  readonly seated: readonly number[];
}

const AT_ONCE = 50;

export async function measureJoins(crowd: Crowd): Promise<Joins> {
  const { url, matches, seats } = crowd;
  const people = await inTurns(matches * seats, () => newPerson(url));
  const tables = await inTurns(matches, async (i) => newTable(people[i * seats] as Person, seats));
  const problems: string[] = [];
  const sockets: RawClient[] = [];
  const join = async (person: Person, i: number): Promise<number> => {
    await pause(Math.random() * crowd.withinMs);
    const began = performance.now();
    await sitDown(person, tables[i % matches] as MatchSummary)
      .then((socket) => sockets.push(socket))
      .catch((error: Error) => problems.push(error.message));
    return performance.now() - began;
  };
  const before = await cpuSecondsOf(url);
  const waited = await Promise.all(people.map(join));
  const cpuSeconds = (await cpuSecondsOf(url)) - before;
  const seated = await Promise.all(tables.map(({ match }) => countPeople(url, match)));
  for (const socket of sockets) socket.close();
  return { waited: waited.toSorted((a, b) => a - b), problems, seated, cpuSeconds };
}

async function newTable(host: Person, seats: number): Promise<MatchSummary> {
  const { status, body } = await host.post<MatchSummary>('/api/matches', { game: 'flower-war', seats });
  if (status !== 200) throw new Error(`no match: ${JSON.stringify(body)}`);
  return body;
}

/** A player gets a seat over HTTP, a socket, and the whole table. */
async function sitDown(person: Person, { match, commitment }: MatchSummary): Promise<RawClient> {
  const contribution = randomBytes(16).toString('hex');
  const { status, body } = await person.post<SeatedAnswer>(`/api/matches/${match}/seat`, { commitment, contribution });
  if (status !== 200) throw new Error(`no seat: ${JSON.stringify(body)}`);
  return RawClient.connect(person.url, body);
}

async function countPeople(url: string, match: string): Promise<number> {
  const { seats } = (await (await fetch(`${url}/api/matches/${match}`)).json()) as MatchSummary;
  return new Set(seats.flatMap(({ player }) => player ?? [])).size;
}

async function cpuSecondsOf(url: string): Promise<number> {
  const metrics = await metricsOf(url);
  return Number(/^process_cpu_seconds_total ([\d.]+)$/m.exec(metrics)?.[1]);
}

/** Runs the preparations, which are not measured, in small groups. */
async function inTurns<T>(count: number, make: (i: number) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - from);
    made.push(...(await Promise.all(Array.from({ length }, (_, i) => make(from + i)))));
  }
  return made;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
