/** The server of a test file, and players who come to it with the SDK. */
import { randomBytes } from 'node:crypto';
import { FlowerWarClient, type LiveMatch, type MatchSummary, type NewMatch } from '@flower-war/client';
import type { Parts, Running } from '@flower-war/server';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { asking, person as personAt } from '../support/api.ts';
import { testServer } from '../support/server.ts';

export type AnyLive = LiveMatch;

let running: Running | undefined;
let stopping: Promise<void> | undefined;

/** The one server of the test file: Colyseus keeps one matchmaker in a process. */
export const house = {
  get server(): Running {
    if (running === undefined) throw new Error('the server of this file does not run');
    return running;
  },
  get url(): string {
    return house.server.address;
  },
  /** A test may stop it before the end of the file. */
  stop(): Promise<void> {
    stopping ??= house.server.stop();
    return stopping;
  },
};

/** Starts the server before the tests of the file, or of the group, and stops it after them. */
export function serveThisFile(settings: Readonly<Record<string, string>> = {}, parts: Parts = {}): void {
  beforeAll(async () => {
    running = await testServer(settings, parts);
    stopping = undefined;
  });
  afterAll(() => running && house.stop());
}

/** Closes a connection at the end of the test. */
export function closing<T extends { close(): unknown }>(one: T): T {
  onTestFinished(() => void one.close());
  return one;
}

export const person = (name: string): Promise<FlowerWarClient> => personAt(house.url, name);

/** The same player on another device, or by another way to the server. */
export function elsewhere({ session }: Pick<FlowerWarClient, 'session'>, url = house.url): FlowerWarClient {
  return new FlowerWarClient({ url, ...(session && { session }) });
}

/** A new match in which the host has a seat, but no socket. */
export async function seatedAlone(host: FlowerWarClient, wanted: object = {}): Promise<MatchSummary> {
  const made = await host.create({ game: 'tieqchieq', options: { startPlayer: 'host' }, ...wanted });
  const body = { commitment: made.commitment, contribution: randomBytes(16).toString('hex') };
  await asking(() => house.url)(`POST /api/matches/${made.match}/seat`, { token: host.session?.token, body });
  return made;
}

/** Ana at a new table for two. */
export async function hosted(wanted: object = {}) {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', ...wanted });
  return { ana, match, live: closing(await ana.join(match)) };
}

/** Ana and Ben at a new table, once the match has begun. */
export async function pair(wanted: object = {}) {
  const { ana, match, live } = await hosted(wanted);
  const ben = await person('Ben');
  const other = closing(await ben.join(match));
  for (const one of [live, other]) await one.until(({ table }) => table.status !== 'open');
  return { ana, ben, match, live, other };
}

/** Plays the first legal move whenever the seat may move, until the match is over. */
export async function playOn(live: AnyLive): Promise<void> {
  for (;;) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    const [first] = live.legal;
    if (live.isOver || first === undefined) return;
    const answer = await live.play(first);
    if (answer.kind !== 'accepted') throw new Error(`${first} was answered by ${JSON.stringify(answer)}`);
  }
}

/** Waits until the connection is lost and there again. */
export async function untilBack(live: AnyLive): Promise<void> {
  await live.until(({ isConnected }) => !isConnected);
  await live.until(({ isConnected }) => isConnected);
}

export const idOf = ({ session }: FlowerWarClient): string => session?.player ?? '';

type Players = { readonly people: readonly FlowerWarClient[] };

/** Plays a match that the first of these people wins: the others give up, the last seat first. Resolves when the result is written. */
export async function duel({ people, ...wanted }: Players & Partial<NewMatch<string>>): Promise<MatchSummary> {
  const [host] = people;
  if (host === undefined) throw new Error('a duel needs people');
  const match = await host.create({ game: 'tieqchieq', seats: people.length, ...wanted });
  const lives = [];
  for (const [seat, person] of people.entries())
    lives.push(await person.join(match, { seat, ...(match.code !== undefined && { code: match.code }) }));
  await Promise.all(lives.map((live) => live.until(({ table }) => table.status === 'running')));
  for (const live of lives.slice(1).toReversed()) await live.resign();
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  for (const live of lives) live.close();
  return host.match(match.match);
}
