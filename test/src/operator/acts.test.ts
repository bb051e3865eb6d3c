/** What the operator does: each act works, is refused when it makes no sense, and has a line in the audit. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import {
  type AuditLine,
  type AuditLines,
  type Ban,
  type HostedMatch,
  type HostedMatches,
  type MatchSummary,
  type NetworkBan,
  type PlayersOnline,
  type SeatedAnswer,
  verify,
} from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closing, elsewhere, house, serveThisFile } from '../sdk/house.ts';
import { asking, OPERATOR_TOKEN, operatorOf, person } from '../support/api.ts';
import { newMatch, PlainStream } from '../support/sockets/plainStream.ts';
import { FRAME, newPerson, type Person, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let now = Date.now();

serveThisFile({ OPERATOR_TOKEN, TRUST_PROXY: '1' }, { now: () => now });

const ask = operatorOf(() => house.url);
const bodyOf = async <T>(call: string, body?: object): Promise<T> => (await ask<T>(call, body && { body })).body;
const lines = async (): Promise<readonly AuditLine[]> => (await bodyOf<AuditLines>('GET /audit')).lines;
const lastLine = async () => (await lines())[0];
const guest = (name?: string) => newPerson(house.url, name);
const summaryOf = async (match: string) =>
  (await (await fetch(`${house.url}/api/matches/${match}`)).json()) as MatchSummary;
const isClosed = (client: RawClient) => expect.poll(() => client.closeCode).toBeDefined();

/** People at one table, which runs if they are two. */
async function table(...people: readonly Person[]) {
  const summary = await newMatch(people[0]!, { game: 'tieqchieq' });
  const seats = [];
  for (const one of people) seats.push(await takeSeat(one, summary));
  return { summary, match: summary.match, seats };
}

/** The kinds of the frames that come to a client which takes up a place at once, until the server closes it. */
async function shownAt(place: string): Promise<readonly unknown[]> {
  const socket = new WebSocket(place);
  const kinds: unknown[] = [];
  socket.on('message', (frame: Buffer) => kinds.push(frame[0]));
  socket.once('open', () => socket.send(Buffer.from([FRAME.join])));
  await once(socket, 'close');
  return kinds;
}

/** A place that is reserved and not used yet. */
async function placeOf(person: Person, match: string, how = 'connect'): Promise<string> {
  const { connection } = (await person.post<SeatedAnswer>(`/api/matches/${match}/${how}`)).body;
  const { processId, roomId, sessionId } = connection;
  return `${house.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
}

describe('kicks', () => {
  test('a player from an open table: the seat is free, the connection is over, and the player may come again', async () => {
    const ana = await guest();
    const { summary, match, seats } = await table(ana);
    const { player } = ana.session;
    expect(await bodyOf(`POST /matches/${match}/kick`, { player })).toMatchObject({ players: [] });
    await isClosed(seats[0]!);
    const line = { action: 'kickFromMatch', about: match, detail: { player }, outcome: 'done' };
    expect(await lastLine()).toMatchObject(line);
    (await takeSeat(ana, summary)).close();
  });

  test('a player from a running match: the player resigns', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const { match, seats } = await table(ana, ben);
    const kick = ({ session: { player } }: Person) => bodyOf(`POST /matches/${match}/kick`, { player });
    await kick(ben);
    expect(await summaryOf(match)).toMatchObject({ status: 'ended', result: { winners: [0] } });
    expect(await kick(ana)).toMatchObject({ code: 'match-over' });
    expect(await lastLine()).toMatchObject({ outcome: 'match-over' });
    for (const seat of seats) seat.close();
  });

  test('a spectator, and no player who is not there', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const { summary, match, seats } = await table(ana);
    const { player } = ben.session;
    expect(await bodyOf(`POST /matches/${match}/kick`, { player })).toMatchObject({ code: 'not-seated' });
    const looking = await watch(ben, summary);
    expect(await bodyOf(`POST /matches/${match}/kick`, { player })).toMatchObject({ match });
    await isClosed(looking);
    expect(await bodyOf('POST /matches/NOSUCH/kick', { player })).toMatchObject({ code: 'no-such-match' });
    seats[0]!.close();
  });

  test.each(['open', 'delayed'] as const)(
    'a spectator whose watching is %s: the client stops and says why, every other door is shut, until the match ends',
    async (watching) => {
      const [ana, ben] = [await guest(), await guest()];
      const { player, token } = ben.session;
      const summary = await newMatch(ana, { game: 'tieqchieq', table: { watching, watchDelaySeconds: 3600 } });
      const { match } = summary;
      const seats = [await takeSeat(ana, summary), await takeSeat(await guest(), summary)];
      const live = closing(await elsewhere(ben).watch(match));
      const reader = await PlainStream.open(ben, match);
      const place = await placeOf(ben, match, 'watch');
      expect(await bodyOf(`POST /matches/${match}/kick`, { player })).toMatchObject({ match });
      await reader.until(({ isClosed }) => isClosed);
      expect(reader.lines.at(-1)).toMatchObject({ kind: 'closed', code: 'kicked' });
      await expect.poll(() => live.connection).toMatchObject({ state: 'closed', why: { code: 'kicked' } });
      expect(await shownAt(place)).not.toContain(FRAME.state);
      const api = asking(() => house.url);
      for (const call of ['GET stream', 'GET steps', 'POST watch', 'POST say']) {
        const [method, what] = call.split(' ');
        const body = method === 'GET' ? {} : { body: what === 'say' ? { id: '0123456789abcdef', text: 'hola' } : {} };
        const { status, body: answer } = await api(`${method} /api/matches/${match}/${what}`, { token, ...body });
        expect([status, answer.code], call).toEqual([403, 'kicked']);
      }
      expect(await bodyOf(`POST /matches/${match}/end`, {})).toMatchObject({ status: 'ended' });
      closing(await elsewhere(ben).watch(match));
      for (const seat of seats) seat.close();
    },
  );

  test('a player everywhere: all devices are signed out, and all connections end', async () => {
    const ana = await guest();
    const { seats } = await table(ana);
    expect(await bodyOf(`POST /players/${ana.session.player}/kick`)).toEqual({ ended: 1 });
    await isClosed(seats[0]!);
    expect((await ana.post('/api/links')).status).toBe(401);
    expect(await bodyOf('POST /players/p-NOBODY/kick')).toMatchObject({ code: 'no-such-player' });
  });
});

test('a client that is sent away and does not answer is absent at once', async () => {
  const ana = await guest();
  const { match, seats } = await table(ana);
  const presence = async () => (await summaryOf(match)).seats[0];
  expect(await presence()).toMatchObject({ present: true });
  seats[0]!.socket.pause();
  await bodyOf(`POST /players/${ana.session.player}/kick`);
  expect(await presence()).toMatchObject({ kind: 'player', present: false });
  const { players } = await bodyOf<PlayersOnline>('GET /players');
  expect(players.map(({ player }) => player)).not.toContain(ana.session.player);
  expect((await house.server.services.matches.ifAwake(match))?.isHere(0)).toBe(false); // for the clocks of the match
  seats[0]!.close();
});

describe('bans players', () => {
  const ban = ({ session: { player } }: Person, body: object = {}) => bodyOf<Ban>(`POST /players/${player}/ban`, body);

  test('who are refused wherever they say who they are; every socket of theirs is closed', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const { match, seats } = await table(ana, ben);
    const [own, other] = seats;
    const reserved = await placeOf(ana, match);
    expect(await ban(ana, { reason: 'insults' })).toMatchObject({ player: ana.session.player, reason: 'insults' });
    await isClosed(own!);
    expect(await shownAt(reserved)).not.toContain(FRAME.join); // what is private comes after it
    for (const path of ['/api/matches', '/api/quick', `/api/matches/${match}/connect`, '/api/me', '/api/links'])
      expect(await ana.post(path, { game: 'tieqchieq' })).toMatchObject({ status: 403, body: { code: 'banned' } });
    const headers = { authorization: `Bearer ${ana.session.token}` };
    const seen = await fetch(`${house.url}/api/matches/${match}`, { headers });
    expect((await seen.json()) as unknown).toMatchObject({ code: 'banned' });
    await ana.renew(); // a new token opens no more than what the ban is for
    expect((await ana.post('/api/links')).status).toBe(403);
    expect((await other!.request('nothing')).kind).toBe('rejected');
    expect((await ben.post('/api/links')).status).toBe(200);
    other!.close();
  });

  test('until the ban is lifted, or its days are over', async () => {
    const ana = await guest();
    const { summary, seats } = await table(ana);
    const { player } = ana.session;
    await ban(ana);
    expect((await bodyOf<{ bans: Ban[] }>('GET /bans')).bans[0]).toMatchObject({ player });
    await isClosed(seats[0]!);
    await ask(`POST /players/${player}/unban`);
    (await takeSeat(ana, summary)).close(); // the table had not begun, so the seat became free
    await ban(ana, { days: 1 });
    expect((await ana.post('/api/links')).status).toBe(403);
    now += DAY_MS;
    await ana.renew();
    expect((await ana.post('/api/links')).status).toBe(200);
  });

  test('but none who is not there, nor by a body that is none', async () => {
    expect(await bodyOf('POST /players/p-NOBODY/ban')).toMatchObject({ code: 'no-such-player' });
    const ana = await guest();
    for (const body of [{ days: 0 }, { days: 1.5 }, { reason: 7 }, { forever: true }, { reason: 'x'.repeat(201) }])
      expect(await ban(ana, body)).toMatchObject({ code: 'bad-request' });
    expect((await ana.post('/api/links')).status).toBe(200);
  });
});

describe('bans networks', () => {
  const ban = (network: unknown, more: object = {}) =>
    bodyOf<{ networks: NetworkBan[]; code?: string }>('POST /networks/ban', { network, ...more });
  const unban = (network: string) => bodyOf<{ networks: NetworkBan[] }>('POST /networks/unban', { network });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statusFrom = async (address: string, path = '/api/games') => {
    const headers = { ...from(address), authorization: `Bearer ${OPERATOR_TOKEN}` };
    return (await fetch(house.url + path, { headers })).status;
  };

  async function socketFrom(address: string, place: string): Promise<WebSocket | number> {
    const socket = new WebSocket(place, { headers: from(address) });
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
    const statuses = await Promise.all(
      ['203.0.113.9', '203.0.113.9:51844', '::ffff:203.0.113.9', '[::ffff:203.0.113.9]:443', '203.0.114.9'].map((one) =>
        statusFrom(one),
      ),
    );
    expect(statuses).toEqual([403, 403, 403, 403, 200]);
    const refused = await fetch(`${house.url}/api/games`, { headers: from('203.0.113.9') });
    expect(await refused.json()).toMatchObject({ code: 'banned', reason: 'network' });
    for (const path of ['/api/operator', '/health/live', '/api/operator/networks'])
      expect(await statusFrom('203.0.113.9', path)).toBe(200);
    expect((await unban('203.0.113.77/24')).networks).toEqual([]);
    expect(await statusFrom('203.0.113.9')).toBe(200);
    expect(await lastLine()).toMatchObject({ action: 'unbanNetwork', about: '203.0.113.77/24', outcome: 'done' });
  });

  test('an address of IPv6 stands for its /64; sockets are refused and closed, streams end', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const { match, seats } = await table(ana, ben);
    const address = '2001:db8:5:6::7';
    const [before, later] = [await placeOf(ana, match), await placeOf(ana, match)];
    const socket = await socketFrom(address, before);
    expect(socket).toBeInstanceOf(WebSocket);
    const socketEnds = once(socket as WebSocket, 'close');
    const stream = await streamFrom(address, ana, match);
    await ban('2001:db8:5:6:ffff::1');
    await socketEnds;
    expect(await stream.whole).toContain('"code":"banned","reason":"network"');
    expect(await socketFrom('2001:db8:5:6:1::1', later)).toBe(403);
    expect(await statusFrom('2001:db8:5:7::1')).toBe(200);
    expect((await seats[1]!.request('nothing')).kind).toBe('rejected'); // from an address that is not banned
    await unban('2001:db8:5:6::/64');
    for (const seat of seats) seat.close();
  });

  /** Resolves with all that the stream said, once it has begun and ended. */
  function streamFrom(
    address: string,
    { session }: Person,
    match: string,
  ): Promise<{ readonly whole: Promise<string> }> {
    const headers = { ...from(address), authorization: `Bearer ${session.token}` };
    return new Promise((resolve) => {
      const asked = request(`${house.url}/api/matches/${match}/stream`, { headers }, (response) => {
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

  test.each([
    ['198.51.100.0/24', '198.51.100.3', 'own-address'],
    ['2001:db8::1', '2001:db8::2', 'own-address'],
    ['127.0.0.0/8', '198.51.100.3', 'loopback'],
    ['::/64', '198.51.100.3', 'loopback'],
    ['0.0.0.0/0', '198.51.100.3', 'too-wide'],
  ])('but never %s, when the operator is at %s: %s', async (network, caller, reason) => {
    const { body } = await ask('POST /networks/ban', { body: { network }, from: caller });
    expect(body).toMatchObject({ code: 'bad-network', reason });
    expect(await bodyOf('GET /networks')).toEqual({ networks: [] });
    expect(await lastLine()).toMatchObject({ action: 'banNetwork', about: network, outcome: 'bad-network' });
  });

  test('nor by a word that is none, and lets in none that is not banned', async () => {
    for (const network of ['', '1.2.3', "1.2.3.4'; DROP TABLE audit;", '1.2.3.4/64', 7, null, ['1.2.3.4']])
      expect(['bad-request', 'bad-network'], String(network)).toContain((await ban(network)).code);
    expect(await bodyOf('GET /networks')).toEqual({ networks: [] });
    expect(await unban('192.0.2.1')).toMatchObject({ code: 'bad-network', reason: 'not-banned' });
  });
});

describe('ends a match', () => {
  test('with a reason that everybody sees, and a record that verifies', async () => {
    const { match, seats } = await table(await guest(), await guest());
    const end = (body: object = {}) => bodyOf<HostedMatch>(`POST /matches/${match}/end`, body);
    for (const reason of ['Two words', '', '<b>', 'x'.repeat(41)])
      expect(await end({ reason })).toMatchObject({ code: 'bad-request' });
    expect(await end({ reason: 'stuck' })).toMatchObject({ status: 'ended', match });
    expect(await summaryOf(match)).toMatchObject({
      status: 'ended',
      result: { result: 'aborted', reason: 'stuck' },
    });
    const record = await (await fetch(`${house.url}/api/matches/${match}/record`)).text();
    expect(await verify(record, engine)).toMatchObject({ ok: true });
    expect(await end()).toMatchObject({ code: 'match-over' });
    expect(await bodyOf('POST /matches/NOSUCH/end')).toMatchObject({ code: 'no-such-match' });
    for (const seat of seats) seat.close();
  });

  test('also one that waits for people', async () => {
    const { match } = await newMatch(await guest(), { game: 'tieqchieq' });
    expect(await bodyOf(`POST /matches/${match}/end`)).toMatchObject({ status: 'ended' });
  });
});

test('a bulletin reaches sockets, streams, lobbies and the SDK, as text', async () => {
  const text = '<b>Se reinicia</b> en 5 minutos 💀';
  const { match, seats } = await table(await guest());
  const stream = await PlainStream.open(await guest(), match);
  const client = await person(house.url, 'Eve');
  const [lobby, live] = [await client.lobby({}), await client.watch(match)];
  const heard: unknown[] = [];
  lobby.on('bulletin', (bulletin) => heard.push(bulletin));
  live.on('bulletin', (bulletin) => heard.push(bulletin));
  expect(await bodyOf('POST /bulletin', { text })).toEqual({ connections: 4 });
  await stream.until((one) => one.of('bulletin').length > 0);
  expect(stream.of('bulletin')[0]).toMatchObject({ text, at: expect.any(Number) });
  await expect.poll(() => heard).toMatchObject([{ text }, { text }]);
  await expect.poll(() => seats[0]!.messages('bulletin').length).toBe(1);
  for (const wrong of ['', '  ', 'two\nlines', 'x'.repeat(301), 'a\u202eb', 7])
    expect(await bodyOf('POST /bulletin', { text: wrong })).toMatchObject({ code: 'bad-request', reason: 'text' });
  for (const one of [seats[0]!, stream, lobby, live]) one.close();
});

test('a person gets all that is kept, as they would themselves; and is deleted', async () => {
  const ana = await guest('Citlali');
  const { match, seats } = await table(ana);
  const { player, token } = ana.session;
  const own = await fetch(`${house.url}/api/me/export`, { headers: { authorization: `Bearer ${token}` } });
  const { sessions, ...rest } = (await own.json()) as { sessions: object[] };
  expect(await bodyOf(`GET /people/${player}/export`)).toEqual({
    ...rest,
    sessions: [{ ...sessions[0], isThis: false }],
  });
  expect(await lastLine()).toMatchObject({ action: 'exportPerson', about: player, outcome: 'done' });
  expect(await bodyOf(`DELETE /people/${player}`)).toEqual({ deleted: true });
  await isClosed(seats[0]!);
  expect((await bodyOf<HostedMatches>(`GET /matches?match=${match}`)).matches[0]).toMatchObject({ players: [] });
  for (const call of [`GET /people/${player}`, `DELETE /people/${player}`, `GET /people/${player}/export`])
    expect(await bodyOf(call)).toMatchObject({ code: 'no-such-player' });
  expect(await lastLine()).toMatchObject({ action: 'exportPerson', outcome: 'no-such-player' });
});

describe('the audit', () => {
  test('names the token by its hash, never the token; pages; and keeps refusals too', async () => {
    const operator = createHash('sha256').update(OPERATOR_TOKEN).digest('hex').slice(0, 8);
    for (let n = 0; n < 3; n++) await bodyOf('POST /players/p-NOBODY/ban', { reason: `<i>${n}</i>` });
    const first = await bodyOf<AuditLines>('GET /audit?limit=2');
    const line = { operator, action: 'banPlayer', about: 'p-NOBODY', outcome: 'no-such-player' };
    expect(first.lines).toMatchObject([
      { ...line, detail: { reason: '<i>2</i>' } },
      { ...line, detail: { reason: '<i>1</i>' } },
    ]);
    const second = await bodyOf<AuditLines>(`GET /audit?limit=1&before=${first.next}`);
    expect(second.lines).toMatchObject([{ detail: { reason: '<i>0</i>' } }]);
    expect(JSON.stringify(await bodyOf('GET /audit?limit=200'))).not.toContain(OPERATOR_TOKEN);
    for (const wrong of ['before=0', 'before=x', 'limit=201', `before=${'9'.repeat(400)}`])
      expect(await bodyOf(`GET /audit?${wrong}`)).toMatchObject({ code: 'bad-request' });
  });

  test.each([
    ['no JSON', '{"player":', 'bad-request', 'body'],
    ['too large', JSON.stringify({ player: 'x'.repeat(9000) }), 'too-large', 'too-large'],
    ['of another kind', '{"player":7}', 'bad-request', 'player'],
    ['empty', '{}', 'bad-request', 'player'],
  ])('has a line of an act whose body is %s', async (_, body, code, refused) => {
    expect((await ask('POST /matches/NOSUCH/kick', { body })).body).toMatchObject({ code });
    const line = { action: 'kickFromMatch', about: 'NOSUCH', detail: { refused }, outcome: code };
    expect(await lastLine()).toMatchObject(line);
  });

  test('has none of a stranger, of a reading, or where there is no such act', async () => {
    const before = await lines();
    const broken = { body: '{' };
    expect((await ask('POST /matches/NOSUCH/kick', { ...broken, token: 'Nahualpilli-9876543210' })).status).toBe(401);
    expect((await ask('POST /nosuch', broken)).status).toBe(400);
    expect((await fetch(`${house.url}/api/matches`, { method: 'POST', ...broken })).status).toBe(400);
    expect(await lines()).toEqual(before);
  });
});
