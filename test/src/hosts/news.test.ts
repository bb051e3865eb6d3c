/** What a host tells of its people who play elsewhere: nothing that it did not say now, and to this host, changes anything. */
import type { SignedIn } from '@flower-war/protocol';
import { freePort, signerOf } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { asking, OPERATOR_TOKEN } from '../support/api.ts';
import { clock, drawnText, NEWS, now, OtherHost, type SentBySigner, signedAs } from './hosts.fixture.ts';

const PORT = await freePort();
const HERE = `http://127.0.0.1:${PORT}`;
const home = await new OtherHost('a1', HERE).open();
const rival = await new OtherHost('c3', HERE).open();
const idle = await new OtherHost('e5', HERE).open();
const thief = signerOf('b2'.repeat(32));
const HOSTS = [home, rival, idle].map(({ origin, signer }) => `${origin}#${signer.key}`).join(',');

/** The minute passes by the clock of the tests. */
serveThisFile({ PORT: `${PORT}`, PUBLIC_URL: HERE, HOSTS, OPERATOR_TOKEN }, { now });
afterAll(() => [home, rival, idle].forEach((host) => void host.close()));

const ask = asking(() => house.url);
const SUBJECT = drawnText();
let visitor: SignedIn;
const arrive = async (host: OtherHost, subject?: string) =>
  (await ask<SignedIn>('POST /api/arrivals', { body: { assertion: host.vouches(subject ? { subject } : {}) } })).body;
const standing = async () => (await ask('GET /api/me', { token: visitor.token })).body.code ?? 'fine';
/** Each arrival asks the host at home. */
const hear = (host = home) => arrive(host);

beforeAll(async () => {
  visitor = await arrive(home, SUBJECT);
});
beforeEach(() => {
  for (const host of [home, rival]) Object.assign(host, { answers: (honest: () => object) => honest() });
});

type ToldNews = ReturnType<OtherHost['told']>;
type Answering = (after: number, honest: () => SentBySigner) => object | undefined;
const piece = (n: number, more: object = {}) => ({ n, subject: SUBJECT, what: 'banned', ...more });
const told = (after: number, change: object = {}): ToldNews =>
  home.told(after, { news: [piece(after + 1)], ...change });
const says =
  (change: (after: number) => object): Answering =>
  (after) =>
    signedAs(home.signer, told(after, change(after)));

const ATTACKS: readonly (readonly [what: string, answering: Answering])[] = [
  ['signed by a thief', (after) => signedAs(thief, told(after))],
  [
    'with the key of the host and the signature of a thief',
    (after) => ({ ...signedAs(thief, told(after)), key: home.signer.key }),
  ],
  [
    'changed after it was signed',
    (after) => {
      const sent = signedAs(home.signer, told(after, { news: [] }));
      return { ...sent, signed: sent.signed.replace('[]', JSON.stringify([piece(after + 1)])) };
    },
  ],
  ['of another host', says(() => ({ from: rival.origin }))],
  ['for another host', says(() => ({ to: 'https://other.example' }))],
  ['that answers another question', says((after) => ({ after: after + 1, news: [piece(after + 2)] }))],
  ['from the future', says(() => ({ at: now() + 6000, until: now() + 7000 }))],
  ['from the past', says(() => ({ at: now() - 9000, until: now() - 1000 }))],
  ['that holds for ever', says(() => ({ until: Number.MAX_SAFE_INTEGER }))],
  ['with news from before', says((after) => ({ news: [piece(after)] }))],
  ['with news out of order', says((after) => ({ news: [piece(after + 2), piece(after + 1)] }))],
  ['with news twice', says((after) => ({ news: [piece(after + 1), piece(after + 1)] }))],
  ['with an unknown kind of news', says((after) => ({ news: [piece(after + 1, { what: 'muted' })] }))],
  ['with an end that is text', says((after) => ({ news: [piece(after + 1, { until: 'never' })] }))],
  ['with an end that no date is', says((after) => ({ news: [piece(after + 1, { until: 8.64e15 + 1 })] }))],
  ['with a reason', says((after) => ({ news: [piece(after + 1, { reason: '<script>' })] }))],
  [
    'with more news than a list has',
    says((after) => ({ news: Array.from({ length: 201 }, (_, n) => piece(after + 1 + n)) })),
  ],
  ['without news, after which there is more', says(() => ({ news: [], more: true }))],
  ['with a negative number', says(() => ({ news: [piece(-1)] }))],
  ['with a broken number', says((after) => ({ news: [piece(after + 0.5)] }))],
  ['of another version', says(() => ({ version: 2 }))],
  ['with a field beside', says(() => ({ next: 'https://evil.example' }))],
  [
    'that is larger than what is read',
    says((after) => ({ news: [piece(after + 1, { subject: 'x'.repeat(70_000) })] })),
  ],
  ['that is an assertion', () => home.vouches({ subject: SUBJECT })],
  [
    'that is an announcement of tables',
    () =>
      signedAs(home.signer, {
        kind: 'flower-war-tables',
        version: 1,
        host: home.origin,
        at: now(),
        until: now() + 8000,
        tables: [],
      }),
  ],
  ['that is not text', () => ({ signed: 1 })],
  ['that is nothing', () => undefined],
];

test.each(ATTACKS)('a list %s changes nothing', async (_, answering) => {
  home.answers = (honest, asked) => answering(Number(asked.searchParams.get('after')), honest);
  const before = home.asked.length;
  expect(await hear()).toHaveProperty('token'); // the host has vouched for this person: that stands by itself
  expect(home.asked.slice(before).every((url) => url.startsWith(NEWS))).toBe(true);
  expect(home.asked.length).toBe(before + 1);
  expect(await standing()).toBe('fine');
});

test('a redirect is not followed', async () => {
  const target = await new OtherHost('f6', HERE).open();
  home.redirects = `${target.origin}${NEWS}?to=${HERE}&after=0`;
  await hear();
  home.redirects = undefined;
  expect(target.asked).toEqual([]);
  target.close();
});

test('another listed host says nothing about people of this one', async () => {
  rival.tell({ subject: SUBJECT, what: 'deleted' });
  await hear(rival);
  expect(await standing()).toBe('fine');
});

test('an older list that comes again changes nothing, and a ban holds as long as at home', async () => {
  const lists: SentBySigner[] = [];
  home.answers = (honest) => lists[lists.push(honest()) - 1];
  home.tell({ subject: SUBJECT, what: 'banned', until: now() + 3_600_000 });
  await hear();
  expect(await standing()).toBe('banned');
  expect((await ask('GET /api/me', { token: visitor.token })).body).toMatchObject({
    reason: 'other',
    until: expect.any(Number),
  });
  home.tell({ subject: SUBJECT, what: 'unbanned' });
  await hear();
  expect(await standing()).toBe('fine');
  for (const old of [...lists]) {
    home.answers = () => old;
    await hear();
    expect(await standing()).toBe('fine');
  }
  home.answers = (honest) => honest();
  home.tell({ subject: SUBJECT, what: 'banned', until: now() + 3_600_000 });
  await hear();
  expect(await standing()).toBe('banned');
  clock.ahead += 3_601_000;
  expect((await arrive(home, SUBJECT)).player).toBe(visitor.player); // over at the same time as at home
});

test('hosts are asked about once a minute while they have people here, and others are not asked', async () => {
  const questions = () => [home, rival, idle].map(({ asked }) => asked.filter((url) => url.startsWith(NEWS)).length);
  const before = questions();
  clock.ahead += 61_000;
  await expect.poll(questions, { timeout: 10_000 }).toEqual([before[0]! + 1, before[1]! + 1, 0]);
});

test('what could not be done is done the next time, and keeps no other person out', async () => {
  const subject = drawnText();
  const leaving = await arrive(home, subject);
  home.tell({ subject, what: 'deleted' });
  const fails = () => Promise.reject(new Error('a temple is away'));
  await house.server.services.visitors.askAll({ forget: fails, sendAway: fails });
  expect((await ask('GET /api/me', { token: leaving.token })).status).toBe(200);
  await hear();
  expect((await ask('GET /api/me', { token: leaving.token })).status).toBe(401);
});

test('pages are read to their end, and a deletion is done as if the player had asked', async () => {
  const anew = await arrive(home, SUBJECT);
  const others = Array.from({ length: 450 }, () => ({ subject: drawnText(), what: 'unbanned' }));
  home.tell(...others, { subject: SUBJECT, what: 'deleted' });
  home.answers = (_, asked) => {
    const after = Number(asked.searchParams.get('after'));
    const rest = home.told(after).news;
    return signedAs(home.signer, home.told(after, { news: rest.slice(0, 200), more: rest.length > 200 }));
  };
  const before = home.asked.length;
  await hear();
  expect(home.asked.length - before).toBe(3);
  expect((await ask(`GET /api/players/${anew.player}`)).status).toBe(404);
  expect((await ask('GET /api/me', { token: anew.token })).status).toBe(401);
});
