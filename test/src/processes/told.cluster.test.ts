/** What one server does, the players of another one see: soon with Redis, within seconds without. */
import type { MatchSummary } from '@flower-war/protocol';
import { noPostgres, noRedis, TestRedis } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { House } from '../lab/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import type { ChildServer } from '../support/server.ts';
import { newPerson, type Person, type RawClient, send, takeSeat, watch } from '../support/sockets/rawClient.ts';

const missing = noPostgres ?? noRedis;

const OPERATOR_TOKEN = 'the-operator-of-both';
let redis: TestRedis;

beforeAll(async () => {
  if (missing !== undefined) return;
  redis = await TestRedis.start();
});
afterAll(() => redis?.kill());

interface Pair {
  readonly house: House;
  readonly here: ChildServer;
  readonly there: ChildServer;
}

/** Two servers, each at its own address: nothing stands in front of them. */
async function openPair(settings: Readonly<Record<string, string>> = {}): Promise<Pair> {
  const house = await House.open(['here', 'there'], { OPERATOR_TOKEN, ...settings });
  return { house, here: house.process('here'), there: house.process('there') };
}

/** The match in the list of a server, if it is there. */
async function listed({ url }: ChildServer, match: string): Promise<MatchSummary | undefined> {
  const { matches } = (await (await fetch(`${url}/api/matches`)).json()) as { matches: MatchSummary[] };
  return matches.find((one) => one.match === match);
}

/** The longest that a change may take: a look at the store every two seconds, and a slow machine. */
const SLOW_MS = 8000;

interface SeatedPlayer {
  readonly host: Person;
  readonly match: MatchSummary;
  readonly client: RawClient;
}

/** A player sits at an open match of this server. */
async function seatedAt({ url }: ChildServer, name: string): Promise<SeatedPlayer> {
  const host = await newPerson(url, name);
  const match = await newMatch(host, { game: 'mexica', preset: 'mexica', seats: 3 });
  return { host, match, client: await takeSeat(host, match, 0) };
}

const soon = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: SLOW_MS, interval: 20 });
const closed = (client: RawClient) => soon(() => client.closeCode !== undefined);
/** Asks this server as this person, who may have come in elsewhere. */
const at = <T>({ session }: Person, { url }: ChildServer, path: string, body: object = {}) =>
  send<T>(url, path, body, session.token);
const deleteMe = ({ session }: Person, { url }: ChildServer) =>
  fetch(`${url}/api/me`, { method: 'DELETE', headers: { authorization: `Bearer ${session.token}` } });

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
  const ban = `/api/operator/players/${banned.host.session.player}/ban`;
  expect((await send(there.url, ban, {}, OPERATOR_TOKEN)).status).toBe(200);
  await closed(banned.client);
  const gone = await seatedAt(here, 'Gone');
  expect((await at(gone.host, there, '/api/sign-out')).status).toBe(200);
  await closed(gone.client);
  const deleted = await newPerson(here.url, 'Deleted');
  const client = await watch(deleted, gone.match);
  expect((await deleteMe(deleted, there)).status).toBe(200);
  await closed(client);
}

/** The players of a match that is over see its rematch, wherever it was asked for. */
async function rematchIsTold({ here, there }: Omit<Pair, 'house'>): Promise<void> {
  const host = await newPerson(here.url, 'Xoch');
  const bots = [{ bot: 'random' }, { bot: 'random' }];
  const match = await newMatch(host, { game: 'tieqchieq', options: { turnCap: 20 }, bots });
  await soon(async () => (await listed(there, match.match))?.status === 'ended');
  const client = await watch(host, match);
  const { body: rematch } = await at<MatchSummary>(host, there, `/api/matches/${match.match}/rematch`);
  await soon(() => client.messages<{ match: string }>('rematch').some((told) => told.match === rematch.match));
  client.close();
}

describe.skipIf(missing !== undefined)(`two servers ${missing ?? ''}`, () => {
  describe('with Redis', () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await openPair({ REDIS_URL: redis.url });
    });
    afterAll(() => pair?.house.stop());

    test('tell each other all', async () => {
      await allIsTold(pair);
      await rematchIsTold(pair);
    });

    test('tell each other sooner than the store alone could', () => namesAreToldAtOnce(pair));

    test('list what people play elsewhere soon after they began', async () => {
      const { here, there } = pair;
      const host = await newPerson(here.url, 'Itzel');
      const match = await newMatch(host, { game: 'tieqchieq', bots: [{ bot: 'random' }] });
      const client = await takeSeat(host, match, 0);
      await soon(async () => (await listed(there, match.match))?.status === 'running');
      await there.end('SIGTERM');
      await there.start();
      await soon(async () => (await listed(there, match.match))?.seats[0]?.present === true);
      client.close();
    });

    test('go on when Redis is gone, and with one that comes back empty', async () => {
      await redis.kill();
      await allIsTold(pair);
      await redis.up();
      await soon(() => isTellingAgain());
      await namesAreToldAtOnce(pair);
    });
  });

  describe('without Redis', () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await openPair();
    });
    afterAll(() => pair?.house.stop());

    test('hear of everything within seconds', async () => {
      await allIsTold(pair);
      await rematchIsTold(pair);
    });

    test('find by themselves what was not announced at all', async () => {
      const [banned, gone] = [await seatedAt(pair.here, 'Banned'), await seatedAt(pair.here, 'Gone')];
      const began = performance.now();
      await pair.house.ask(`INSERT INTO bans (player, at, reason) VALUES ('${banned.host.session.player}', 1, '')`);
      await pair.house.ask(`DELETE FROM sessions WHERE player = '${gone.host.session.player}'`);
      await pair.house.ask('TRUNCATE told');
      await Promise.all([closed(banned.client), closed(gone.client)]);
      expect(performance.now() - began).toBeLessThan(10_000); // 3 seconds, on a machine that has time
    });
  });
});

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
  expect(took.toSorted((a, b) => a - b)[3]).toBeLessThan(1000);
}
