/** Readers who stall, players in a hurry, and the end of the server. */
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithBillboard } from '../support/billboard.ts';
import { testServer } from '../support/server.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';
import { newMatch, type PlainPlayer, sitAll } from './play.ts';

/** So much may wait for a reader, beside one line and what the line needs on its way. */
const MOST_WAITING = 1024 * 1024 + 64 * 1024;
const A_SECOND = 50;
let server: Running;
let stopping: Promise<void> | undefined;
let second = 0;

beforeAll(async () => {
  const settings = { HEARTBEAT_SECONDS: '3600', MESSAGES_PER_SECOND: String(A_SECOND) };
  server = await testServer(settings, { games: gamesWithBillboard(), now: () => 1_795_000_000_000 + second * 1000 });
});
afterAll(() => stopping ?? server?.stop());

async function seated(): Promise<{ players: readonly PlainPlayer[]; match: string }> {
  const people = await Promise.all([1, 2].map(() => newPerson(server.address)));
  const match = await newMatch(people[0]!, { game: 'billboard' });
  return { players: await sitAll(match, people), match: match.match };
}

test('a reader who stalls is cut before it fills the memory, and comes back to the whole state', async () => {
  const { players, match } = await seated();
  const poster = players.find(({ stream }) => stream.legal.length > 0) ?? players[0]!;
  await poster.stream.until(({ legal }) => legal.length > 0);
  const caro = await newPerson(server.address);
  const slow = await PlainStream.open(caro, match);
  await slow.until(({ seen }) => seen !== undefined);
  slow.response.pause();
  let most = 0;
  let posts = 0;
  while (!slow.isCut && posts < 60_000) {
    second++; // the pace allows so many a second
    for (let i = 0; i < A_SECOND; i++, posts++) await poster.act('post');
    most = Math.max(most, slow.waiting);
  }
  expect(slow.isCut).toBe(true);
  expect(most).toBeGreaterThan(100_000);
  expect(most).toBeLessThan(MOST_WAITING);
  const step = slow.seen!.step;
  slow.close();
  const again = await PlainStream.open(caro, match, `?from=${step}`);
  await again.until(({ lines }) => lines.length > 0);
  expect(again.lines[0]!.kind).toBe('state');
  await poster.stream.settle();
  await again.settle();
  expect(again.seen!.view).toEqual(poster.stream.seen!.view);
  for (const { stream } of players) stream.close();
  again.close();
}, 300_000);

async function flood(person: Person, match: string, times: number): Promise<readonly number[]> {
  const path = `/api/matches/${match}/act`;
  const body = JSON.stringify({ id: 1, decision: 999, move: 'toss' });
  const headers = { authorization: `Bearer ${person.session.token}` };
  const asked = Array.from({ length: times }, () => fetch(server.address + path, { method: 'POST', headers, body }));
  const answers = await Promise.all(asked);
  for (const answer of answers) if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  return answers.map(({ status }) => status);
}

test('a player may act as often as on one socket, over all requests together', async () => {
  const { players, match } = await seated();
  second++;
  const [ana, beto] = players as [PlainPlayer, PlainPlayer];
  const statuses = await flood(ana.person, match, A_SECOND + 20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(A_SECOND);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect(await flood(beto.person, match, 1)).toEqual([409]);
  second++;
  expect(await flood(ana.person, match, 1)).toEqual([409]);
  for (const { stream } of players) stream.close();
});

test('when the server stops, each stream says so and ends', async () => {
  const { players } = await seated();
  stopping = server.stop();
  for (const { stream } of players) {
    await stream.until(({ isClosed }) => isClosed);
    expect(stream.lines.at(-1)).toMatchObject({ kind: 'closed', code: 'unavailable', reason: 'stopping' });
  }
  await stopping;
});
