/** The HTTP routes are the only way in: Colyseus' own matchmaking answers nothing, and no body is read beyond 8 KB. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { matchMaker } from '@colyseus/core';
import { CODES, type MatchSummary, type SeatedAnswer } from '@flower-war/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

let ana: Person;

serveThisFile({ ORIGINS: 'https://friends.example', PUBLIC_URL: 'https://play.example.org' });
beforeAll(async () => {
  ana = await newPerson(house.url);
});

const openMatch = () => newMatch(ana, { game: 'tieqchieq' });
const seatRequest = ({ commitment }: MatchSummary) => ({ commitment, contribution: 'ab'.repeat(16) });
const sockets = () => house.url.replace('http', 'ws');

/** The address at which a seat can be taken up once. */
async function reservedPlace(): Promise<string> {
  const match = await openMatch();
  const { connection } = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, seatRequest(match))).body;
  return `${sockets()}/${connection.processId}/${connection.roomId}?sessionId=${connection.sessionId}`;
}

describe('Colyseus’ own matchmaking', () => {
  const methods = ['joinOrCreate', 'create', 'join', 'joinById', 'reconnect', 'constructor'];
  const paths = ['/matchmake', '//matchmake', '/./matchmake', '/MATCHMAKE', '/%6Datchmake', '/matchmake/..//matchmake'];

  test.each(paths)('is closed at %s, whatever the method', async (path) => {
    const { match } = await openMatch();
    const before = (await matchMaker.query({})).length;
    for (const method of methods)
      for (const room of ['match', match, 'lobby'])
        expect((await raw('POST', `${path}/${method}/${room}`, '{"match":"x"}')).status).toBeGreaterThanOrEqual(400);
    expect(await matchMaker.query({})).toHaveLength(before);
  });

  test('offers no method, even to code that would bind its routes', () => {
    expect(matchMaker.controller.exposedMethods).toEqual([]);
  });

  test('opens no socket without a reserved place, and for a place one', async () => {
    const match = await openMatch();
    const client = await takeSeat(ana, match);
    const room = match.match;
    const known = [`/x/${room}`, `/x/${room}?sessionId=abc`, `/x/${room}?reconnectionToken=a`];
    for (const path of ['/', '/x', '/x/constructor', '/x/__proto__', '/a/b/c', ...known])
      expect([path, await upgradeStatus(`${sockets()}${path}`)]).toEqual([path, 404]);
    client.close();
    const place = await reservedPlace();
    const first = new WebSocket(place);
    await new Promise((resolve) => first.once('message', resolve));
    expect(await upgradeStatus(place)).toBe(404);
    first.terminate();
  });

  test.each([
    ['a page that the host has listed', 'https://friends.example', 101],
    ['the page at PUBLIC_URL', 'https://play.example.org', 101],
    ['the page at the address that is asked', 'own', 101],
    ['a page of another origin', 'https://evil.example', 403],
    ['a page without an origin', 'null', 403],
  ])('%s opens sockets and reads answers, or neither', async (_, named, status) => {
    const origin = named === 'own' ? house.url : named;
    expect(await upgradeStatus(await reservedPlace(), origin)).toBe(status);
    const { headers } = await fetch(`${house.url}/api/games`, { headers: { origin } });
    const cors = ['origin', 'credentials'].map((name) => headers.get(`access-control-allow-${name}`));
    expect(cors).toEqual([status === 101 ? origin : null, null]);
  });
});

describe('bodies', () => {
  const big = JSON.stringify({ name: 'x'.repeat(9000) });

  test('over 8 KB are refused wherever they are sent, and are told so', async () => {
    for (const path of ['/api/guests', '/api/matches', '/matchmake/create/match', '/nowhere', '/'])
      for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
        expect((await raw('POST', path, big, headers)).status, path).toBeGreaterThanOrEqual(400);
    const told = { code: 'too-large', message: CODES['too-large'] };
    expect(await raw('POST', '/api/guests', big)).toEqual({ status: 413, body: told });
  });

  test('that say that they are over 8 KB are refused before they come', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '999999999' };
    const sent = request(`${house.url}/api/guests`, { method: 'POST', headers });
    sent.flushHeaders();
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    sent.once('error', () => {}).destroy();
    expect(statusCode).toBe(413);
  });

  test.each([
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
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-request' } });
    const { message } = answer.body as { message: string };
    expect(message.startsWith(CODES['bad-request'])).toBe(true);
    expect(message).not.toMatch(/zod|undefined|\.ts\b|at \w+ \(/i);
  });

  test.each([
    ['a form', 'name=Ana', {}, 'is not a JSON object'],
    ['JSON, but no object', '"Ana"', {}, 'is not a JSON object'],
    ['Latin-1', Buffer.from('{"name":"José"}', 'latin1'), {}, 'is not UTF-8'],
    [
      'said to be Latin-1',
      '{"name":"Ana"}',
      { 'content-type': 'application/json; charset=iso-8859-1' },
      'is not UTF-8',
    ],
    ['packed', '{"name":"Ana"}', { 'content-encoding': 'lzma' }, 'is packed'],
  ])('that are %s are refused, and why is told', async (_, body, headers, words) => {
    const answer = await raw('POST', '/api/guests', body, headers);
    const message = expect.stringContaining(words);
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-request', reason: 'body', message } });
  });

  test('may be left out where nothing must be told', async () => {
    expect((await raw('POST', '/api/guests')).status).toBe(200);
  });
});

describe('refusals over HTTP', () => {
  const random = { bot: 'random' };
  const twice = { bot: 'random', seat: 1 };

  test.each([
    [{ game: 'chess' }, 'unknown-game'],
    [{ game: '__proto__' }, 'unknown-game'],
    [{ game: 'tieqchieq', seats: 3 }, 'bad-options'],
    [{ game: 'tieqchieq', preset: 'nope' }, 'bad-options'],
    [{ game: 'tieqchieq', options: { board: 'Z9' } }, 'bad-options'],
    [{ game: 'tieqchieq', options: { nope: 1 } }, 'bad-options'],
    [JSON.parse('{"game":"tieqchieq","options":{"__proto__":{"a":1}}}'), 'bad-request'],
    [{ game: 'tieqchieq', bots: [{ bot: 'constructor' }] }, 'unknown-bot'],
    [{ game: 'tieqchieq', bots: [random, random, random] }, 'match-full'],
    [{ game: 'tieqchieq', bots: [{ bot: 'random', seat: 5 }] }, 'no-such-seat'],
    [{ game: 'tieqchieq', bots: [twice, twice] }, 'seat-taken'],
    [{ game: 'tieqchieq', table: { visibility: 'secret' } }, 'bad-request'],
    [{}, 'bad-request'],
  ])('%j: %s, and nothing is made', async (wanted, code) => {
    const listed = async () => (await fetch(`${house.url}/api/matches`)).json();
    const before = await listed();
    expect((await ana.post('/api/matches', wanted)).body).toMatchObject({ code });
    expect(await listed()).toEqual(before);
  });

  test('the dice: a seat must name the commitment it saw, and a record is closed until the end', async () => {
    const match = await openMatch();
    const sit = async (fields: object, id = match.match) =>
      (await ana.post(`/api/matches/${id}/seat`, { ...seatRequest(match), ...fields })).body;
    expect(await sit({ commitment: '00'.repeat(32) })).toMatchObject({ code: 'commitment-changed' });
    expect(await sit({ contribution: 'short' })).toMatchObject({ code: 'bad-request', reason: 'contribution' });
    expect(await sit({}, 'NOSUCH')).toMatchObject({ code: 'no-such-match' });
    expect((await fetch(`${house.url}/api/matches/${match.match}/record`)).status).toBe(409);
  });

  test('every unknown address gives a typed refusal', async () => {
    const broken = ['/api/matches/%E0%A4%A', '/api/matches/x', '/../../etc/passwd', '/api/matches?status=all'];
    for (const path of ['/nowhere', '/api', ...broken])
      expect((await raw('GET', path)).body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });
});

test('it listens on 127.0.0.1 alone', () => {
  expect(new URL(house.url).hostname).toBe('127.0.0.1');
});

interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request exactly as given. `fetch` would normalise the path. */
function raw(
  method: string,
  path: string,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(house.url);
  const asked = { hostname, port, method, path, headers: { 'content-type': 'application/json', ...headers } };
  return new Promise((resolve, reject) => {
    const sent = request(asked, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: json(text) }));
    });
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
