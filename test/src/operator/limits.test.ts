/** How much one player, and one address, may create. Only the test moves the clock. */
import { BUCKETS, CODES, type MatchSummary, PROTOCOL_HEADER } from '@flower-war/protocol';
import { beforeEach, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { asking } from '../support/api.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';

const HOUR_MS = 60 * 60 * 1000;
let now = Date.now();

serveThisFile({ LIMITS: '1', MOST_OPEN_MATCHES: '3', MOST_SEATS: '2' }, { now: () => now });
beforeEach(() => {
  now += HOUR_MS / 2; // all quotas are full again, and tokens are still valid
});

const ask = asking(() => house.url);
const guest = () => newPerson(house.url);
const open = (person: Person) => person.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
/** A match of bots, which starts by itself and so counts as no player's open match. */
const ofBots = { game: 'tieqchieq', options: { turnCap: 20 }, bots: [{ bot: 'random' }, { bot: 'random' }] };
const create = async (person: Person) => (await person.post('/api/matches', ofBots)).status;

test('one player makes a number of matches, is told how long to wait, and waits no longer than that', async () => {
  const ana = await guest();
  const { perPlayer, seconds } = BUCKETS.matches;
  for (let n = 0; n < perPlayer; n++) expect(await create(ana)).toBe(200);
  expect(await ask('POST /api/matches', { token: ana.session.token, body: ofBots })).toEqual({
    status: 429,
    body: { code: 'too-many', reason: 'matches', message: CODES['too-many'] },
    retryAfter: seconds / perPlayer,
  });
  for (let n = 0; n < 20; n++) await create(ana); // a refused request costs nothing
  now += (seconds / perPlayer) * 1000;
  expect([await create(ana), await create(ana)]).toEqual([200, 429]);
  expect((await send(house.url, '/api/matches', ofBots, 'forged')).status).toBe(401); // and counts for no player
});

test('a moderator acts so often, and another one is not held up by that', async () => {
  const [mod, other, ana] = [await guest(), await guest(), await guest()];
  const { penalties } = house.server.services;
  for (const one of [mod, other]) await penalties.appoint(one.session.player, ['mute']);
  const path = `/api/order/players/${ana.session.player}/penalties`;
  const mute = (by: Person) => by.post<{ code: string }>(path, { kind: 'mute', reason: 'spam', days: 1 });
  const codes = [];
  for (let n = 0; n < 1000; n++) codes.push((await mute(mod)).body.code);
  const limited = codes.filter((code) => code === 'too-many').length;
  expect(limited).toBe(1000 - BUCKETS.order.perPlayer);
  expect((await mute(other)).body).toMatchObject({ code: 'penalty-refused', reason: 'stands' });
  expect(await penalties.of(ana.session.player)).toHaveLength(1);
});

test('another player at the same address is not held up by that', async () => {
  const [ana, ben] = [await guest(), await guest()];
  while ((await ana.post('/api/quick', { game: 'tieqchieq' })).status === 200);
  expect((await ben.post('/api/quick', { game: 'tieqchieq' })).status).toBe(200);
});

test('one address makes a number of guests, however it spells the route, and nobody chooses their address', async () => {
  const paths = ['/api/guests', '/API/guests', '/api/guests/'];
  const statuses = [];
  for (let n = 0; n < BUCKETS.guests.perAddress + 5; n++)
    statuses.push((await ask(`POST ${paths[n % paths.length]!}`, { body: {} })).status);
  expect(statuses).toEqual([...Array(BUCKETS.guests.perAddress).fill(200), ...Array(5).fill(429)]);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']) {
    const headers = { [name]: '203.0.113.9' };
    expect((await fetch(`${house.url}/api/guests`, { method: 'POST', headers })).status, name).toBe(429);
  }
});

test('web pages may read how long to wait, what an answer is of a file or of a list, and the version of the protocol', async () => {
  const response = await fetch(`${house.url}/api/games`, { headers: { origin: 'https://play.example.org' } });
  expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual([
    'Retry-After',
    'ETag',
    'Accept-Ranges',
    'Content-Range',
    'Content-Disposition',
    PROTOCOL_HEADER,
  ]);
  expect(response.headers.get(PROTOCOL_HEADER)).toBe('1');
});

test('web pages may ask for what is new, or for a part of a file', async () => {
  const asked = { method: 'OPTIONS', headers: { origin: 'https://play.example.org' } };
  const { headers } = await fetch(`${house.url}/api/open-data/2026-10`, asked);
  expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['If-None-Match', 'Range', 'If-Range']),
  );
});

test('one host has three open matches at once, of which those that start no longer count', async () => {
  const [ana, ben] = [await guest(), await guest()];
  const [first] = [await open(ana), await open(ana), await open(ana)];
  expect((await open(ana)).body).toMatchObject({ code: 'limit-reached', reason: 'open-matches' });
  expect((await open(ben)).status).toBe(200);
  for (let n = 0; n < 2; n++) await ana.post(`/api/matches/${first.body.match}/bots`, { bot: 'random' });
  expect((await open(ana)).status).toBe(200);
});

test('one player sits in two unfinished matches at once, and comes back to each of them', async () => {
  const [ana, ben] = [await guest(), await guest()];
  const [first, second, third] = [
    await newMatch(ben, { game: 'tieqchieq' }),
    await newMatch(ben, { game: 'tieqchieq' }),
    await newMatch(ben, { game: 'tieqchieq' }),
  ];
  const seats = [await takeSeat(ana, first), await takeSeat(ana, second)];
  const sit = ({ match, commitment }: MatchSummary) =>
    ana.post(`/api/matches/${match}/seat`, { commitment, contribution: 'ab'.repeat(16) });
  expect((await sit(third)).body).toMatchObject({ code: 'limit-reached', reason: 'seats' });
  expect((await sit(second)).status).toBe(200);
  expect((await ana.post(`/api/matches/${first.match}/leave`)).status).toBe(200);
  expect((await sit(third)).status).toBe(200);
  for (const seat of seats) seat.close();
});
