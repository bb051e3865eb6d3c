/** What the operator of a server can see and do, and no other caller can. */

import { once } from 'node:events';
import { request } from 'node:http';
import { TempleLink } from '@flower-war/client';
import {
  type Ban,
  type HostedMatch,
  type HostedMatches,
  type MatchSummary,
  type Overview,
  type PlayersOnline,
  type SeatedAnswer,
  verify,
} from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testServer } from '../support/server.ts';
import { comeBack, newPerson, type Person, send, takeSeat, watch } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const BRIDGE_TOKEN = 'Pochteca-0123456789';
const PATIENTLY = { timeout: 20_000 };
const DAY_MS = 24 * 60 * 60 * 1000;
let server: Running;
let now = Date.now();

beforeAll(async () => {
  server = await testServer({ OPERATOR_TOKEN, BRIDGE_TOKEN }, { now: () => now });
});
afterAll(() => server?.stop());

async function operator<T>(path: string, body?: object, token = OPERATOR_TOKEN): Promise<{ status: number; body: T }> {
  if (body !== undefined) return send<T>(server.address, `/api/operator${path}`, body, token);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.address}/api/operator${path}`, { headers });
  return { status: response.status, body: (await response.json()) as T };
}

const page = (authorization?: string) =>
  fetch(`${server.address}/operator`, { headers: authorization === undefined ? {} : { authorization } });
const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;

function socketOf({ connection: { processId, roomId, sessionId } }: SeatedAnswer): string {
  return `${server.address.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
}

async function newMatch(host: Person, wanted: object = {}): Promise<MatchSummary> {
  return (await host.post<MatchSummary>('/api/matches', { game: 'tieqchieq', ...wanted })).body;
}

async function running(...people: readonly Person[]) {
  const match = await newMatch(people[0]!);
  const clients = [];
  for (const person of people) clients.push(await takeSeat(person, match));
  return { match, clients };
}

describe('without the token', () => {
  beforeEach(() => {
    now += 10 * 60 * 1000; // earlier wrong tokens are forgotten
  });

  test.each([undefined, 'x', `${OPERATOR_TOKEN}x`, OPERATOR_TOKEN.slice(1), ''])('%j opens nothing', async (token) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.address}/api/operator`, { headers });
    expect([response.status, (await response.json()) as unknown]).toMatchObject([401, { code: 'unauthorized' }]);
    expect((await page(token === undefined ? undefined : basic(token))).status).toBe(401);
  });

  test('a player’s token is none, and what opens the page changes nothing', async () => {
    const ana = await newPerson(server.address);
    expect((await operator('/drain', {}, ana.session.token)).status).toBe(401);
    const headers = { authorization: basic(OPERATOR_TOKEN), 'content-type': 'application/json' };
    const drained = await fetch(`${server.address}/api/operator/drain`, { method: 'POST', headers });
    expect(drained.status).toBe(401);
  });

  test('wrong tokens slow down those who send them alone: the right one opens at once', async () => {
    const guess = async (token: string) => (await operator('', undefined, token)).status;
    const statuses = [];
    for (let n = 0; n < 30; n++) statuses.push(await guess(`wrong-${n}`));
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.slice(20)).toEqual(Array(10).fill(429));
    expect(await guess(OPERATOR_TOKEN)).toBe(200);
    expect((await page(undefined)).headers.get('www-authenticate')).toMatch(/^Basic/);
    expect((await page(basic(OPERATOR_TOKEN))).status).toBe(200);
    now += 10 * 60 * 1000;
    expect(await guess('wrong')).toBe(401);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['in a sandbox', { origin: 'null' }],
    ['whose name was pointed at this server', { origin: 'http://evil.example:2567', host: 'evil.example:2567' }],
    ['that asks without saying whose it is', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ])('no web page %s gets in, nor counts as a guess', async (_, page) => {
    for (const [path, token] of GUARDED) {
      const ask = (given: string) =>
        rawStatus(path, { ...page, authorization: `Bearer ${given}`, 'content-type': 'text/plain' });
      for (let n = 0; n < 25; n++) expect(await ask('wrong')).toBe(403);
      expect(await ask(token)).toBe(403);
      expect(await rawStatus(path, { authorization: 'Bearer wrong' })).toBe(401);
    }
  });

  test('a browser is not told that pages may send a token there, however the route is spelled', async () => {
    const paths = [...GUARDED.map(([path]) => path), '/API/operator/', '/operator', '/metrics'];
    for (const path of paths) {
      const headers = { origin: 'https://play.example.org', 'access-control-request-headers': 'authorization' };
      const response = await fetch(server.address + path, { method: 'OPTIONS', headers });
      expect([path, response.status, allowedTo(response)]).toEqual([path, 403, []]);
    }
    const response = await fetch(`${server.address}/api/matches`, { method: 'OPTIONS' });
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});

/** One route for each token. */
const GUARDED = [
  ['/api/operator/drain', OPERATOR_TOKEN],
  ['/api/bridge/connection', BRIDGE_TOKEN],
] as const;

function allowedTo({ headers }: Response): readonly string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control'));
}

/** A request with free choice of headers, which `fetch` does not allow. */
function rawStatus(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end('{}');
  });
}

describe('sees', () => {
  test('matches by state with their age, private ones too, and who is there', async () => {
    const ana = await newPerson(server.address, 'Ana');
    const match = await newMatch(ana, { table: { visibility: 'private' } });
    const seat = await takeSeat(ana, match);
    now += 90_000;
    const seen = async () => {
      const { matches } = (await operator<{ matches: HostedMatch[] }>('/matches?status=open')).body;
      return matches.find((one) => one.match === match.match);
    };
    const player = { player: ana.session.player, name: 'Ana' };
    expect(await seen()).toMatchObject({
      visibility: 'private',
      ageSeconds: 90,
      players: [{ ...player, isOnline: true }],
    });
    expect(JSON.stringify(await seen())).not.toContain(match.code);
    seat.close();
    await expect.poll(async () => (await seen())?.players, PATIENTLY).toEqual([{ ...player, isOnline: false }]);
    expect((await operator('/matches?status=all')).body).toMatchObject({ code: 'bad-request' });
  });

  test('who is online, where', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const { match, clients } = await running(ana);
    const looking = await watch(ben, match);
    const online = (await operator<{ players: { player: string; places: unknown }[] }>('/players')).body.players;
    const places = (person: Person) => online.find(({ player }) => player === person.session.player)?.places;
    expect(places(ana)).toEqual([{ match: match.match, seat: 0 }]);
    expect(places(ben)).toEqual([{ match: match.match }]);
    const { body } = await operator<Overview>('');
    expect(body).toMatchObject({ state: 'ready', players: 2, connections: 2 });
    for (const client of [...clients, looking]) client.close();
  });

  test('what players told about each other', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const about = { player: ben.session.player, reason: 'abuse', text: 'He said\n<script>alert(1)</script>' };
    await ana.post('/api/reports', about);
    const { reports } = (await operator<{ reports: object[] }>('/reports')).body;
    expect(reports[0]).toMatchObject({ ...about, reporter: ana.session.player });
  });

  test('all of it on one page, on which what people wrote is text and no secret stands', async () => {
    const ana = await newPerson(server.address, '<b>"Ana"&\'');
    const match = await newMatch(ana, { table: { visibility: 'private' } });
    const seat = await takeSeat(ana, match);
    const response = await page(basic(OPERATOR_TOKEN));
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('name="viewport"');
    expect(text).toContain(match.match);
    expect(text).toContain('&lt;b&gt;&quot;Ana&quot;&amp;&#39;');
    expect(text).toContain('&lt;script&gt;');
    const shown = text.replace(/<(script|style)>[\s\S]*?<\/\1>/g, ''); // our own, whose hashes the policy names
    expect(shown).not.toMatch(/<script|<style|<b>|<img|undefined|NaN|\[object/);
    for (const secret of [OPERATOR_TOKEN, match.code!, ana.session.token, ana.session.refresh])
      expect(text).not.toContain(secret);
    seat.close();
  });
});

describe('bans', () => {
  const ban = (person: Person, body: object = {}) => operator<Ban>(`/players/${person.session.player}/ban`, body);
  const unban = (person: Person) => operator(`/players/${person.session.player}/unban`, {});

  test('a banned player is refused wherever they say who they are, and every socket is closed', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const { match, clients } = await running(ana, ben);
    const [own, other] = clients;
    const reserved = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/connect`)).body;
    expect((await ban(ana, { reason: 'insults' })).body).toMatchObject({
      player: ana.session.player,
      reason: 'insults',
    });
    await expect.poll(() => own!.closeCode, PATIENTLY).toBeDefined();
    await once(new WebSocket(socketOf(reserved)), 'close');
    for (const path of ['/api/matches', '/api/quick', `/api/matches/${match.match}/connect`, '/api/me', '/api/links'])
      expect(await ana.post(path, { game: 'tieqchieq' })).toMatchObject({ status: 403, body: { code: 'banned' } });
    const headers = { authorization: `Bearer ${ana.session.token}` };
    const seen = await fetch(`${server.address}/api/matches/${match.match}`, { headers });
    expect((await seen.json()) as unknown).toMatchObject({ code: 'banned' });
    const { body } = await send(server.address, '/api/tokens', { refresh: ana.session.refresh });
    expect(body).toMatchObject({ code: 'banned' });
    expect((await other!.request('nothing')).kind).toBe('rejected');
    expect((await ben.post('/api/links')).status).toBe(200);
    other!.close();
  });

  test('the ban is over when it is lifted, or when its days are', async () => {
    const ana = await newPerson(server.address);
    const match = await newMatch(ana);
    (await takeSeat(ana, match)).close();
    await ban(ana);
    expect((await operator<{ bans: Ban[] }>('/bans')).body.bans[0]).toMatchObject({ player: ana.session.player });
    await unban(ana);
    (await comeBack(ana, match)).close();
    await ban(ana, { days: 1 });
    expect((await ana.post('/api/links')).status).toBe(403);
    now += DAY_MS;
    const { token } = (await send<{ token: string }>(server.address, '/api/tokens', { refresh: ana.session.refresh }))
      .body;
    expect((await send(server.address, '/api/links', {}, token)).status).toBe(200);
  });

  test('nobody can be banned who is not there, or by a body that is none', async () => {
    expect((await operator('/players/p-NOBODY/ban', {})).body).toMatchObject({ code: 'no-such-player' });
    const ana = await newPerson(server.address);
    for (const body of [{ days: 0 }, { days: 1.5 }, { reason: 7 }, { forever: true }, { reason: 'x'.repeat(201) }])
      expect((await ban(ana, body)).body).toMatchObject({ code: 'bad-request' });
    expect((await ana.post('/api/links')).status).toBe(200);
  });
});

describe('ends a match', () => {
  test('with a reason that everybody sees, and a record that verifies', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const { match, clients } = await running(ana, ben);
    const end = (body: object = {}) => operator<HostedMatch>(`/matches/${match.match}/end`, body);
    for (const reason of ['Two words', '', '<b>', 'x'.repeat(41)])
      expect((await end({ reason })).body).toMatchObject({ code: 'bad-request' });
    expect((await end({ reason: 'stuck' })).body).toMatchObject({ status: 'ended', match: match.match });
    const after = await fetch(`${server.address}/api/matches/${match.match}`);
    expect(await after.json()).toMatchObject({ status: 'ended', result: { result: 'aborted', reason: 'stuck' } });
    const record = await (await fetch(`${server.address}/api/matches/${match.match}/record`)).text();
    expect(await verify(record, engine)).toMatchObject({ ok: true });
    expect((await end()).body).toMatchObject({ code: 'match-over' });
    expect((await operator('/matches/NOSUCH/end', {})).body).toMatchObject({ code: 'no-such-match' });
    for (const client of clients) client.close();
  });

  test('also one that waits for people', async () => {
    const match = await newMatch(await newPerson(server.address));
    expect((await operator<HostedMatch>(`/matches/${match.match}/end`, {})).body.status).toBe('ended');
  });
});

describe('matches', () => {
  test('come page by page, what has not ended first, each once', async () => {
    const ana = await newPerson(server.address);
    for (let n = 0; n < 5; n++) await newMatch(ana);
    const ended = await newMatch(ana);
    await operator(`/matches/${ended.match}/end`, {});
    const all: HostedMatch[] = [];
    let path = '/matches?limit=2';
    for (;;) {
      const { matches, next } = (await operator<HostedMatches>(path)).body;
      all.push(...matches);
      if (next === undefined) break;
      path = `/matches?limit=2&after=${encodeURIComponent(next)}`;
    }
    const whole = (await operator<HostedMatches>('/matches')).body.matches;
    expect(all.map(({ match }) => match)).toEqual(whole.map(({ match }) => match));
    const hasEnded = all.map(({ status }) => status === 'ended');
    expect(hasEnded).toEqual(hasEnded.toSorted());
    expect(hasEnded.at(-1)).toBe(true);
    for (const wrong of ['after=x', 'after=open~x~y', 'limit=0', 'limit=101'])
      expect((await operator(`/matches?${wrong}`)).status).toBe(400);
  });

  test('a bridge is no player', async () => {
    const before = (await operator<Overview>('')).body;
    const link = new TempleLink({ url: server.address, token: BRIDGE_TOKEN });
    link.open();
    await expect.poll(async () => (await operator<Overview>('')).body.bridges, PATIENTLY).toBe(before.bridges + 1);
    expect((await operator<Overview>('')).body).toMatchObject({
      players: before.players,
      connections: before.connections,
    });
    expect((await operator<PlayersOnline>('/players')).body.players.map(({ player }) => player)).not.toContain('');
    link.close();
  });
});

describe('drains', () => {
  test('no new matches; those there are go on; until it is taken back', async () => {
    const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
    const waiting = await newMatch(ana);
    const ready = async () => (await fetch(`${server.address}/health/ready`)).json();
    expect((await operator<Overview>('/drain', {})).body.state).toBe('draining');
    expect(await ready()).toMatchObject({ code: 'unavailable', reason: 'draining' });
    expect(await ana.post('/api/matches', { game: 'tieqchieq' })).toMatchObject({
      status: 503,
      body: { code: 'unavailable', reason: 'draining', message: expect.stringMatching(/^The server will stop soon/) },
    });
    const clients = [await takeSeat(ana, waiting), await takeSeat(ben, waiting)];
    const asked = () => clients.flatMap((client) => client.privates);
    await expect.poll(() => asked().some(({ decision }) => decision !== undefined), PATIENTLY).toBe(true);
    const { seat, decision, legal } = asked().find((own) => own.decision !== undefined)!;
    const mover = clients.find((client) => client.seat === seat)!;
    expect((await mover.request('act', ['first', decision, legal[0]])).kind).toBe('accepted');
    expect((await operator<Overview>('/undrain', {})).body.state).toBe('ready');
    expect(await ready()).toEqual({ ready: true });
    expect((await ana.post('/api/matches', { game: 'tieqchieq' })).status).toBe(200);
    for (const client of clients) client.close();
  });
});
