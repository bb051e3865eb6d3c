/** A day passes, by a clock that only the test moves: old data goes, and active players notice nothing. */
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, send, takeSeat } from '../support/sockets/rawClient.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let server: Running;
let now = Date.now();

beforeAll(async () => {
  const settings = { KEEP_MATCHES_DAYS: '30', KEEP_GUESTS_DAYS: '10', OPEN_MINUTES: '10080' };
  server = await testServer(settings, { now: () => now });
});
afterAll(() => server?.stop());

const statusOf = async (path: string) => (await fetch(server.address + path)).status;

test('an ended match goes after its days, an idle guest too; who sits in a running match stays', async () => {
  const [idle, ana, ben] = [
    await newPerson(server.address),
    await newPerson(server.address, 'Ana'),
    await newPerson(server.address, 'Ben'),
  ];
  const bots = [{ bot: 'random' }, { bot: 'random' }];
  const wanted = { game: 'tieqchieq', bots, options: { turnCap: 20 } };
  const ended = (await idle.post<MatchSummary>('/api/matches', wanted)).body.match;
  await expect.poll(() => statusOf(`/api/matches/${ended}/record`), { timeout: 20_000 }).toBe(200);
  const running = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const seats = [await takeSeat(ana, running), await takeSeat(ben, running)];

  const refresh = (person: typeof ana) => send(server.address, '/api/tokens', { refresh: person.session.refresh });
  now += 11 * DAY_MS;
  // A request over HTTP would count as a return of the player.
  await expect.poll(() => server.services.people.find(idle.session.player), { timeout: 20_000 }).toBeUndefined();
  expect((await refresh(idle)).status).toBe(401);
  expect(await statusOf(`/api/matches/${ended}/record`)).toBe(200);
  expect((await refresh(ana)).status).toBe(200);
  now += 20 * DAY_MS;
  await expect.poll(() => statusOf(`/api/matches/${ended}/record`), { timeout: 20_000 }).toBe(404);
  const names = (await (await fetch(`${server.address}/api/matches/${running.match}`)).json()) as MatchSummary;
  expect(names.seats.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  expect((await seats[0]!.request('nothing')).kind).toBe('rejected');
  for (const seat of seats) seat.close();
});
