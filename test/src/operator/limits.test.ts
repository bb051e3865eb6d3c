/** How much one player, and one address, may create. Only the test moves the clock. */
import { BUCKETS, CODES, type MatchSummary, PROTOCOL_HEADER } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';

const HOUR_MS = 60 * 60 * 1000;
let server: Running;
let now = Date.now();

beforeAll(async () => {
  server = await testServer({ LIMITS: '1', MOST_OPEN_MATCHES: '3', MOST_SEATS: '2' }, { now: () => now });
});
afterAll(() => server?.stop());
beforeEach(() => {
  now += HOUR_MS / 2; // all quotas are full again, and tokens are still valid
});

const bots = [{ bot: 'random' }, { bot: 'random' }];
/** A match of bots, which starts by itself and so counts as no player's open match. */
const ofBots = { game: 'tieqchieq', options: { turnCap: 20 }, bots };

async function post(path: string, body: object, token?: string): Promise<Response> {
  return fetch(server.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}

test('one player makes so many matches, is told how long to wait, and waits no longer than that', async () => {
  const ana = await newPerson(server.address);
  const { perPlayer, seconds } = BUCKETS.matches;
  const statuses = [];
  for (let n = 0; n < perPlayer; n++) statuses.push((await ana.post('/api/matches', ofBots)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await post('/api/matches', ofBots, ana.session.token);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ code: 'too-many', reason: 'matches', message: CODES['too-many'] });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBe(seconds / perPlayer);
  now += wait * 1000;
  expect((await ana.post('/api/matches', ofBots)).status).toBe(200);
  expect((await ana.post('/api/matches', ofBots)).status).toBe(429);
});

test('another player at the same address is not held up by that', async () => {
  const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
  while ((await ana.post('/api/quick', { game: 'tieqchieq' })).status === 200);
  expect((await ben.post('/api/quick', { game: 'tieqchieq' })).status).toBe(200);
});

test('one address makes so many guests, however it spells the route', async () => {
  const paths = ['/api/guests', '/API/guests', '/api/guests/'];
  const statuses = [];
  for (let n = 0; n < BUCKETS.guests.perAddress + 5; n++)
    statuses.push((await post(paths[n % paths.length]!, {})).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(BUCKETS.guests.perAddress);
  expect(new Set(statuses.slice(-5))).toEqual(new Set([429]));
});

test('nobody chooses their address: what a proxy would say is not believed', async () => {
  while ((await post('/api/guests', {})).status === 200);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'])
    expect(
      (await fetch(`${server.address}/api/guests`, { method: 'POST', headers: { [name]: '203.0.113.9' } })).status,
    ).toBe(429);
});

test('a refused request costs nothing, and a forged token counts for no player', async () => {
  const ana = await newPerson(server.address);
  for (let n = 0; n < BUCKETS.matches.perPlayer; n++) await ana.post('/api/matches', ofBots);
  for (let n = 0; n < 20; n++) await ana.post('/api/matches', ofBots);
  now += (BUCKETS.matches.seconds / BUCKETS.matches.perPlayer) * 1000;
  expect((await ana.post('/api/matches', ofBots)).status).toBe(200);
  expect((await send(server.address, '/api/matches', ofBots, 'forged')).status).toBe(401);
});

test('web pages may read how long to wait, and the version of the protocol', async () => {
  const response = await fetch(`${server.address}/api/games`, { headers: { origin: 'https://play.example.org' } });
  expect(response.headers.get('access-control-expose-headers')).toBe(`Retry-After, ${PROTOCOL_HEADER}`);
  expect(response.headers.get(PROTOCOL_HEADER)).toBe('1');
});

describe('at once', () => {
  const open = (person: Person) => person.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });

  test('one host has so many open matches, of which those that start no longer count', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const made = [await open(ana), await open(ana), await open(ana)];
    expect((await open(ana)).body).toMatchObject({ code: 'limit-reached', reason: 'open-matches' });
    expect((await open(ben)).status).toBe(200);
    await ana.post(`/api/matches/${made[0]!.body.match}/bots`, { bot: 'random' });
    await ana.post(`/api/matches/${made[0]!.body.match}/bots`, { bot: 'random' });
    expect((await open(ana)).status).toBe(200);
  });

  test('one player sits in so many unfinished matches, and comes back to each of them', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const matches = [(await open(ben)).body, (await open(ben)).body, (await open(ben)).body];
    const seats = [await takeSeat(ana, matches[0]!), await takeSeat(ana, matches[1]!)];
    const sit = (match: MatchSummary) =>
      ana.post(`/api/matches/${match.match}/seat`, { commitment: match.commitment, contribution: 'ab'.repeat(16) });
    expect((await sit(matches[2]!)).body).toMatchObject({ code: 'limit-reached', reason: 'seats' });
    expect((await sit(matches[1]!)).status).toBe(200);
    expect((await ana.post(`/api/matches/${matches[0]!.match}/leave`)).status).toBe(200);
    expect((await sit(matches[2]!)).status).toBe(200);
    for (const seat of seats) seat.close();
  });
});
