/** What the operator does: each action works, is refused when it makes no sense, and has a line in the audit. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { FlowerWarClient } from '@flower-war/client';
import type {
  AuditLine,
  AuditLines,
  HostedMatch,
  HostedMatches,
  HostedPeople,
  HostedTemples,
  MatchSummary,
  NetworkBan,
  Overview,
  PersonDetails,
  SeatedAnswer,
} from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testServer } from '../support/server.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, send, takeSeat, watch } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const PATIENTLY = { timeout: 20_000 };
let server: Running;

beforeAll(async () => {
  server = await testServer({ OPERATOR_TOKEN, TRUST_PROXY: '1' });
});
afterAll(() => server?.stop());

const authorization = `Bearer ${OPERATOR_TOKEN}`;

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`${server.address}/api/operator${path}`, { headers: { authorization } })).json()) as T;
}

async function post<T>(path: string, body: object = {}): Promise<T> {
  return (await send<T>(server.address, `/api/operator${path}`, body, OPERATOR_TOKEN)).body;
}

async function remove<T>(path: string): Promise<T> {
  const asked = { method: 'DELETE', headers: { authorization } };
  return (await (await fetch(`${server.address}/api/operator${path}`, asked)).json()) as T;
}

const lastLine = async (): Promise<AuditLine | undefined> => (await get<AuditLines>('/audit?limit=1')).lines[0];

async function table(...people: readonly Person[]) {
  const match = (await people[0]!.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const seats = [];
  for (const person of people) seats.push(await takeSeat(person, match));
  return { match, seats };
}

describe('kicks', () => {
  test('a player from an open table: the seat is free, the connection is over, and the player may come again', async () => {
    const ana = await newPerson(server.address);
    const { match, seats } = await table(ana);
    const { player } = ana.session;
    expect(await post<HostedMatch>(`/matches/${match.match}/kick`, { player })).toMatchObject({ players: [] });
    await expect.poll(() => seats[0]!.closeCode, PATIENTLY).toBeDefined();
    expect(await lastLine()).toMatchObject({
      action: 'kickFromMatch',
      about: match.match,
      detail: { player },
      outcome: 'done',
    });
    (await takeSeat(ana, match)).close();
  });

  test('a player from a running match: the player resigns', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const { match, seats } = await table(ana, ben);
    await post(`/matches/${match.match}/kick`, { player: ben.session.player });
    const after = await (await fetch(`${server.address}/api/matches/${match.match}`)).json();
    expect(after).toMatchObject({ status: 'ended', result: { winners: [0] } });
    expect(await post(`/matches/${match.match}/kick`, { player: ana.session.player })).toMatchObject({
      code: 'match-over',
    });
    expect(await lastLine()).toMatchObject({ outcome: 'match-over' });
    for (const seat of seats) seat.close();
  });

  test('a spectator, and no player who is not there', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const { match, seats } = await table(ana);
    const { player } = ben.session;
    expect(await post(`/matches/${match.match}/kick`, { player })).toMatchObject({ code: 'not-seated' });
    const looking = await watch(ben, match);
    expect(await post(`/matches/${match.match}/kick`, { player })).toMatchObject({ match: match.match });
    await expect.poll(() => looking.closeCode, PATIENTLY).toBeDefined();
    expect(await post('/matches/NOSUCH/kick', { player })).toMatchObject({ code: 'no-such-match' });
    expect(await post(`/matches/${match.match}/kick`, {})).toMatchObject({ code: 'bad-request', reason: 'player' });
    seats[0]!.close();
  });

  test('a player everywhere: all devices are signed out, and all connections end', async () => {
    const ana = await newPerson(server.address);
    const { seats } = await table(ana);
    expect(await post(`/players/${ana.session.player}/kick`)).toEqual({ ended: 1 });
    await expect.poll(() => seats[0]!.closeCode, PATIENTLY).toBeDefined();
    expect((await ana.post('/api/links')).status).toBe(401);
    expect(await post('/players/p-NOBODY/kick')).toMatchObject({ code: 'no-such-player' });
  });
});

describe('bans networks', () => {
  const ban = (network: string, more: object = {}) =>
    post<{ networks: NetworkBan[]; code?: string; reason?: string }>('/networks/ban', { network, ...more });
  const unban = (network: string) => post<{ networks: NetworkBan[] }>('/networks/unban', { network });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const askFrom = async (address: string, path = '/api/games') =>
    (await fetch(server.address + path, { headers: { ...from(address), authorization } })).status;

  async function socketFrom(address: string, { connection }: SeatedAnswer): Promise<WebSocket | number> {
    const { processId, roomId, sessionId } = connection;
    const url = `${server.address.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    const socket = new WebSocket(url, { headers: from(address) });
    return new Promise((resolve) => {
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
      socket.on('error', () => {});
    });
  }

  test('every request from there is refused, but for those of the host and for health', async () => {
    expect((await ban('203.0.113.0/24', { reason: 'flood', days: 1 })).networks).toMatchObject([
      { network: '203.0.113.0/24', reason: 'flood', until: expect.any(Number) },
    ]);
    expect(await askFrom('203.0.113.9')).toBe(403);
    expect(await askFrom('::ffff:203.0.113.9')).toBe(403);
    expect(await askFrom('203.0.114.9')).toBe(200);
    const refused = await fetch(`${server.address}/api/games`, { headers: from('203.0.113.9') });
    expect(await refused.json()).toMatchObject({ code: 'banned', reason: 'network' });
    for (const path of ['/api/operator', '/health/live', '/api/operator/networks'])
      expect(await askFrom('203.0.113.9', path)).toBe(200);
    expect((await unban('203.0.113.77/24')).networks).toEqual([]);
    expect(await askFrom('203.0.113.9')).toBe(200);
    expect(await lastLine()).toMatchObject({ action: 'unbanNetwork', about: '203.0.113.77/24', outcome: 'done' });
  });

  test('an address of IPv6 stands for its /64; sockets are refused and closed, streams end', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const { match, seats } = await table(ana, ben);
    const connect = async () => (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/connect`)).body;
    const address = '2001:db8:5:6::7';
    const [before, later] = [await connect(), await connect()];
    const socket = await socketFrom(address, before);
    expect(socket).toBeInstanceOf(WebSocket);
    const isClosed = new Promise((resolve) => (socket as WebSocket).once('close', resolve));
    const stream = await streamFrom(address, ana, match.match);
    await ban('2001:db8:5:6:ffff::1');
    await isClosed;
    expect(await stream.whole).toContain('"code":"banned","reason":"network"');
    expect(await socketFrom('2001:db8:5:6:1::1', later)).toBe(403);
    expect(await askFrom('2001:db8:5:7::1')).toBe(200);
    expect((await seats[1]!.request('nothing')).kind).toBe('rejected'); // from an address that is not banned
    await unban('2001:db8:5:6::/64');
    for (const seat of seats) seat.close();
  });

  /** Resolves with all that the stream said, once it has begun and ended. */
  function streamFrom(address: string, person: Person, match: string): Promise<{ readonly whole: Promise<string> }> {
    const headers = { ...from(address), authorization: `Bearer ${person.session.token}` };
    return new Promise((resolve) => {
      const asked = request(`${server.address}/api/matches/${match}/stream`, { headers }, (response) => {
        let text = '';
        const whole = new Promise<string>((done) => response.on('close', () => done(text)));
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          resolve({ whole });
        });
      });
      asked.end();
    });
  }

  test('never the one in which the operator is, loopback, or half of the world', async () => {
    const tried = async (network: string, caller: string) => {
      const asked = {
        method: 'POST',
        headers: { ...from(caller), authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ network }),
      };
      return (await fetch(`${server.address}/api/operator/networks/ban`, asked)).json();
    };
    expect(await tried('198.51.100.0/24', '198.51.100.3')).toMatchObject({
      code: 'bad-network',
      reason: 'own-address',
    });
    expect(await tried('2001:db8::1', '2001:db8::2')).toMatchObject({ code: 'bad-network', reason: 'own-address' });
    expect(await tried('127.0.0.0/8', '198.51.100.3')).toMatchObject({ code: 'bad-network', reason: 'loopback' });
    expect(await tried('::/64', '198.51.100.3')).toMatchObject({ code: 'bad-network', reason: 'loopback' });
    expect(await tried('0.0.0.0/0', '198.51.100.3')).toMatchObject({ code: 'bad-network', reason: 'too-wide' });
    expect(await get('/networks')).toEqual({ networks: [] });
    expect(await lastLine()).toMatchObject({ action: 'banNetwork', about: '0.0.0.0/0', outcome: 'bad-network' });
  });

  test.each([
    '',
    '   ',
    'x',
    '1.2.3',
    'x'.repeat(50),
    "1.2.3.4'; DROP TABLE audit;",
    '1.2.3.4/64',
    7,
    null,
    ['1.2.3.4'],
  ])('%j is none', async (network) => {
    const { code } = await ban(network as string);
    expect(['bad-request', 'bad-network']).toContain(code);
    expect(await get('/networks')).toEqual({ networks: [] });
  });

  test('one that is not banned cannot be let in', async () => {
    expect(await unban('192.0.2.1')).toMatchObject({ code: 'bad-network', reason: 'not-banned' });
  });
});

test('a bulletin reaches sockets, streams, lobbies and the SDK, as text', async () => {
  const text = '<b>Se reinicia</b> en 5 minutos 💀';
  const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
  const { match, seats } = await table(ana);
  const stream = await PlainStream.open(ben, match.match);
  const client = new FlowerWarClient({ url: server.address });
  await client.signIn();
  const [lobby, live] = [await client.lobby({}), await client.watch(match.match)];
  const heard: unknown[] = [];
  lobby.on('bulletin', (bulletin) => heard.push(bulletin));
  live.on('bulletin', (bulletin) => heard.push(bulletin));
  const { connections } = await post<{ connections: number }>('/bulletin', { text });
  expect(connections).toBe(4);
  await stream.until((one) => one.of('bulletin').length > 0);
  expect(stream.of('bulletin')[0]).toMatchObject({ text, at: expect.any(Number) });
  await expect.poll(() => heard, PATIENTLY).toMatchObject([{ text }, { text }]);
  await expect.poll(() => seats[0]!.messages('bulletin').length, PATIENTLY).toBe(1);
  for (const wrong of ['', '  ', 'two\nlines', 'x'.repeat(301), 'a\u202eb', 7])
    expect(await post('/bulletin', { text: wrong })).toMatchObject({ code: 'bad-request', reason: 'text' });
  for (const one of [seats[0]!, stream, lobby, live]) one.close();
});

describe('people', () => {
  test('are found by how the name or the id begins, page by page', async () => {
    const names = ['Tlaloc one', 'tlaloc two', 'TLALOC three', 'Other'];
    const people = [];
    for (const name of names) people.push(await newPerson(server.address, name));
    const found: string[] = [];
    let path = '/people?search=tLaLoC&limit=1';
    for (;;) {
      const { people: page, next } = await get<HostedPeople>(path);
      found.push(...page.map(({ name }) => name));
      if (next === undefined) break;
      path = `/people?search=tLaLoC&limit=1&after=${encodeURIComponent(next)}`;
    }
    expect(found).toEqual(['Tlaloc one', 'TLALOC three', 'tlaloc two']);
    const [ana] = people;
    const { player } = ana!.session;
    expect((await get<HostedPeople>(`/people?search=${player.toLowerCase()}`)).people).toMatchObject([{ player }]);
    expect((await get<HostedPeople>('/people?search=%25')).people).toEqual([]);
    for (const wrong of ['limit=0', 'limit=101', `search=${'x'.repeat(65)}`, 'search=a&search=b', 'more=1'])
      expect(await get(`/people?${wrong}`)).toMatchObject({ code: 'bad-request' });
  });

  test('are shown with devices, ban and reports', async () => {
    const [ana, ben] = [await newPerson(server.address, 'Ixchel'), await newPerson(server.address)];
    const { match, seats } = await table(ana);
    await ben.post('/api/reports', { player: ana.session.player, reason: 'abuse', text: 'He said' });
    await post(`/players/${ana.session.player}/ban`, { reason: 'tests', days: 2 });
    const { player } = ana.session;
    expect(await get<PersonDetails>(`/people/${player}`)).toMatchObject({
      player,
      name: 'Ixchel',
      hasRecoveryCode: false,
      sessions: 1,
      devices: [{ label: '' }],
      reports: 1,
      reportsAbout: [{ text: 'He said', reporter: ben.session.player }],
      unfinished: [match.match],
      ban: { reason: 'tests' },
    });
    expect(await get('/people/p-NOBODY')).toMatchObject({ code: 'no-such-player' });
    expect((await get<HostedMatches>(`/matches?player=${player}`)).matches.map((one) => one.match)).toEqual([
      match.match,
    ]);
    expect((await get<HostedMatches>(`/matches?match=${match.match}&status=open`)).matches).toHaveLength(1);
    expect((await get<HostedMatches>(`/matches?match=${match.match}&status=ended`)).matches).toEqual([]);
    expect((await get<HostedMatches>('/matches?game=mexica')).matches).toEqual([]);
    seats[0]!.close();
  });

  test('get all that is kept of them, as they would themselves; and are deleted', async () => {
    const ana = await newPerson(server.address, 'Citlali');
    const { match, seats } = await table(ana);
    const { player, token } = ana.session;
    const own = await fetch(`${server.address}/api/me/export`, { headers: { authorization: `Bearer ${token}` } });
    const { sessions, ...rest } = (await own.json()) as { sessions: object[] };
    expect(await get(`/people/${player}/export`)).toEqual({ ...rest, sessions: [{ ...sessions[0], isThis: false }] });
    expect(await lastLine()).toMatchObject({ action: 'exportPerson', about: player, outcome: 'done' });
    expect(await remove(`/people/${player}`)).toEqual({ deleted: true });
    await expect.poll(() => seats[0]!.closeCode, PATIENTLY).toBeDefined();
    expect(await get(`/people/${player}`)).toMatchObject({ code: 'no-such-player' });
    expect((await get<HostedMatches>(`/matches?match=${match.match}`)).matches[0]).toMatchObject({ players: [] });
    expect(await remove(`/people/${player}`)).toMatchObject({ code: 'no-such-player' });
    expect(await get(`/people/${player}/export`)).toMatchObject({ code: 'no-such-player' });
    expect(await lastLine()).toMatchObject({ action: 'exportPerson', outcome: 'no-such-player' });
  });
});

test('temples come page by page, with owner and match, and whether they are online', async () => {
  const { temples } = server.services;
  for (const id of ['templo-aaaa', 'templo-bbbb', 'templo-cccc'])
    await temples.observe(id, { v: 1, epoch: 1, war: 1, rain: 1 });
  const { player } = (await newPerson(server.address, 'Izel')).session;
  await temples.of('templo-bbbb').claim(player, 'printed');
  temples.setPresence('templo-bbbb', 'offline');
  const first = await get<HostedTemples>('/temples?limit=2');
  expect(first).toEqual({
    temples: [
      { temple: 'templo-aaaa', isOnline: true },
      { temple: 'templo-bbbb', owner: player, ownerName: 'Izel', isOnline: false },
    ],
    next: 'templo-bbbb',
  });
  expect(await get<HostedTemples>(`/temples?after=${first.next}`)).toEqual({
    temples: [{ temple: 'templo-cccc', isOnline: true }],
  });
  expect((await get<HostedTemples>(`/temples?owner=${player}`)).temples.map(({ temple }) => temple)).toEqual([
    'templo-bbbb',
  ]);
  expect(await get('/temples?after=../x')).toMatchObject({ code: 'bad-request' });
  expect((await get<Overview>('')).temples).toEqual({ open: 3, present: 2, held: 0, unbalanced: 0, strays: 0 });
});

describe('the audit', () => {
  test('names the token by its hash, never the token; pages; and keeps refusals too', async () => {
    const hash = createHash('sha256').update(OPERATOR_TOKEN).digest('hex').slice(0, 8);
    for (let n = 0; n < 3; n++) await post('/players/p-NOBODY/ban', { reason: `<i>${n}</i>` });
    const first = await get<AuditLines>('/audit?limit=2');
    expect(first.lines).toMatchObject([
      {
        operator: hash,
        action: 'banPlayer',
        about: 'p-NOBODY',
        detail: { reason: '<i>2</i>' },
        outcome: 'no-such-player',
      },
      { detail: { reason: '<i>1</i>' } },
    ]);
    const second = await get<AuditLines>(`/audit?limit=1&before=${first.next}`);
    expect(second.lines).toMatchObject([{ detail: { reason: '<i>0</i>' } }]);
    expect(JSON.stringify(await get('/audit?limit=200'))).not.toContain(OPERATOR_TOKEN);
    for (const wrong of ['before=0', 'before=x', 'limit=201', `before=${'9'.repeat(400)}`])
      expect(await get(`/audit?${wrong}`)).toMatchObject({ code: 'bad-request' });
  });

  test('is closed to all others', async () => {
    const ana = await newPerson(server.address);
    const asked = { headers: { authorization: `Bearer ${ana.session.token}` } };
    for (const path of ['/audit', '/people', '/processes', '/networks', '/temples'])
      expect((await fetch(`${server.address}/api/operator${path}`, asked)).status).toBe(401);
  });
});
