/** What the operator of a server sees, and no other caller does; and how the operator drains it. */
import { request } from 'node:http';
import { TempleLink } from '@flower-war/client';
import type {
  HostedMatches,
  HostedPeople,
  HostedTemples,
  MatchSummary,
  Overview,
  OwnBot,
  PersonDetails,
  PlayersOnline,
} from '@flower-war/protocol';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, takeSeat, watch } from '../support/sockets/rawClient.ts';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';

const BRIDGE_TOKEN = 'Pochteca-0123456789';
const OPEN = { game: 'tieqchieq' } as const;
const PRIVATE = { ...OPEN, table: { visibility: 'private' } } as const;
let now = Date.now();

serveThisFile({ OPERATOR_TOKEN, BRIDGE_TOKEN }, { now: () => now });

const ask = operatorOf(() => house.url);
const overview = async () => (await ask<Overview>('GET ')).body;
const guest = (name?: string) => newPerson(house.url, name);

const page = (authorization?: string, query = '') =>
  fetch(`${house.url}/operator${query}`, { headers: authorization === undefined ? {} : { authorization } });
const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;

/** All pages of a list. */
async function allOf<T extends { readonly next?: string }>(path: string): Promise<readonly T[]> {
  const pages = [(await ask<T>(`GET ${path}`)).body];
  for (let next = pages[0]!.next; next !== undefined; next = pages.at(-1)!.next)
    pages.push((await ask<T>(`GET ${path}&after=${encodeURIComponent(next)}`)).body);
  return pages;
}

describe('without the token', () => {
  beforeEach(() => {
    now += 10 * 60 * 1000; // earlier wrong tokens are forgotten
  });

  test.each(['x', `${OPERATOR_TOKEN}x`, OPERATOR_TOKEN.slice(1), ''])('%j opens nothing', async (token) => {
    expect(await ask('GET ', { token })).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect((await page(basic(token))).status).toBe(401);
  });

  test('none opens nothing, nor does a player’s, and what opens the page changes nothing', async () => {
    const { token } = (await guest()).session;
    for (const call of ['GET ', 'GET /audit', 'GET /people', 'GET /processes', 'GET /networks', 'GET /temples'])
      expect((await ask(call, { token })).status, call).toBe(401);
    expect((await ask('POST /drain', { token })).status).toBe(401);
    expect((await fetch(`${house.url}/api/operator`)).status).toBe(401);
    const headers = { authorization: basic(OPERATOR_TOKEN), 'content-type': 'application/json' };
    expect((await fetch(`${house.url}/api/operator/drain`, { method: 'POST', headers })).status).toBe(401);
  });

  test('wrong tokens slow down those who send them alone: the right one opens at once', async () => {
    const guess = async (token: string) => (await ask('GET ', { token })).status;
    const statuses = [];
    for (let n = 0; n < 30; n++) statuses.push(await guess(`wrong-${n}`));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    expect(await guess(OPERATOR_TOKEN)).toBe(200);
    expect((await page()).headers.get('www-authenticate')).toMatch(/^Basic/);
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
      const guess = (given: string) =>
        rawStatus(path, { ...page, authorization: `Bearer ${given}`, 'content-type': 'text/plain' });
      for (let n = 0; n < 25; n++) expect(await guess('wrong')).toBe(403);
      expect(await guess(token)).toBe(403);
      expect(await rawStatus(path, { authorization: 'Bearer wrong' })).toBe(401);
    }
  });

  test('a browser is not told that pages may send a token there, however the route is spelled', async () => {
    const paths = [...GUARDED.map(([path]) => path), '/API/operator/', '/operator', '/metrics'];
    for (const path of paths) {
      const headers = { origin: 'https://play.example.org', 'access-control-request-headers': 'authorization' };
      const response = await fetch(house.url + path, { method: 'OPTIONS', headers });
      const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control'));
      expect([path, response.status, allowed]).toEqual([path, 403, []]);
    }
    const response = await fetch(`${house.url}/api/matches`, { method: 'OPTIONS' });
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});

/** One route for each token. */
const GUARDED = [
  ['/api/operator/drain', OPERATOR_TOKEN],
  ['/api/bridge/connection', BRIDGE_TOKEN],
] as const;

/** A request with free choice of headers, which `fetch` does not allow. */
function rawStatus(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(house.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end('{}');
  });
}

describe('matches', () => {
  test('are seen by state with their age, private ones too, and who is there', async () => {
    const ana = await guest('Ana');
    const match = await newMatch(ana, PRIVATE);
    const seat = await takeSeat(ana, match);
    now += 90_000;
    const seen = async () => {
      const { matches } = (await ask<HostedMatches>('GET /matches?status=open')).body;
      return matches.find((one) => one.match === match.match);
    };
    const player = { player: ana.session.player, name: 'Ana' };
    const players = [{ ...player, isOnline: true }];
    expect(await seen()).toMatchObject({ visibility: 'private', ageSeconds: 90, players });
    expect(JSON.stringify(await seen())).not.toContain(match.code);
    seat.close();
    await expect.poll(async () => (await seen())?.players).toEqual([{ ...player, isOnline: false }]);
    expect((await ask('GET /matches?status=all')).body).toMatchObject({ code: 'bad-request' });
  });

  test('come page by page, what has not ended first, each once', async () => {
    const ana = await guest();
    for (let n = 0; n < 5; n++) await newMatch(ana, OPEN);
    await ask(`POST /matches/${(await newMatch(ana, OPEN)).match}/end`);
    const all = (await allOf<HostedMatches>('/matches?limit=2')).flatMap(({ matches }) => matches);
    const whole = (await ask<HostedMatches>('GET /matches')).body.matches;
    expect(all.map(({ match }) => match)).toEqual(whole.map(({ match }) => match));
    const hasEnded = all.map(({ status }) => status === 'ended');
    expect(hasEnded).toEqual(hasEnded.toSorted());
    expect(hasEnded.at(-1)).toBe(true);
    for (const wrong of ['after=x', 'after=open~x~y', 'limit=0', 'limit=101'])
      expect((await ask(`GET /matches?${wrong}`)).status).toBe(400);
  });
});

describe('people', () => {
  test('are online, and it is seen where; a bridge is not a player', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const match = await newMatch(ana, OPEN);
    const clients = [await takeSeat(ana, match), await watch(ben, match)];
    const online = (await ask<PlayersOnline>('GET /players')).body.players;
    const places = ({ session }: Person) => online.find(({ player }) => player === session.player)?.places;
    expect(places(ana)).toEqual([{ match: match.match, seat: 0 }]);
    expect(places(ben)).toEqual([{ match: match.match }]);
    expect(await overview()).toMatchObject({ state: 'ready', players: 2, connections: 2, bridges: 0 });
    const link = new TempleLink({ url: house.url, token: BRIDGE_TOKEN });
    link.open();
    await expect.poll(overview).toMatchObject({ players: 2, connections: 2, bridges: 1 });
    expect((await ask<PlayersOnline>('GET /players')).body.players).toHaveLength(2);
    for (const client of [...clients, link]) client.close();
  });

  test('are found by how the name or the id begins, page by page', async () => {
    const [ana] = [await guest('Tlaloc one'), await guest('tlaloc two'), await guest('TLALOC three')];
    const pages = await allOf<HostedPeople>('/people?search=tLaLoC&limit=1');
    const found = pages.flatMap(({ people }) => people.map(({ name }) => name));
    expect(found).toEqual(['Tlaloc one', 'TLALOC three', 'tlaloc two']);
    const { player } = ana.session;
    expect((await ask(`GET /people?search=${player.toLowerCase()}`)).body).toMatchObject({ people: [{ player }] });
    expect((await ask('GET /people?search=%25')).body).toMatchObject({ people: [] });
    for (const wrong of ['limit=0', 'limit=101', `search=${'x'.repeat(65)}`, 'search=a&search=b', 'more=1'])
      expect((await ask(`GET /people?${wrong}`)).body).toMatchObject({ code: 'bad-request' });
  });

  test('are named as everywhere: a bot account with its owner', async () => {
    const ana = await guest('Chalchi');
    const { player } = (await ana.post<OwnBot>('/api/me/bots', { name: 'Tepoz' })).body;
    const shown = { player, name: 'Tepoz (bot: Chalchi)' };
    const pages = await allOf<HostedPeople>('/people?search=tepoz&limit=1');
    expect(pages).toMatchObject([{ people: [shown] }]);
    expect((await ask(`GET /people/${player}`)).body).toMatchObject(shown);
    const text = await (await page(basic(OPERATOR_TOKEN), '?search=tepoz')).text();
    expect(text).toContain(`<td data-label="name">${shown.name}</td>`);
  });

  test('are shown with devices, ban and reports', async () => {
    const [ana, ben] = [await guest('Ixchel'), await guest()];
    const made = await newMatch(ana, OPEN);
    const seat = await takeSeat(ana, made);
    const { match } = made;
    const { player } = ana.session;
    await ben.post('/api/reports', { player, reason: 'abuse', text: 'He said' });
    await ask(`POST /players/${player}/ban`, { body: { reason: 'tests', days: 2 } });
    expect((await ask<PersonDetails>(`GET /people/${player}`)).body).toMatchObject({
      player,
      name: 'Ixchel',
      hasRecoveryCode: false,
      sessions: 1,
      devices: [{ label: '' }],
      reports: 1,
      reportsAbout: [{ text: 'He said', reporter: ben.session.player }],
      unfinished: [match],
      ban: { reason: 'tests' },
    });
    expect((await ask('GET /people/p-NOBODY')).body).toMatchObject({ code: 'no-such-player' });
    const found = async (query: string) => (await ask<HostedMatches>(`GET /matches?${query}`)).body.matches;
    expect((await found(`player=${player}`)).map((one) => one.match)).toEqual([match]);
    expect(await found(`match=${match}&status=open`)).toHaveLength(1);
    expect(await found(`match=${match}&status=ended`)).toEqual([]);
    expect(await found('game=mexica')).toEqual([]);
    seat.close();
  });
});

test('temples come page by page, with owner and match, and whether they are online', async () => {
  const { temples } = house.server.services;
  for (const id of ['templo-aaaa', 'templo-bbbb', 'templo-cccc'])
    await temples.observe(id, { v: 1, epoch: 1, war: 1, rain: 1 });
  const { player } = (await guest('Izel')).session;
  await temples.of('templo-bbbb').claim(player, 'printed');
  temples.setPresence('templo-bbbb', 'offline');
  const owned = { temple: 'templo-bbbb', owner: player, ownerName: 'Izel', isOnline: false };
  expect(await allOf<HostedTemples>('/temples?limit=2')).toEqual([
    { temples: [{ temple: 'templo-aaaa', isOnline: true }, owned], next: 'templo-bbbb' },
    { temples: [{ temple: 'templo-cccc', isOnline: true }] },
  ]);
  expect((await ask<HostedTemples>(`GET /temples?owner=${player}`)).body.temples).toEqual([owned]);
  expect((await ask('GET /temples?after=../x')).body).toMatchObject({ code: 'bad-request' });
  expect((await overview()).temples).toEqual({ open: 3, present: 2, held: 0, unbalanced: 0, strays: 0 });
});

test('all of it stands on one page, on which what people wrote is text and no secret stands', async () => {
  const [ana, ben] = [await guest('<b>"Ana"&\''), await guest()];
  const about = { player: ben.session.player, reason: 'abuse', text: 'He said\n<script>alert(1)</script>' };
  await ana.post('/api/reports', about);
  const { reports } = (await ask<{ reports: object[] }>('GET /reports')).body;
  expect(reports[0]).toMatchObject({ ...about, reporter: ana.session.player });
  const match = await newMatch(ana, PRIVATE);
  const seat = await takeSeat(ana, match);
  const response = await page(basic(OPERATOR_TOKEN));
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cache-control')).toBe('no-store');
  for (const part of ['name="viewport"', match.match, '&lt;b&gt;&quot;Ana&quot;&amp;&#39;', '&lt;script&gt;'])
    expect(text).toContain(part);
  const shown = text.replace(/<(script|style)>[\s\S]*?<\/\1>/g, ''); // our own, whose hashes the policy names
  expect(shown).not.toMatch(/<script|<style|<b>|<img|undefined|NaN|\[object/);
  for (const secret of [OPERATOR_TOKEN, match.code!, ana.session.token, ana.session.refresh])
    expect(text).not.toContain(secret);
  seat.close();
});

test('a report tells the name of the player that it is about, and the page shows it', async () => {
  const [ana, ben] = [await guest('Ana'), await guest('Chimalli')];
  await ana.post('/api/reports', { player: ben.session.player, reason: 'name' });
  const { reports } = (await ask<{ reports: object[] }>('GET /reports')).body;
  expect(reports[0]).toMatchObject({ player: ben.session.player, name: 'Chimalli' });
  const text = await (await page(basic(OPERATOR_TOKEN))).text();
  expect(text).toContain(`<td data-label="about">Chimalli <code>${ben.session.player}</code></td>`);
});

test('no two buttons or links of the page have one name and do different things', async () => {
  const people = [await guest('Ana'), await guest('Ana'), await guest('Ana')];
  for (const { session } of people) {
    const about = { player: session.player, reason: 'abuse' };
    for (let n = 0; n < 2; n++) await people[0]!.post('/api/reports', about);
    await ask(`POST /players/${session.player}/moderator`, { body: { rights: ['mute'] } });
    for (const kind of ['mute', 'ban'])
      await ask(`POST /players/${session.player}/penalties`, { body: { kind, reason: 'abuse', days: 1 } });
  }
  for (let n = 0; n < 2; n++) await ask('POST /invitations', { body: {} });
  for (const one of [await guest('Ben'), await guest('Ben')]) {
    const seat = await takeSeat(one, await newMatch(one, OPEN));
    onTestFinished(() => seat.close());
  }
  const text = await (await page(basic(OPERATOR_TOKEN))).text();
  const deeds = new Map<string, Set<string>>();
  for (const [, what = '', told] of text.matchAll(/<(?:button|a) ([^>]*)>([^<]*)</g)) {
    const name = /aria-label="([^"]*)"/.exec(what)?.[1] ?? told ?? '';
    deeds.set(name, new Set(deeds.get(name)).add(/(?:data-act|href)="([^"]*)"/.exec(what)?.[1] ?? ''));
    expect(name.startsWith(told ?? ''), `${name} is said as it is read: ${told}`).toBe(true);
  }
  for (const act of ['Ban Ben', 'Settle the report', 'Settle the penalty', 'End the match', 'Dismiss: ', 'Unban: '])
    expect([...deeds.keys()].filter((name) => name.startsWith(act)).length, act).toBeGreaterThan(1);
  expect([...deeds].filter(([, all]) => all.size > 1)).toEqual([]);
});

test('the probe tells the operator alone from which address it is asked, and the key of the page does not open it', async () => {
  const told = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.9' };
    const response = await fetch(`${house.url}/api/operator/stream`, { headers });
    return { status: response.status, text: await response.text() };
  };
  const { status, text } = await told(OPERATOR_TOKEN);
  expect(status).toBe(200);
  expect(text).toBe('{"address":"127.0.0.1"}\n'.repeat(2));
  const [, key = ''] = /data-key="([^"]+)"/.exec(await (await page(basic(OPERATOR_TOKEN))).text()) ?? [];
  expect((await ask('GET ', { token: key })).status).toBe(200);
  for (const token of [key, 'wrong']) {
    const refused = await told(token);
    expect(refused.status).toBe(401);
    expect(refused.text).not.toContain('127.0.0.1');
  }
});

test('the key in the page opens the routes of the operator, and no page with a newer key', async () => {
  const [, key = ''] = /data-key="([^"]+)"/.exec(await (await page(basic(OPERATOR_TOKEN))).text()) ?? [];
  expect((await ask('GET ', { token: key })).status).toBe(200);
  for (const authorization of [basic(key), `Bearer ${key}`]) expect((await page(authorization)).status).toBe(401);
});

test('while the server drains there are no new matches; those there are go on; until it is taken back', async () => {
  const [ana, ben] = [await guest(), await guest()];
  const waiting = await newMatch(ana, OPEN);
  const ready = async () => (await fetch(`${house.url}/health/ready`)).json();
  const create = () => ana.post<MatchSummary>('/api/matches', OPEN);
  expect((await ask<Overview>('POST /drain')).body.state).toBe('draining');
  expect(await ready()).toMatchObject({ code: 'unavailable', reason: 'draining' });
  expect(await create()).toMatchObject({
    status: 503,
    body: { code: 'unavailable', reason: 'draining', message: expect.stringMatching(/^The server will stop soon/) },
  });
  const clients = [await takeSeat(ana, waiting), await takeSeat(ben, waiting)];
  const asked = () => clients.flatMap((client) => client.privates).find(({ decision }) => decision !== undefined);
  await expect.poll(asked).toBeDefined();
  const { seat, decision, legal } = asked()!;
  const mover = clients.find((client) => client.seat === seat)!;
  expect((await mover.request('act', ['first', decision, legal[0]])).kind).toBe('accepted');
  expect((await ask<Overview>('POST /undrain')).body.state).toBe('ready');
  expect(await ready()).toEqual({ ready: true });
  expect((await create()).status).toBe(200);
  for (const client of clients) client.close();
});
