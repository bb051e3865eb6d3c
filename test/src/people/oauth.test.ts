/** OAuth 2 with PKCE: a program of others asks a player for a token, and gets no more than that player has given. */
import { createHash } from 'node:crypto';
import { type MatchSummary, methodOf, type ProgramToken, type SeatedAnswer } from '@flower-war/protocol';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { ALL_ROUTES, asking, newGuest, OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { type Asking, asks, formOf, REDIRECT } from '../support/oauth.ts';
import { RawClient } from '../support/sockets/rawClient.ts';
import { DAY, MINUTE, UNAUTHORIZED } from './identity.ts';

let clock = Date.now();
serveThisFile({ OPERATOR_TOKEN, LIMITS: '1', TRUST_PROXY: '1' }, { now: () => clock });

const ask = asking(() => house.url);
const operator = operatorOf(() => house.url);

const guest = () => {
  clock += 10 * MINUTE; // all limits are fresh
  return newGuest(ask);
};
const listed = async (token: string) =>
  (await ask<{ tokens: ProgramToken[] }>('GET /api/me/tokens', { token })).body.tokens;

const consent = (token: string, query: string, allows = true) =>
  ask<{ redirect: string; code?: string; reason?: string }>('POST /api/me/grants', { token, body: { query, allows } });

/** What the browser brings back. */
async function answered(token: string, { query }: Asking, allows = true): Promise<Readonly<Record<string, string>>> {
  const { status, body } = await consent(token, query.toString(), allows);
  expect(status, JSON.stringify(body)).toBe(200);
  return Object.fromEntries(new URL(body.redirect).searchParams);
}

const post = (path: string, fields: object | string, headers: object = {}) =>
  fetch(house.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields as Record<string, string>).toString(),
  });

interface Given {
  readonly error?: string;
  readonly error_description?: string;
  readonly access_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

const givenIn = async (response: Response) => ({ status: response.status, ...((await response.json()) as Given) });

const exchange = async (form: object | string) => givenIn(await post('/oauth/token', form));

/** A code that the player has given, and the form that makes a token of it. */
async function given(token: string, changed: Readonly<Record<string, string>> = {}) {
  const asked = asks(changed);
  const { code = '' } = await answered(token, asked);
  return { code, form: formOf(asked, code) };
}

const isGood = async (token: string) => (await ask('GET /api/me', { token })).status === 200;

test('a player allows it, and the program gets a token of what was asked, once, for so long', async () => {
  const { token, player } = await guest();
  const asked = asks({ days: '30' });
  const { code = '', ...rest } = await answered(token, asked);
  expect(rest).toEqual({ state: 's t', iss: house.url });
  expect(code).toMatch(/^[\w-]{43}$/);
  const response = await post('/oauth/token', formOf(asked, code), { origin: 'https://stats.example' });
  const { access_token: secret, ...told } = (await response.json()) as Given;
  expect(told).toEqual({ token_type: 'Bearer', expires_in: 30 * 86_400, scope: 'read play' });
  const header = (name: string) => response.headers.get(name);
  expect([header('cache-control'), header('pragma'), header('access-control-allow-origin')]).toEqual([
    'no-store',
    'no-cache',
    '*',
  ]);
  expect([header('access-control-allow-credentials'), header('set-cookie')]).toEqual([null, null]);
  expect((await ask<{ player: string }>('GET /api/me', { token: secret })).body.player).toBe(player);
  expect((await ask('POST /api/matches', { token: secret, body: {} })).body).toMatchObject({ code: 'scope-missing' });
  expect(await listed(token)).toMatchObject([
    { name: 'stats.example: Stats', scopes: ['read', 'play'], endsAt: clock + 30 * DAY },
  ]);
  const { body } = await ask<{ tokens: unknown[] }>('GET /api/me/export', { token });
  expect(body.tokens).toHaveLength(1);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('a player refuses, or the program asks wrongly: it is told so, and gets nothing', async () => {
  const { token } = await guest();
  expect(await answered(token, asks(), false)).toEqual({ error: 'access_denied', state: 's t', iss: house.url });
  for (const allows of [true, false])
    expect(await answered(token, asks({ scope: 'account' }), allows)).toEqual({
      error: 'invalid_scope',
      error_description: 'scope',
      state: 's t',
      iss: house.url,
    });
  expect(await listed(token)).toEqual([]);
});

test('a token for the same program again takes the place of the one before, with its sockets; made by hand, it stays', async () => {
  const { token } = await guest();
  const body = { name: 'stats.example: Stats', scopes: ['read'], days: 1 };
  const { secret: own } = (await ask<{ secret: string }>('POST /api/me/tokens', { token, body })).body;
  const first = await exchange((await given(token)).form);
  const match = (await ask<MatchSummary>('POST /api/matches', { token, body: { game: 'tieqchieq' } })).body.match;
  const watching = await ask<SeatedAnswer>(`POST /api/matches/${match}/watch`, { token: first.access_token, body: {} });
  const socket = closing(await RawClient.connect(house.url, watching.body));
  const second = await exchange((await given(token)).form);
  await expect.poll(() => socket.closeCode, { timeout: 2500, interval: 20 }).toBe(4010);
  const all = [own, first.access_token, second.access_token];
  expect(await Promise.all(all.map(isGood))).toEqual([true, false, true]);
  // A guest has two.
  const full = await consent(token, asks({ client_id: 'Other' }).query.toString());
  const message = expect.stringMatching(/more than this server allows; "reason" says of what/);
  expect([full.status, full.body]).toMatchObject([409, { code: 'limit-reached', reason: 'tokens', message }]);
  const other = await consent(token, asks({ redirect_uri: 'https://other.example/' }).query.toString());
  expect(other.body.code).toBe('limit-reached');
});

test('tokens made by hand are in the way of a program, also under its name; and the player reads that', async () => {
  const { token } = await guest();
  const body = { name: 'stats.example: Stats', scopes: ['read'], days: 1 };
  for (let n = 0; n < 2; n++) await ask('POST /api/me/tokens', { token, body });
  const full = await consent(token, asks().query.toString());
  expect([full.status, full.body]).toMatchObject([409, { code: 'limit-reached', reason: 'tokens' }]);
});

test('a code that comes twice ends the token that was made of it, also long after; in one moment at most one is made', async () => {
  const { token } = await guest();
  const { form } = await given(token);
  const { access_token: secret } = await exchange(form);
  clock += 100 * DAY;
  const back = await newGuest(ask); // the session of the player may be over by now, the token is not
  expect([await isGood(secret), await isGood(back.token)]).toEqual([true, true]);
  expect(await exchange(form)).toMatchObject({ status: 400, error: 'invalid_grant' });
  expect(await isGood(secret)).toBe(false);
  const next = await given(back.token);
  const made = (await Promise.all([1, 2, 3].map(() => exchange(next.form)))).filter(({ status }) => status === 200);
  expect(made).toHaveLength(1);
  expect(await isGood(made[0]!.access_token)).toBe(false);
});

interface Attack {
  readonly token: string;
  readonly player: string;
  readonly code: string;
  readonly form: Readonly<Record<string, string>>;
}
type Sent = Record<string, string> | string | Promise<Record<string, string> | string>;
const doubled = (form: object, name: string) =>
  `${new URLSearchParams(form as Record<string, string>)}&${new URLSearchParams({ [name]: 'x' })}`;

/** What is sent instead of the right form, and which error comes of it. */
const ATTACKS: readonly [string, (attack: Attack) => Sent, string][] = [
  ['a wrong verifier', ({ form }) => ({ ...form, code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
  ['no verifier', ({ form: { code_verifier, ...rest } }) => rest, 'invalid_request'],
  ['an empty verifier', ({ form }) => ({ ...form, code_verifier: '' }), 'invalid_request'],
  ['a short verifier', ({ form }) => ({ ...form, code_verifier: 'x'.repeat(42) }), 'invalid_request'],
  ['a long verifier', ({ form }) => ({ ...form, code_verifier: 'x'.repeat(129) }), 'invalid_request'],
  ['a verifier of other letters', ({ form }) => ({ ...form, code_verifier: 'é'.repeat(43) }), 'invalid_request'],
  [
    'the challenge as a verifier, as with the method plain',
    ({ form }) => ({ ...form, code_verifier: createHash('sha256').update(form.code_verifier!).digest('base64url') }),
    'invalid_grant',
  ],
  ['another program', ({ form }) => ({ ...form, client_id: 'Other' }), 'invalid_grant'],
  ['no program', ({ form: { client_id, ...rest } }) => rest, 'invalid_request'],
  ['another address', ({ form }) => ({ ...form, redirect_uri: `${REDIRECT}/` }), 'invalid_grant'],
  ['no address', ({ form: { redirect_uri, ...rest } }) => rest, 'invalid_request'],
  ['another code', ({ form }) => ({ ...form, code: 'x'.repeat(43) }), 'invalid_grant'],
  [
    'the hash of the code',
    ({ form, code }) => ({ ...form, code: createHash('sha256').update(code).digest('hex') }),
    'invalid_grant',
  ],
  ['a code of SQL', ({ form }) => ({ ...form, code: "' OR 1=1 --" }), 'invalid_grant'],
  ['a huge code', ({ form }) => ({ ...form, code: 'x'.repeat(5000) }), 'invalid_request'],
  ['a huge form', ({ form }) => ({ ...form, more: 'x'.repeat(9000) }), 'invalid_request'],
  ['a thousand fields and more', ({ form }) => `${new URLSearchParams(form)}&${'a&'.repeat(1500)}`, 'invalid_request'],
  ...['code', 'client_id', 'redirect_uri', 'code_verifier', 'grant_type'].map(
    (name): [string, (attack: Attack) => Sent, string] => [
      `${name} twice`,
      ({ form }) => doubled(form, name),
      'invalid_request',
    ],
  ),
  ['no type', ({ form: { grant_type, ...rest } }) => rest, 'invalid_request'],
  ['the type password', ({ form }) => ({ ...form, grant_type: 'password' }), 'unsupported_grant_type'],
  ['a type alone', () => ({ grant_type: 'refresh_token' }), 'unsupported_grant_type'],
  ['nothing', () => '', 'invalid_request'],
  ['JSON', ({ form }) => JSON.stringify(form), 'invalid_request'],
  ['names of prototypes', ({ form }) => ({ __proto__: 'x', constructor: 'x', ...form, code: 'x' }), 'invalid_grant'],
  [
    'a code that is too old',
    ({ form }) => {
      clock += MINUTE;
      return { ...form };
    },
    'invalid_grant',
  ],
  [
    'a code of a session that has ended',
    async ({ token, form }) => {
      await ask('POST /api/sign-out', { token, body: {} });
      return { ...form };
    },
    'invalid_grant',
  ],
  [
    'a code of a player who has signed out everywhere',
    async ({ token, form }) => {
      await ask('POST /api/sign-out/everywhere', { token });
      return { ...form };
    },
    'invalid_grant',
  ],
  [
    'a code of a player who was deleted',
    async ({ token, form }) => {
      await ask('DELETE /api/me', { token });
      return { ...form };
    },
    'invalid_grant',
  ],
  [
    'a code of a player who was banned',
    async ({ player, form }) => {
      await operator(`POST /players/${player}/ban`, { body: { reason: 'tests', days: 1 } });
      return { ...form };
    },
    'invalid_grant',
  ],
];

test.each(ATTACKS)('no token comes of %s', async (name, change, error) => {
  const { token, player } = await guest();
  const { code, form } = await given(token);
  const answer = await exchange(await change({ token, player, code, form }));
  expect(answer).toEqual({ status: expect.any(Number), error, error_description: expect.any(String) });
  expect(answer.status).toBe(name === 'a huge form' ? 413 : 400);
  expect(answer.error_description).toMatch(/^[ !#-[\]-~]+$/);
  const { body } = await ask<{ tokens?: ProgramToken[] }>('GET /api/me/tokens', { token });
  expect(body.tokens ?? []).toEqual([]);
});

test.each([
  ['uses it up', { code_verifier: 'x'.repeat(43) }, 400],
  ['uses it up', { client_id: 'Other' }, 400],
  ['uses it up', { redirect_uri: 'https://other.example/' }, 400],
  ['leaves it to its program', { code_verifier: 'x' }, 200],
  ['leaves it to its program', { code: 'x' }, 200],
])('what comes wrong with a code %s: %j', async (_what, wrong, status) => {
  const { token } = await guest();
  const { form } = await given(token);
  expect((await exchange({ ...form, ...wrong })).status).toBe(400);
  expect((await exchange(form)).status).toBe(status);
});

test('a scope that is raised at the token endpoint is passed over', async () => {
  const { token } = await guest();
  const { form } = await given(token, { scope: 'read' });
  const { access_token: secret, scope } = await exchange({ ...form, scope: 'read play moderate' });
  expect(scope).toBe('read');
  expect(await listed(token)).toMatchObject([{ scopes: ['read'] }]);
  expect((await ask('POST /api/matches/x/resign', { token: secret, body: {} })).body).toMatchObject({ reason: 'play' });
});

describe('no consent comes of', () => {
  test('a program, whatever its scopes', async () => {
    const { token } = await guest();
    const scope = 'read play lobby temples tournaments moderate';
    const { access_token: secret } = await exchange((await given(token, { scope })).form);
    const { status, body } = await consent(secret, asks().query.toString());
    expect([status, body]).toMatchObject([403, { code: 'scope-missing', reason: 'account' }]);
  });

  test('a form of another site, its script, or a caller without a session', async () => {
    const { token } = await guest();
    const body = { query: asks().query.toString(), allows: 'true' };
    const origin = 'https://evil.example';
    const form = await post('/api/me/grants', body, { origin });
    const text = JSON.stringify({ ...body, allows: true });
    const plain = await post('/api/me/grants', text, { origin, 'content-type': 'text/plain' });
    const foreign = await fetch(`${house.url}/api/me/grants`, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    expect(await form.json()).toMatchObject({ code: 'bad-request', reason: 'body' });
    expect([plain.status, await plain.json()]).toMatchObject([401, UNAUTHORIZED.body]);
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { code: 'forbidden', reason: 'origin' }]);
    expect((await ask('POST /api/me/grants', { body: { ...body, allows: true } })).status).toBe(401);
  });

  test('a banned player', async () => {
    const { token, player } = await guest();
    await operator(`POST /players/${player}/ban`, { body: { reason: 'tests', days: 1 } });
    expect((await consent(token, asks().query.toString())).body).toMatchObject({ code: 'banned' });
  });

  test.each([
    'javascript:alert(1)',
    'https://stats.example/#part',
    'https://ana@stats.example/',
    'http://stats.example/',
    'data:text/html,x',
  ])('a question whose answer goes to %s', async (redirect_uri) => {
    const { token } = await guest();
    for (const allows of [true, false]) {
      const { status, body } = await consent(token, asks({ redirect_uri }).query.toString(), allows);
      expect([status, body]).toMatchObject([400, { code: 'consent-refused', reason: 'redirect_uri' }]);
    }
  });

  test.each([{}, { query: 7, allows: true }, { query: '', allows: 'yes' }, { query: 'x'.repeat(4001), allows: true }])(
    'the body %j',
    async (body) => {
      const { token } = await guest();
      expect((await ask('POST /api/me/grants', { token, body })).body).toMatchObject({ code: 'bad-request' });
    },
  );
});

test('a program ends its own token, and what is none is not a mistake', async () => {
  const { token } = await guest();
  const { access_token: secret } = await exchange((await given(token)).form);
  for (const sent of ['none', `${secret}x`, 'fwt_']) {
    expect((await post('/oauth/revoke', { token: sent, token_type_hint: 'strange' })).status).toBe(200);
    expect(await isGood(secret)).toBe(true);
  }
  expect(await givenIn(await post('/oauth/revoke', {}))).toMatchObject({ status: 400, error: 'invalid_request' });
  const ended = await Promise.all([1, 2].map(() => post('/oauth/revoke', { token: secret })));
  expect(ended.map(({ status }) => status)).toEqual([200, 200]);
  expect([await isGood(secret), await listed(token)]).toEqual([false, []]);
  // The token of a session is none of a program.
  await post('/oauth/revoke', { token });
  expect(await isGood(token)).toBe(true);
});

test('too many requests of one address are told as OAuth tells it', async () => {
  const from = { 'x-forwarded-for': '203.0.113.77' };
  const many = await Promise.all(Array.from({ length: 310 }, () => post('/oauth/token', {}, from)));
  const [last] = many.filter(({ status }) => status === 429);
  expect(many.filter(({ status }) => status === 429)).toHaveLength(10);
  expect([last!.headers.has('retry-after'), await last!.json()]).toMatchObject([
    true,
    { error: 'temporarily_unavailable' },
  ]);
});

test('what speaks OAuth needs no token, so that no scope opens or closes it', () => {
  const standard = ALL_ROUTES.filter(({ speaks }) => speaks === 'oauth');
  expect(standard.map(({ call }) => call)).toEqual(['POST /oauth/token', 'POST /oauth/revoke']);
  for (const route of standard)
    expect([route.token, route.scope, methodOf(route)]).toEqual([undefined, undefined, 'POST']);
});

test('without PUBLIC_URL the server is named as the request names it, and nothing keeps that for others', async () => {
  const answer = await fetch(`${house.url}/.well-known/oauth-authorization-server`);
  expect(await answer.json()).toMatchObject({ issuer: house.url });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a library of others finds all it needs, checks the answer and ends the token', async () => {
  const { token } = await guest();
  const options: openid.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };
  const server = await openid.discovery(new URL(house.url), 'Stats', undefined, openid.None(), options);
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(server, {
    redirect_uri: REDIRECT,
    scope: 'read',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  expect(url.href.startsWith(`${house.url}/oauth/authorize?`)).toBe(true);
  const { redirect } = (await consent(token, url.search.slice(1))).body;
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const forged = new URL(redirect);
  forged.searchParams.set('iss', 'https://evil.example');
  await expect(openid.authorizationCodeGrant(server, forged, checks)).rejects.toThrow();
  const { access_token: secret, expires_in: seconds } = await openid.authorizationCodeGrant(
    server,
    new URL(redirect),
    checks,
  );
  expect([await isGood(secret), seconds]).toEqual([true, 365 * 86_400]);
  await openid.tokenRevocation(server, secret);
  expect(await isGood(secret)).toBe(false);
});
