/** What one server does, the players of another one see: soon with Redis, within seconds without. */
import { BUCKETS, type MatchSummary } from '@flower-war/protocol';
import { noPostgres, noRedis, TestRedis } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { House } from '../lab/house.ts';
import type { ChildServer } from '../support/childServer.ts';
import { newPerson, type Person, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const missing = noPostgres ?? noRedis;

const OPERATOR_TOKEN = 'the-operator-of-both';
let redis: TestRedis;

beforeAll(async () => {
  if (missing !== undefined) return;
  redis = await TestRedis.start();
}, 60_000);
afterAll(async () => {
  redis?.thaw();
  await redis?.kill();
});

interface Pair {
  readonly house: House;
  readonly here: ChildServer;
  readonly there: ChildServer;
}

/** Two servers, each at its own address: nothing stands in front of them. */
async function openPair(settings: Readonly<Record<string, string>> = {}): Promise<Pair> {
  const house = await House.open(['here', 'there'], { OPERATOR_TOKEN, LIMITS: '1', ...settings });
  return { house, here: house.process('here'), there: house.process('there') };
}

/** The match in the list of a server, if it is there. */
async function listed({ url }: ChildServer, match: string): Promise<MatchSummary | undefined> {
  const { matches } = (await (await fetch(`${url}/api/matches`)).json()) as { matches: MatchSummary[] };
  return matches.find((one) => one.match === match);
}

/** The longest that a change may take: a look at the store every two seconds, and a slow machine. */
const SLOW_MS = 8000;

interface Table {
  readonly host: Person;
  readonly match: MatchSummary;
  readonly client: RawClient;
}

/** A player sits at an open match of this server. */
async function seatedAt({ url }: ChildServer, name: string): Promise<Table> {
  const host = await newPerson(url, name);
  const { body: match } = await host.post<MatchSummary>('/api/matches', { game: 'mexica', preset: 'mexica', seats: 3 });
  return { host, match, client: await takeSeat(host, match, 0) };
}

const soon = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: SLOW_MS, interval: 20 });
const closed = (client: RawClient) => soon(() => client.closeCode !== undefined);
const at = ({ session }: Person, { url }: ChildServer, path: string, body: object = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Everything that must be right in every process. */
async function allIsTold({ here, there }: Omit<Pair, 'house'>): Promise<void> {
  const { host, match, client } = await seatedAt(here, 'Itzel');
  const first = async () => (await listed(there, match.match))?.seats[0];
  await soon(async () => (await first())?.present === true);
  expect((await at(host, there, '/api/me', { name: 'Citlali' })).status).toBe(200);
  await soon(async () => (await listed(here, match.match))?.seats[0]?.name === 'Citlali');
  client.close();
  await soon(async () => (await first())?.present === false);
  expect((await at(host, here, `/api/matches/${match.match}/leave`)).status).toBe(200);
  await soon(async () => (await first())?.kind === 'free');
  await sentAway({ here, there });
}

async function sentAway({ here, there }: Omit<Pair, 'house'>): Promise<void> {
  const banned = await seatedAt(here, 'Banned');
  const ban = `${there.url}/api/operator/players/${banned.host.session.player}/ban`;
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  expect((await fetch(ban, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  await closed(banned.client);
  const gone = await seatedAt(here, 'Gone');
  expect((await at(gone.host, there, '/api/sign-out')).status).toBe(200);
  await closed(gone.client);
  const lobby = await newPerson(here.url, 'Deleted');
  const deleted = { authorization: `Bearer ${lobby.session.token}` };
  const client = await watch(lobby, gone.match);
  expect((await fetch(`${there.url}/api/me`, { method: 'DELETE', headers: deleted })).status).toBe(200);
  await closed(client);
}

/** The players of a match that is over see its rematch, wherever it was asked for. */
async function rematchIsTold({ here, there }: Omit<Pair, 'house'>): Promise<void> {
  const host = await newPerson(here.url, 'Xoch');
  const bots = [{ bot: 'random' }, { bot: 'random' }];
  const ofBots = { game: 'tieqchieq', options: { turnCap: 20 }, bots };
  const { body: match } = await host.post<MatchSummary>('/api/matches', ofBots);
  await soon(async () => (await listed(there, match.match))?.status === 'ended');
  const client = await watch(host, match);
  const { match: rematch } = (await (
    await at(host, there, `/api/matches/${match.match}/rematch`)
  ).json()) as MatchSummary;
  await soon(() => client.messages<{ match: string }>('rematch').some((told) => told.match === rematch));
  client.close();
}

describe.skipIf(missing !== undefined)(`two servers ${missing ?? ''}`, () => {
  describe('with Redis', () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await openPair({ REDIS_URL: redis.url });
    }, 60_000);
    afterAll(() => pair?.house.stop());

    test('tell each other all', async () => {
      await allIsTold(pair);
      await rematchIsTold(pair);
    }, 60_000);

    test('tell each other sooner than the store alone could', () => namesAreToldAtOnce(pair), 60_000);

    test('let in together what one of them may', async () => {
      await redis.flush();
      const began = Date.now();
      const statuses: number[] = [];
      for (let n = 0; n < perAddress + 30; n++) statuses.push(await newGuest(n % 2 === 0 ? pair.here : pair.there));
      const backSince = Math.ceil(((Date.now() - began) / 1000) * (perAddress / seconds));
      const letIn = statuses.filter((status) => status === 200).length;
      expect(letIn).toBeGreaterThanOrEqual(perAddress);
      expect(letIn).toBeLessThanOrEqual(perAddress + backSince);
      await redis.flush();
    }, 60_000);

    test('go on when Redis is gone, and with one that comes back empty', async () => {
      await redis.kill();
      await allIsTold(pair);
      await redis.up();
      await soon(() => isTellingAgain());
      await namesAreToldAtOnce(pair);
    }, 60_000);

    test('go on when Redis stands still: no request waits long, and nothing is missed', async () => {
      const ana = await newPerson(pair.here.url);
      redis.freeze();
      try {
        const took: number[] = [];
        for (let n = 0; n < 15; n++) {
          const began = performance.now();
          expect((await at(ana, pair.here, '/api/links')).status).toBe(200);
          took.push(performance.now() - began);
        }
        expect(took.toSorted((a, b) => a - b)[7]).toBeLessThan(200);
        await allIsTold(pair);
      } finally {
        redis.thaw();
      }
      await soon(() => isTellingAgain());
      await namesAreToldAtOnce(pair);
    }, 60_000);
  });

  test('find by themselves what was not announced at all', async () => {
    const pair = await openPair();
    try {
      const [banned, gone] = [await seatedAt(pair.here, 'Banned'), await seatedAt(pair.here, 'Gone')];
      const began = performance.now();
      await pair.house.ask(`INSERT INTO bans (player, at, reason) VALUES ('${banned.host.session.player}', 1, '')`);
      await pair.house.ask(`DELETE FROM sessions WHERE player = '${gone.host.session.player}'`);
      await pair.house.ask('TRUNCATE told');
      await Promise.all([closed(banned.client), closed(gone.client)]);
      expect(performance.now() - began).toBeLessThan(4500); // 3 seconds, and a slow machine
    } finally {
      await pair.house.stop();
    }
  }, 90_000);

  test('without Redis hear of everything within seconds', async () => {
    const pair = await openPair();
    try {
      await allIsTold(pair);
      await rematchIsTold(pair);
    } finally {
      await pair.house.stop();
    }
  }, 90_000);
});

const { perAddress, seconds } = BUCKETS.guests;

async function newGuest({ url }: ChildServer): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/api/guests`, { method: 'POST', headers, body: '{}' })).status;
}

/** Both servers listen on Redis, and both have a connection to tell and one to count. */
async function isTellingAgain(): Promise<boolean> {
  const clients = await redis.ask((raw) => raw.call('CLIENT', 'LIST') as Promise<string>);
  return clients.trim().split('\n').length >= 6 && (clients.match(/ sub=1 /g) ?? []).length === 2;
}

/** Most of several changes of a name are seen sooner than by the next look at the store. */
async function namesAreToldAtOnce({ here, there }: Omit<Pair, 'house'>): Promise<void> {
  const { host, match, client } = await seatedAt(here, 'Quick');
  await soon(async () => (await listed(there, match.match)) !== undefined);
  const took: number[] = [];
  for (let n = 0; n < 7; n++) {
    const began = performance.now();
    expect((await at(host, here, '/api/me', { name: `Quick ${n}` })).status).toBe(200);
    await soon(async () => (await listed(there, match.match))?.seats[0]?.name === `Quick ${n}`);
    took.push(performance.now() - began);
  }
  client.close();
  expect(took.toSorted((a, b) => a - b)[3]).toBeLessThan(500);
}
