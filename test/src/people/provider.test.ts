/** Sign-in by an OpenID provider: a real one, over real HTTP, with all that goes wrong on the way. */
import { FlowerWarClient } from '@flower-war/client';
import type { SignedIn } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { Running } from '@flower-war/server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_TOKEN } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { CLIENT, IdentityProvider, SayingProvider, visitProvider } from './identity.ts';

const PORT = String(await freePort());
const origin = `http://127.0.0.1:${PORT}`;
const start = Date.now();
let now = start;
let provider: IdentityProvider;
let server: Running;
const serve = async (more: Readonly<Record<string, string>> = {}) => {
  const settings = { PORT, OIDC_ISSUER: provider.issuer, ...CLIENT, OPERATOR_TOKEN, ...more };
  server = await testServer(settings, { now: () => now });
};

beforeAll(async () => {
  provider = await IdentityProvider.open([`${origin}/signed-in`]);
});
afterAll(() => provider.close());

const visitor = (session?: SignedIn) => new FlowerWarClient({ url: origin, ...(session && { session }) });
const guest = async () => {
  const client = visitor();
  return { client, session: await client.signIn() };
};
/** All the way, as this person. */
const enter = async (client: FlowerWarClient, person: string) => {
  const { url, key } = await client.provider.start();
  return client.provider.finish(key, await visitProvider(url, person));
};
const asOperator = (method: string, path: string) => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  return fetch(`${origin}/api/operator${path}`, { method, headers, body: '{}' });
};
interface Begun {
  readonly client: FlowerWarClient;
  readonly player: string;
}
const refused = (reason: string) => ({ code: 'sign-in-refused', reason });

describe('a provider', () => {
  beforeAll(() => serve({ OIDC_NAME: 'Calmecac' }));
  afterAll(() => server.stop());

  test('the guest who comes by it first stays the same player, and is that player everywhere', async () => {
    const { client, session } = await guest();
    expect(await client.provider.ways()).toEqual({ signUp: 'open', provider: 'Calmecac' });
    expect((await enter(client, 'ana')).player).toBe(session.player);
    const other = await guest();
    const back = await enter(other.client, 'ana');
    expect([back.player, other.client.session?.player]).toEqual([session.player, session.player]);
    expect((await enter(visitor(), 'ana')).player).toBe(session.player);
    const { providers } = await client.account.exportData();
    expect(providers).toEqual([{ issuer: provider.issuer, subject: 'ana', createdAt: now }]);
  });

  test('another person in the same browser is another player, and does not take the first one over', async () => {
    const { client, session } = await guest();
    await enter(client, 'ben');
    const second = await enter(visitor(client.session), 'cita');
    expect(second.player).not.toBe(session.player);
    expect((await enter(visitor(), 'ben')).player).toBe(session.player);
    expect((await enter(visitor(), 'cita')).player).toBe(second.player);
  });

  test('two who bind the same person at once are one player', async () => {
    const both = await Promise.all([guest(), guest()]);
    const begun = await Promise.all(both.map(({ client }) => client.provider.start()));
    const answers = await Promise.all(begun.map(({ url }) => visitProvider(url, 'dan')));
    const entered = await Promise.all(both.map(({ client }, n) => client.provider.finish(begun[n]!.key, answers[n]!)));
    expect(new Set(entered.map(({ player }) => player)).size).toBe(1);
    expect(both.map(({ session }) => session.player)).toContain(entered[0]!.player);
  });

  test('a deleted player is not known any more, and a banned one does not come in', async () => {
    const { client, session } = await guest();
    await enter(client, 'eva');
    await client.account.deleteMe();
    const anew = await enter(visitor(), 'eva');
    expect(anew.player).not.toBe(session.player);
    await asOperator('POST', `/players/${anew.player}/ban`);
    await expect(enter(visitor(), 'eva')).rejects.toMatchObject({ code: 'banned' });
  });

  test('an answer is taken once, in time, and only from the browser that has begun', async () => {
    const [one, two] = [visitor(), visitor()];
    const [first, second] = [await one.provider.start(), await two.provider.start()];
    const answer = await visitProvider(first.url, 'fia');
    await expect(two.provider.finish(second.key, answer)).rejects.toMatchObject(refused('untrusted'));
    await expect(two.provider.finish('none', answer)).rejects.toMatchObject(refused('expired'));
    const state = new URL(first.url).searchParams.get('state') ?? '';
    await expect(two.provider.finish(state, answer)).rejects.toMatchObject(refused('expired'));
    await one.provider.finish(first.key, answer);
    await expect(one.provider.finish(first.key, answer)).rejects.toMatchObject(refused('expired'));
    const late = await one.provider.start();
    const lateAnswer = await visitProvider(late.url, 'fia');
    now += 15 * 60_000;
    await expect(one.provider.finish(late.key, lateAnswer)).rejects.toMatchObject(refused('expired'));
  });

  test.each<readonly [string, (begun: Begun) => Promise<unknown>]>([
    ['the player has signed out everywhere', ({ client }) => client.account.signOutEverywhere()],
    ['its device was signed out', ({ client }) => client.account.signOut()],
    ['the operator has ended all sessions', ({ player }) => asOperator('POST', `/players/${player}/kick`)],
    ['the player was deleted', ({ client }) => client.account.deleteMe()],
  ])('what was begun is refused after %s, and binds nothing', async (what, end) => {
    const { client, session } = await guest();
    const { url, key } = await visitor(session).provider.start();
    const answer = await visitProvider(url, what);
    await end({ client, player: session.player });
    const other = visitor();
    await expect(other.provider.finish(key, answer)).rejects.toMatchObject(refused('expired'));
    expect((await enter(other, what)).player).not.toBe(session.player);
  });

  test('what a guest began at a server of before the upgrade, which kept no device, is over', async () => {
    const { client } = await guest();
    const { url, key } = await client.provider.start();
    const answer = await visitProvider(url, 'ida');
    const store = server.services.identity.provider['store'];
    const begun = { key: new URL(url).searchParams.get('state') ?? '', kind: 'provider' };
    const { player, detail } = (await store.takeOf(begun, now))!;
    const asBefore = JSON.stringify({ ...JSON.parse(detail), guest: player });
    await store.begin({ ...begun, player: '', detail: asBefore, endsAt: now + 60_000 });
    await expect(client.provider.finish(key, answer)).rejects.toMatchObject(refused('expired'));
  });

  test.each([
    ['without a state', (given: URLSearchParams) => given.delete('state'), 'untrusted'],
    ['with another state', (given: URLSearchParams) => given.set('state', 'x'), 'untrusted'],
    ['from another issuer', (given: URLSearchParams) => given.set('iss', 'https://evil.example'), 'untrusted'],
    ['without a code', (given: URLSearchParams) => given.delete('code'), 'untrusted'],
    ['with a code of others', (given: URLSearchParams) => given.set('code', 'x'), 'provider'],
    ['with an error of the provider', (given: URLSearchParams) => given.set('error', 'server_error'), 'provider'],
  ] as const)('an answer %s is refused', async (_, change, reason) => {
    const client = visitor();
    const { url, key } = await client.provider.start();
    const answer = new URLSearchParams(await visitProvider(url, 'gil'));
    change(answer);
    await expect(client.provider.finish(key, answer.toString())).rejects.toMatchObject(refused(reason));
    expect(client.session).toBeUndefined();
  });

  test('an answer to another nonce or another proof of the browser, and a person who gives up, are told', async () => {
    const client = visitor();
    for (const [name, reason] of [
      ['nonce', 'untrusted'],
      ['code_challenge', 'provider'],
    ] as const) {
      const { url, key } = await client.provider.start();
      const changed = new URL(url);
      changed.searchParams.set(name, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
      await expect(client.provider.finish(key, await visitProvider(changed.href, 'hal'))).rejects.toMatchObject(
        refused(reason),
      );
    }
    const { url, key } = await client.provider.start();
    const answer = await visitProvider(url, undefined);
    expect(answer).toContain('error=access_denied');
    await expect(client.provider.finish(key, answer)).rejects.toMatchObject(refused('denied'));
  });

  test('pages of others cannot begin, and what is huge is refused', async () => {
    const headers = { origin: 'https://evil.example' };
    const begun = await fetch(`${origin}/api/sign-in/start`, { method: 'POST', headers });
    expect(await begun.json()).toMatchObject({ code: 'forbidden', reason: 'origin' });
    await expect(visitor().provider.finish('x'.repeat(65), '')).rejects.toMatchObject({ code: 'bad-request' });
    await expect(visitor().provider.finish('x', 'y'.repeat(5000))).rejects.toMatchObject({ code: 'bad-request' });
  });
});

describe('a provider that says anything', () => {
  const saying = new SayingProvider();
  beforeAll(async () => {
    await saying.open();
    await serve({ OIDC_ISSUER: saying.issuer });
  });
  afterAll(async () => {
    await server.stop();
    saying.server.close();
  });

  const enterAs = async (sub: unknown) => {
    const client = visitor();
    const { url, key } = await client.provider.start();
    return client.provider.finish(key, saying.visit(url, { sub }));
  };

  test.each(['ana', 'ü'.repeat(255), ' '])('lets in a person with the subject %j', async (sub) => {
    expect((await enterAs(sub)).player).toBe((await enterAs(sub)).player);
  });

  test.each(['', 'x'.repeat(256), 'a\0b', '\ud800', undefined, 5])(
    'lets in no person with the subject %j',
    async (sub) => {
      await expect(enterAs(sub)).rejects.toMatchObject(refused('untrusted'));
    },
  );

  test('is believed only what it has signed with the keys that it shows, also after they have changed', async () => {
    const known = await enterAs('ben');
    const others = new SayingProvider().keys;
    saying.signing = others;
    await expect(enterAs('ben')).rejects.toMatchObject(refused('untrusted'));
    saying.keys = others;
    expect((await enterAs('ben')).player).toBe(known.player);
  });
});

describe('a server', () => {
  afterEach(() => server.stop());

  test.each([
    ['signed-in', undefined],
    ['invitation', 'invitation-needed'],
  ] as const)('with SIGN_UP=%s lets persons come by the provider as its host wants', async (SIGN_UP, code) => {
    await serve({ SIGN_UP });
    if (code === undefined) return void expect((await enter(visitor(), 'ida')).player).toMatch(/^p-/);
    await expect(enter(visitor(), 'ida')).rejects.toMatchObject({ code });
    const { identity } = server.services;
    const { player, name, session } = await identity.welcome({}, now);
    const known = visitor({ player, name, ...server.services.tokens.issue({ player, session }, now) });
    expect((await enter(known, 'ida')).player).toBe(player);
    expect((await enter(visitor(), 'ida')).player).toBe(player);
  });

  test('says so if its provider does not answer, is another one, or is not set up', async () => {
    await serve({ OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` });
    await expect(visitor().provider.start()).rejects.toMatchObject(refused('unreachable'));
    await server.stop();
    await serve({ OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') });
    await expect(visitor().provider.start()).rejects.toMatchObject(refused('untrusted'));
    await server.stop();
    await serve({ OIDC_ISSUER: origin });
    await expect(visitor().provider.start()).rejects.toMatchObject({ code: 'sign-in-refused' });
    await server.stop();
    await serve({ OIDC_CLIENT_ID: '', OIDC_ISSUER: '' });
    expect(await visitor().provider.ways()).toEqual({ signUp: 'open' });
    await expect(visitor().provider.start()).rejects.toMatchObject({ code: 'no-provider' });
    await expect(visitor().provider.finish('x', 'y')).rejects.toMatchObject(refused('expired'));
  });

  test('says so if its provider goes away while a person is there, or does not know its password', async () => {
    await serve({ OIDC_CLIENT_SECRET: 'of-another-server' });
    const client = visitor();
    const wrong = await client.provider.start();
    const answer = await visitProvider(wrong.url, 'jon');
    await expect(client.provider.finish(wrong.key, answer)).rejects.toMatchObject(refused('provider'));
    await server.stop();
    await serve();
    const begun = await client.provider.start();
    const back = await visitProvider(begun.url, 'jon');
    await provider.close();
    await expect(client.provider.finish(begun.key, back)).rejects.toMatchObject(refused('unreachable'));
    await expect(client.provider.finish(begun.key, back)).rejects.toMatchObject(refused('expired'));
  });
});
