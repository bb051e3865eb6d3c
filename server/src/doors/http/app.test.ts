import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { methodOf, OPERATOR_ROUTES, pathOf, ROUTES, type SignedIn } from '@flower-war/protocol';
import type { Router } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { type Running, startServer } from '../../server.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { WebClient } from '../webClient.ts';
import { createApp } from './app.ts';
import { wayOf } from './request/findRoute.ts';

interface Listed {
  readonly path: string;
  readonly methods?: readonly string[];
  readonly router?: Listing;
}
/** The types of Express do not have `listRoutes` yet. */
type Listing = Router & { listRoutes(): readonly Listed[] };

const TOKEN = 'a-token-for-tests-only';

let server: Running;
beforeAll(async () => {
  server = await startServer(
    readConfig({ PORT: '0', JOURNAL: 'memory', LOG_LEVEL: 'silent', OPERATOR_TOKEN: TOKEN, BRIDGE_TOKEN: TOKEN }),
  );
});
afterAll(() => server?.stop());

/** The calls that Express itself would answer, beside the table. */
function callsOf(router: Listing, prefix = ''): readonly string[] {
  return router.listRoutes().flatMap(({ path, methods = [], router: inner }) => {
    const whole = `${prefix}${path}`.replace(/(?<=.)\/$/, '').replace(/^\/\//, '/');
    if (inner !== undefined) return callsOf(inner, whole === '/' ? '' : whole);
    return methods.filter((method) => method.toUpperCase() !== 'HEAD').map((m) => `${m.toUpperCase()} ${whole}`);
  });
}

test('the app has exactly the routes of the table', async () => {
  expect(
    callsOf(
      createApp(server.services, new WebClient({ WEB: 'off', OFFLINE: 'on', BUILT_PAGE: '' }, server.log))
        .router as Listing,
    ),
  ).toEqual([]);
  for (const route of [...ROUTES, ...OPERATOR_ROUTES]) {
    const path = pathOf(route).replace(/\{\w+\}/g, 'none');
    const response = await fetch(server.address + path, { method: methodOf(route) });
    expect(await response.text(), route.call).not.toMatch(/^\{"code":"not-found"/);
  }
});

test('a page learns from a plain request that there is no broker for its temple', async () => {
  expect((await fetch(`${server.address}/mqtt`)).status).toBe(404);
});

describe('a request finds its route', () => {
  test.each([
    ['POST', '/api/guests', 'signInAsGuest'],
    ['POST', '/API/Guests/', 'signInAsGuest'],
    ['POST', '/api/matches/ABC/seat', 'takeSeat'],
    ['POST', '/api/matches/%20/seat', 'takeSeat'],
    ['GET', '/api/matches/ABC', 'getMatch'],
    ['HEAD', '/api/matches/ABC', 'getMatch'],
    ['GET', '/', 'welcome'],
    ['GET', '/api/openapi.json', 'getDocument'],
    ['GET', '/api/openapiXjson', undefined],
    ['GET', '/api/guests', undefined],
    ['POST', '//api/guests', undefined],
    ['POST', '/api/matches/A/B/seat', undefined],
  ])('%s %s: %s', (method, path, id) => {
    expect(wayOf(method, path).route?.id).toBe(id);
  });

  test('whatever the app answers as a limited route is limited', async () => {
    for (const path of [
      '/api/guests',
      '/API/GUESTS',
      '/api/guests/',
      '/api/guests?x=1',
      '//api/guests',
      '/api/%67uests',
    ]) {
      const response = await fetch(`${server.address}${path}`, { method: 'POST' });
      expect(response.status === 200, path).toBe(wayOf('POST', path.replace(/\?.*/, '')).route?.id === 'signInAsGuest');
    }
  });
});

describe('an address that is there', () => {
  test.each([
    ['DELETE', '/api/guests', 'POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['GET', '/api/matches/ABC/seat', 'POST'],
    ['PATCH', '/api/me', 'GET, HEAD, POST, DELETE'],
  ])('does not take %s %s, and names the methods that it takes', async (method, path, allowed) => {
    const response = await fetch(server.address + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    expect(await response.json()).toMatchObject({ code: 'wrong-method' });
  });

  test('takes no id that is longer than any id', async () => {
    const answer = async (id: string) => (await fetch(`${server.address}/api/matches/${id}`)).json();
    expect(await answer('x'.repeat(64))).toMatchObject({ code: 'no-such-match' });
    expect(await answer('💀'.repeat(64))).toMatchObject({ code: 'no-such-match' });
    for (const long of ['x', '💀'])
      expect(await answer(long.repeat(65))).toMatchObject({ code: 'bad-request', reason: 'path' });
  });
});

describe('the token of a request', () => {
  const signIn = async () =>
    (await (await fetch(`${server.address}/api/guests`, { method: 'POST' })).json()) as SignedIn;

  test('is verified once, though the limit and the route both want to know who calls', async () => {
    const { token } = await signIn();
    const { tokens } = server.services;
    const read = tokens.read.bind(tokens);
    let reads = 0;
    tokens.read = (...given) => {
      reads++;
      return read(...given);
    };
    const authorization = `Bearer ${token}`;
    const answer = await fetch(`${server.address}/api/links`, { method: 'POST', headers: { authorization } });
    tokens.read = read;
    expect([answer.status, reads]).toEqual([200, 1]);
  });

  test('is looked up once, if the body comes in one packet with the head', async () => {
    const { token } = await signIn();
    const { identity } = server.services;
    const { standingOf } = identity;
    let looks = 0;
    identity.standingOf = (...given) => {
      looks++;
      return standingOf(...given);
    };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${server.address}/api/links`, { method: 'POST', headers, body: '{}' });
    identity.standingOf = standingOf;
    expect([status, looks]).toEqual([200, 1]);
  });

  test('is good no more if its player signs out while the body is under way', async () => {
    const { token, player } = await signIn();
    const { limits } = server.services;
    const admit = limits.admit.bind(limits);
    const charged = new Promise<void>((resolve) => {
      limits.admit = async (...given) => {
        const wait = await admit(...given);
        resolve();
        return wait;
      };
    });
    const { port } = new URL(server.address);
    const headers = { authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' };
    const slow = request({ port, path: '/api/links', method: 'POST', headers });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.write('{');
    await charged;
    limits.admit = admit;
    await server.services.identity.signOutEverywhere(player);
    slow.end('}');
    expect((await answered)[0].statusCode).toBe(401);
  });
});

describe('an answer that never changes', () => {
  const UNCHANGING = ['/api/openapi.json', '/api/games', '/api/games/mexica/cards', '/.well-known/flower-war.json'];

  test.each(UNCHANGING)('%s is compressed, and not sent again to a client that has it', async (path) => {
    const [plain, compressed] = await Promise.all(
      ['identity', 'gzip'].map((encoding) =>
        fetch(server.address + path, { headers: { 'accept-encoding': encoding } }),
      ),
    );
    expect([plain!, compressed!].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(await plain!.json()).toEqual(await compressed!.json());
    const [tag] = [plain!, compressed!].map(({ headers }) => headers.get('etag'));
    expect(compressed!.headers.get('etag')).toBe(tag);
    // Without a word about caches, fetch would ask for a new copy.
    const has = (known: string) => ({ headers: { 'if-none-match': known, 'cache-control': 'max-age=0' } });
    expect((await fetch(server.address + path, has(tag!))).status).toBe(304);
    expect((await fetch(server.address + path, has('"other"'))).status).toBe(200);
  });
});

describe('a target', () => {
  const answerTo = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(server.address, { path, agent: false }, (answer) => resolve(answer.resume()));
      sent.on('error', reject).end();
    });

  test('that names a server, even one that cannot be, is answered by its path and in JSON', async () => {
    for (const [path, status] of [
      ['http://evil.example/health/live', 200],
      ['http://evil.example/nothing', 404],
      ['http://[', 404],
      ['http://', 404],
    ] as const) {
      const { statusCode, headers } = await answerTo(path);
      expect([path, statusCode, headers['content-type']]).toEqual([path, status, 'application/json; charset=utf-8']);
    }
  });

  test.each(['1e3', '0x10', '', ' 1', '+1', '1.0', '9'.repeat(16), '0'.repeat(17)])(
    'a number is written in digits, and so not as %j',
    async (from) => {
      const path = `/api/matches/none/steps?viewer=all&from=${encodeURIComponent(from)}`;
      const response = await fetch(server.address + path);
      expect([response.status, ((await response.json()) as { reason?: string }).reason]).toEqual([400, 'from']);
    },
  );

  test.each([0, 7, Number.MAX_SAFE_INTEGER])('the document allows %i, and so it is read', async (from) => {
    const response = await fetch(`${server.address}/api/matches/none/steps?viewer=all&from=${from}`);
    expect(response.status).toBe(404);
  });
});

test('a store that fails while a room opens is away for a moment, and no mistake of the server', async () => {
  const ask = async (path: string, token: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(server.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const { token } = (await (await fetch(`${server.address}/api/guests`, { method: 'POST' })).json()) as SignedIn;
  const { match } = (await (await ask('/api/matches', token, { game: 'tieqchieq' })).json()) as { match: string };
  const { talk } = server.services;
  const { listen } = talk;
  talk.listen = async () => {
    throw new StoreError('the database does not answer');
  };
  const refused = await ask(`/api/matches/${match}/watch`, token);
  talk.listen = listen;
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'unavailable' }]);
  expect((await ask(`/api/matches/${match}/watch`, token)).status).toBe(200);
});

test('a text with U+0000 or half of a character is a mistake of the caller, which no store is asked', async () => {
  const { token } = (await (await fetch(`${server.address}/api/guests`, { method: 'POST' })).json()) as SignedIn;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reasonOf = async (path: string, body?: string) => {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(server.address + path, { method, headers, ...(body !== undefined && { body }) });
    expect(response.status, path).toBe(400);
    return ((await response.json()) as { reason?: string }).reason;
  };
  expect(await reasonOf('/api/players/p%00')).toBe('path');
  expect(await reasonOf('/api/watch?on=%00')).toBe('text');
  for (const half of ['\\u0000', '\\ud83c', '\\udf3d'])
    expect(await reasonOf('/api/sign-out', `{"session":"a${half}!"}`)).toBe('text');
});
