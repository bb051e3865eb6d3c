/**
 * What it costs a server when all people come back at the same moment: just after it was started again, and when it is
 * warm. Each has a token, calls `connect`, and is back when the table has been shown.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { newPerson, type Person, send } from '../../support/sockets/rawClient.ts';
import { Player } from '../player.ts';
import { type Measured, usedBy, withServer } from '../servers.ts';
import { type Times, whenSettled } from './settle.ts';

/** Milliseconds of the server's processor for each person. */
export interface BackFigures {
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
const AT_ONCE = 40;

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
    for (const [chair, person] of people.entries()) await sit(person, made, chair);
    sittings.push(...people.map(({ session }) => ({ match: made.match, token: session.token })));
  }
  return sittings;
}

async function sit(person: Person, { match, commitment }: MatchSummary, seat: number): Promise<void> {
  const wanted = { commitment, contribution: 'ab'.repeat(16), seat };
  const { status, body } = await person.post(`/api/matches/${match}/seat`, wanted);
  if (status !== 200) throw new Error(`no seat: ${JSON.stringify(body)}`);
}

async function costOfReturn(server: Measured, sittings: readonly Sitting[]): Promise<number> {
  const before = await usedBy(server);
  const players = await comeBack(server.address, sittings);
  const cost = ((await usedBy(server)).cpu - before.cpu) / 1000 / sittings.length;
  for (const player of players) player.close();
  return cost;
}

/** Resolves when all are back, with the connection of each. */
export async function comeBack(url: string, sittings: readonly Sitting[]): Promise<readonly Player[]> {
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
