/** The HTTP routes are the only way in: Colyseus' own matchmaking answers nothing, and no body is read beyond 8 KB. */
import { request } from 'node:http';
import { matchMaker } from '@colyseus/core';
import { CODES, type MatchSummary, type SeatedAnswer } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testServer } from '../support/server.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
let ana: Person;
let beto: Person;

beforeAll(async () => {
  server = await testServer({ ORIGINS: 'https://play.example.org' });
  ana = await newPerson(server.address);
  beto = await newPerson(server.address);
});
afterAll(() => server?.stop());

const newMatch = async (wanted: object = {}) =>
  (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq', ...wanted })).body;

describe('Colyseus’ own matchmaking', () => {
  const methods = ['joinOrCreate', 'create', 'join', 'joinById', 'reconnect', 'constructor'];
  const paths = ['/matchmake', '//matchmake', '/./matchmake', '/MATCHMAKE', '/%6Datchmake', '/matchmake/..//matchmake'];

  test.each(paths)('is closed at %s, whatever the method', async (path) => {
    const match = await newMatch();
    const before = (await matchMaker.query({})).length;
    for (const method of methods)
      for (const room of ['match', match.match, 'lobby'])
        expect((await raw('POST', `${path}/${method}/${room}`, '{"match":"x"}')).status).toBeGreaterThanOrEqual(400);
    expect(await matchMaker.query({})).toHaveLength(before);
  });

  test('offers no method, even to code that would bind its routes', () => {
    expect(matchMaker.controller.exposedMethods).toEqual([]);
  });

  test.each([
    '/',
    '/x',
    '/x/constructor',
    '/x/__proto__',
    '/a/b/c',
    '/x/ROOM',
    '/x/ROOM?sessionId=abc',
    '/x/ROOM?reconnectionToken=a',
  ])('a socket without a reserved place is not opened: %s', async (path) => {
    const match = await newMatch();
    const client = await takeSeat(ana, match);
    const url = server.address.replace('http', 'ws') + path.replace('ROOM', match.match);
    expect(await upgradeStatus(url)).toBe(404);
    client.close();
  });

  test('a place is used once', async () => {
    const match = await newMatch();
    const sit = { commitment: match.commitment, contribution: 'ab'.repeat(16) };
    const { connection } = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, sit)).body;
    const url = `${server.address.replace('http', 'ws')}/${connection.processId}/${connection.roomId}?sessionId=${connection.sessionId}`;
    const first = new WebSocket(url);
    await new Promise((resolve) => first.once('message', resolve));
    expect(await upgradeStatus(url)).toBe(404);
    first.terminate();
  });

  test('pages of other origins open no socket and read no answer', async () => {
    const match = await newMatch();
    const sit = { commitment: match.commitment, contribution: 'ab'.repeat(16) };
    const { connection } = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, sit)).body;
    const url = `${server.address.replace('http', 'ws')}/${connection.processId}/${connection.roomId}?sessionId=${connection.sessionId}`;
    expect(await upgradeStatus(url, 'https://evil.example')).toBe(403);
    const cors = async (origin: string) =>
      (await fetch(`${server.address}/api/games`, { headers: { origin } })).headers;
    expect((await cors('https://evil.example')).get('access-control-allow-origin')).toBeNull();
    expect((await cors('https://play.example.org')).get('access-control-allow-origin')).toBe(
      'https://play.example.org',
    );
    expect((await cors('https://play.example.org')).get('access-control-allow-credentials')).toBeNull();
  });
});

describe('bodies', () => {
  const big = JSON.stringify({ name: 'x'.repeat(9000) });
  test.each(['/api/guests', '/api/matches', '/matchmake/create/match', '/nowhere', '/'])(
    'over 8 KB are refused at %s',
    async (path) => {
      expect((await raw('POST', path, big)).status).toBeGreaterThanOrEqual(400);
      expect((await raw('POST', path, big, { 'transfer-encoding': 'chunked' })).status).toBeGreaterThanOrEqual(400);
    },
  );

  test('over 8 KB say so', async () => {
    expect(await raw('POST', '/api/guests', big)).toEqual({
      status: 413,
      body: { code: 'too-large', message: CODES['too-large'] },
    });
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"name":7}',
    '{"name":""}',
    '{"nome":"x"}',
    `{"name":"${'x'.repeat(25)}"}`,
    '\u0000',
  ])('that are none are refused without a word of the inside: %j', async (body) => {
    const answer = await raw('POST', '/api/guests', body, { 'content-type': 'text/plain' });
    if (body === '') return expect(answer.status).toBe(200);
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-request' } });
    const { message } = answer.body as { message: string };
    expect(message.startsWith(CODES['bad-request'])).toBe(true);
    expect(message).not.toMatch(/zod|undefined|\.ts\b|at \w+ \(/i);
  });
});

describe('refusals over HTTP', () => {
  test.each([
    [{ game: 'chess' }, 'unknown-game'],
    [{ game: '__proto__' }, 'unknown-game'],
    [{ game: 'tieqchieq', seats: 3 }, 'bad-options'],
    [{ game: 'tieqchieq', preset: 'nope' }, 'bad-options'],
    [{ game: 'tieqchieq', options: { board: 'Z9' } }, 'bad-options'],
    [{ game: 'tieqchieq', options: { nope: 1 } }, 'bad-options'],
    [{ game: 'tieqchieq', bots: [{ bot: 'constructor' }] }, 'unknown-bot'],
    [{ game: 'tieqchieq', bots: [{ bot: 'random' }, { bot: 'random' }, { bot: 'random' }] }, 'match-full'],
    [{ game: 'tieqchieq', bots: [{ bot: 'random', seat: 5 }] }, 'no-such-seat'],
    [
      {
        game: 'tieqchieq',
        bots: [
          { bot: 'random', seat: 1 },
          { bot: 'random', seat: 1 },
        ],
      },
      'seat-taken',
    ],
    [{ game: 'tieqchieq', table: { visibility: 'secret' } }, 'bad-request'],
    [{}, 'bad-request'],
  ])('%j: %s, and nothing is made', async (wanted, code) => {
    const listed = async () =>
      ((await (await fetch(`${server.address}/api/matches`)).json()) as { matches: [] }).matches;
    const before = await listed();
    expect((await ana.post('/api/matches', wanted)).body).toMatchObject({ code });
    expect(await listed()).toEqual(before);
  });

  test('without a token, or with a forged one, nothing is made', async () => {
    const { token, refresh } = ana.session;
    const [head, body] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const bad of [undefined, 'x', refresh, `${none}.${body}.`, `${head}.${body}.AAAA`, `${token}x`])
      expect((await send(server.address, '/api/matches', { game: 'tieqchieq' }, bad)).body).toMatchObject({
        code: 'unauthorized',
      });
    expect((await send(server.address, '/api/tokens', { refresh: token })).body).toMatchObject({
      code: 'unauthorized',
    });
    expect((await send(server.address, '/api/tokens', { refresh })).status).toBe(200);
  });

  test('a private match is listed nowhere and entered by its code alone', async () => {
    const match = await newMatch({ table: { visibility: 'private' } });
    expect(match.code).toMatch(/^[2-9A-Z]{8}$/);
    const seat = (code?: string) =>
      beto.post(`/api/matches/${match.match}/seat`, {
        commitment: match.commitment,
        contribution: 'ab'.repeat(16),
        ...(code && { code }),
      });
    expect((await seat()).body).toMatchObject({ code: 'wrong-code' });
    expect((await seat('AAAAAAAA')).body).toMatchObject({ code: 'wrong-code' });
    expect((await beto.post(`/api/matches/${match.match}/watch`)).body).toMatchObject({ code: 'wrong-code' });
    const text = async (path: string) => (await fetch(server.address + path)).text();
    expect(await text('/api/matches')).not.toContain(match.match);
    expect(await text(`/api/matches/${match.match}`)).not.toContain(match.code);
    expect((await seat(match.code)).status).toBe(200);
  });

  test('the dice: a seat must name the commitment it saw, and a record is closed until the end', async () => {
    const match = await newMatch();
    const sit = (fields: object) =>
      ana.post(`/api/matches/${match.match}/seat`, {
        commitment: match.commitment,
        contribution: 'ab'.repeat(16),
        ...fields,
      });
    expect((await sit({ commitment: '00'.repeat(32) })).body).toMatchObject({ code: 'commitment-changed' });
    expect((await sit({ contribution: 'short' })).body).toMatchObject({ code: 'bad-request', reason: 'contribution' });
    expect((await fetch(`${server.address}/api/matches/${match.match}/record`)).status).toBe(409);
    expect(
      (await ana.post('/api/matches/NOSUCH/seat', { commitment: match.commitment, contribution: 'ab'.repeat(16) }))
        .body,
    ).toMatchObject({ code: 'no-such-match' });
  });

  test('only the host adds bots, and a seat is given back before the start only', async () => {
    const match = await newMatch();
    expect((await beto.post(`/api/matches/${match.match}/bots`, { bot: 'greedy' })).body).toMatchObject({
      code: 'forbidden',
    });
    const sit = { commitment: match.commitment, contribution: 'ab'.repeat(16), seat: 0 };
    expect((await beto.post(`/api/matches/${match.match}/seat`, sit)).status).toBe(200);
    expect((await ana.post(`/api/matches/${match.match}/seat`, sit)).body).toMatchObject({ code: 'seat-taken' });
    expect((await ana.post(`/api/matches/${match.match}/leave`)).body).toMatchObject({ code: 'not-seated' });
    expect((await beto.post(`/api/matches/${match.match}/leave`)).body).toMatchObject({
      seats: [{ kind: 'free' }, { kind: 'free' }],
    });
    expect((await ana.post(`/api/matches/${match.match}/seat`, sit)).status).toBe(200);
    expect((await ana.post(`/api/matches/${match.match}/bots`, { bot: 'greedy' })).body).toMatchObject({
      status: 'running',
    });
    expect((await ana.post(`/api/matches/${match.match}/leave`)).body).toMatchObject({ code: 'already-started' });
    expect((await beto.post(`/api/matches/${match.match}/seat`, { ...sit, seat: 1 })).body).toMatchObject({
      code: 'already-started',
    });
  });

  test('every unknown address gives a typed refusal', async () => {
    for (const path of [
      '/nowhere',
      '/api',
      '/api/matches/%E0%A4%A',
      '/api/matches/x',
      '/../../etc/passwd',
      '/api/matches?status=all',
    ])
      expect((await raw('GET', path)).body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });
});

test('it listens on 127.0.0.1 alone', () => {
  expect(new URL(server.address).hostname).toBe('127.0.0.1');
});

/** Sends a request exactly as given. `fetch` would normalise the path. */
function raw(
  method: string,
  path: string,
  body = '',
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: json(text) }));
      },
    );
    sent.on('error', reject);
    if (body !== '') sent.write(body);
    sent.end();
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function upgradeStatus(url: string, origin?: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, origin === undefined ? {} : { origin });
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('error', () => resolve(-1));
  });
}
