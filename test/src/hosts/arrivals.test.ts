/** Players who come from other hosts, over real HTTP: what is believed of them, and all that is not. */
import type { PersonalData, Profile, SignedIn } from '@flower-war/protocol';
import { freePort, signerOf } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { asking, newGuest, OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { metricsOf } from '../support/server.ts';
import { clock, drawnText, NEWS, now, OtherHost, signedAs } from './hosts.fixture.ts';

const PORT = await freePort();
const HERE = `http://127.0.0.1:${PORT}`;
const home = await new OtherHost('a1', HERE).open();
/** Its key is not known here before it shows it. */
const unseen = await new OtherHost('c3', HERE).open();
/** The same, and nothing comes of it for long. */
const shy = await new OtherHost('e5', HERE).open();
const stranger = await new OtherHost('d4', HERE).open();
const thief = signerOf('b2'.repeat(32));
const HOSTS = `${home.origin}#${home.signer.key},${unseen.origin},${shy.origin},${HERE}`;
const OIDC = { OIDC_ISSUER: home.origin, OIDC_CLIENT_ID: 'flower-war' };

serveThisFile({ PORT: `${PORT}`, PUBLIC_URL: HERE, HOSTS, PUBLISH: 'on', OPERATOR_TOKEN, ...OIDC }, { now });
afterAll(() => [home, unseen, shy, stranger].forEach((host) => void host.close()));
beforeEach(() => {
  for (const host of [home, unseen, shy, stranger])
    Object.assign(host, { news: [], answers: (honest: () => object) => honest() });
});

const ask = asking(() => house.url);
const operator = operatorOf(() => house.url);
const arrive = (assertion: unknown, label?: string) =>
  ask<SignedIn & { code?: string; reason?: string }>('POST /api/arrivals', {
    body: { assertion, ...(label !== undefined && { label }) },
  });
const profileOf = async (player: string) => (await ask<Profile>(`GET /api/players/${player}`)).body;

describe('a person of a listed host', () => {
  test('plays under the name from home with the address of the host, and is the same player the next time', async () => {
    const subject = drawnText();
    const { status, body } = await arrive(home.vouches({ subject, name: 'Anacaona' }), 'Phone');
    expect([status, body.name]).toEqual([200, 'Anacaona']);
    const profile = await profileOf(body.player);
    expect(profile).toMatchObject({ name: `Anacaona (${new URL(home.origin).host})`, home: home.origin, ratings: [] });
    const data = (await ask<PersonalData>('GET /api/me/export', { token: body.token })).body;
    expect(data.providers).toMatchObject([{ issuer: `host ${home.origin}`, subject }]);
    expect(data.sessions.map(({ label }) => label)).toEqual(['Phone']);
    const again = await arrive(home.vouches({ subject, name: 'Ana' }));
    expect(again.body.player).toBe(body.player);
    expect((await profileOf(body.player)).name).toBe(`Ana (${new URL(home.origin).host})`);
    expect((await metricsOf(house.url)).includes('flower_war_arrivals_total{outcome="fine"}')).toBe(true);
  });

  test('is another player than a person with the same subject of another host, or of the OpenID provider there', async () => {
    const subject = drawnText();
    const first = await arrive(home.vouches({ subject }));
    await arrive(unseen.vouches()); // its key is learned from itself
    const second = await arrive(unseen.vouches({ subject }));
    expect(second.status).toBe(200);
    expect(second.body.player).not.toBe(first.body.player);
    const { identity } = house.server.services;
    const mayEnter = async () => {};
    const byProvider = await identity.enterBy({ proven: { issuer: home.origin, subject }, mayEnter }, now());
    expect([first.body.player, second.body.player]).not.toContain(byProvider.player);
  });

  test('is called otherwise where the name may not be used here, and keeps what a moderator made of it', async () => {
    const subject = drawnText();
    const { body } = await arrive(home.vouches({ subject, name: 'admin' }));
    expect(body.name).toBe(`Guest ${body.player.slice(-4)}`);
    expect((await arrive(home.vouches({ subject, name: 'Itzel' }))).body.name).toBe('Itzel');
    await operator(`POST /players/${body.player}/penalties`, { body: { kind: 'rename', reason: 'name' } });
    expect((await arrive(home.vouches({ subject, name: 'Itzel' }))).body.name).toBe(`Guest ${body.player.slice(-4)}`);
  });

  test('is called as the host at home says, and chooses no other name here', async () => {
    const { body } = await arrive(home.vouches({ name: 'Itzel' }));
    const chosen = await ask<{ code: string; reason: string }>('POST /api/me', {
      token: body.token,
      body: { name: 'Moctezuma' },
    });
    expect([chosen.status, chosen.body.code, chosen.body.reason]).toEqual([400, 'name-refused', 'named-at-home']);
    const name = `Itzel (${new URL(home.origin).host})`;
    expect((await profileOf(body.player)).name).toBe(name);
    const found = (await operator(`GET /people?search=${body.player}`)).body; // where the operator finds players, too
    expect(found).toMatchObject({ people: [{ player: body.player, name }] });
  });

  test('takes over no player who is signed in here', async () => {
    const guest = await newGuest(ask);
    const { body } = await ask<SignedIn>('POST /api/arrivals', {
      token: guest.token,
      body: { assertion: home.vouches() },
    });
    expect(body.player).not.toBe(guest.player);
  });

  test('is believed on a clock that differs by some seconds, and while the host at home is down', async () => {
    const at = now();
    expect((await arrive(home.vouches({ at: at + 4000, until: at + 64_000 }))).status).toBe(200);
    expect((await arrive(home.vouches({ at: at - 55_000, until: at + 5000 }))).status).toBe(200);
    home.answers = () => undefined;
    expect((await arrive(home.vouches())).status).toBe(200);
  });
});

/** What a browser brings, and why it is refused. */
type Attack = readonly [what: string, brought: () => unknown, code: string, reason?: string];
const refusedFor = (reason: string) => ['arrival-refused', reason] as const;
const minutes = (from: number, to: number) => ({ at: now() + from * 60_000, until: now() + to * 60_000 });
const twice = (text: string) => text.replace('"subject"', '"subject":"another-one-of-them","subject"');

const ATTACKS: readonly Attack[] = [
  ['signed by another key', () => signedAs(thief, home.person()), ...refusedFor('other-key')],
  [
    'with the key of the host and the signature of a thief',
    () => ({ ...signedAs(thief, home.person()), key: home.signer.key }),
    ...refusedFor('signature'),
  ],
  [
    'changed after it was signed',
    () => {
      const sent = home.vouches();
      return { ...sent, signed: sent.signed.replace('Ana', 'Eva') };
    },
    ...refusedFor('signature'),
  ],
  ['with a signature of zeros', () => ({ ...home.vouches(), signature: '0'.repeat(128) }), ...refusedFor('signature')],
  ['with a key that is none', () => ({ ...home.vouches(), key: 'f'.repeat(64) }), ...refusedFor('signature')],
  ['without a signature', () => ({ signed: home.vouches().signed, key: home.signer.key }), 'bad-request'],
  ['with a field beside', () => ({ ...home.vouches(), more: 1 }), 'bad-request'],
  ['of a host that is not listed', () => stranger.vouches(), ...refusedFor('host')],
  [
    'of a listed host, claimed by one that is not',
    () => signedAs(stranger.signer, home.person()),
    ...refusedFor('other-key'),
  ],
  [
    'of a listed host, claimed by another listed one',
    () => signedAs(unseen.signer, home.person()),
    ...refusedFor('other-key'),
  ],
  [
    'of a host whose key is new here, signed by a thief',
    () => signedAs(thief, unseen.person()),
    ...refusedFor('other-key'),
  ],
  [
    'of this host itself',
    () => signedAs(house.server.services.keys.signer, home.person({ from: HERE })),
    ...refusedFor('host'),
  ],
  ['of the host by another spelling', () => home.vouches({ from: `${home.origin}/` }), ...refusedFor('host')],
  ['of the host in capital letters', () => home.vouches({ from: home.origin.toUpperCase() }), ...refusedFor('host')],
  ['from an address inside', () => home.vouches({ from: 'http://169.254.169.254' }), ...refusedFor('host')],
  ['from a file', () => home.vouches({ from: 'file:///etc/passwd' }), ...refusedFor('host')],
  ['for another host', () => home.vouches({ to: 'https://other.example' }), ...refusedFor('other-receiver')],
  ['for no host', () => home.vouches({ to: '' }), ...refusedFor('other-receiver')],
  ['whose time is over', () => home.vouches(minutes(-2, -1)), ...refusedFor('over')],
  ['that just ended', () => home.vouches({ at: now() - 60_000, until: now() }), ...refusedFor('over')],
  ['from the future', () => home.vouches(minutes(0.1, 1.1)), ...refusedFor('future')],
  ['that holds for two minutes', () => home.vouches(minutes(0, 2)), ...refusedFor('too-long')],
  ['that holds for ever', () => home.vouches({ until: Number.MAX_SAFE_INTEGER }), ...refusedFor('too-long')],
  ['that ends before it begins', () => home.vouches(minutes(0.05, -0.05)), ...refusedFor('over')],
  ['with times that are text', () => home.vouches({ until: `${now() + 9999}` }), ...refusedFor('form')],
  ['with a control character in the name', () => home.vouches({ name: 'A\u0007na' }), ...refusedFor('form')],
  ['with a line break in the name', () => home.vouches({ name: 'Ana\nhost' }), ...refusedFor('form')],
  ['with a name that turns the line', () => home.vouches({ name: 'ana\u202Eevil' }), ...refusedFor('form')],
  ['with a name of invisible characters', () => home.vouches({ name: '\u200B\u2060' }), ...refusedFor('form')],
  ['with an empty name', () => home.vouches({ name: '' }), ...refusedFor('form')],
  ['with a long name', () => home.vouches({ name: 'a'.repeat(25) }), ...refusedFor('form')],
  ['with a name that is an object', () => home.vouches({ name: { toString: 'x' } }), ...refusedFor('form')],
  ['without a subject', () => home.vouches({ subject: undefined }), ...refusedFor('form')],
  ['with a short subject', () => home.vouches({ subject: 'a' }), ...refusedFor('form')],
  ['with a subject that looks like two', () => home.vouches({ subject: `${drawnText()} x` }), ...refusedFor('form')],
  ['without a nonce', () => home.vouches({ nonce: undefined }), ...refusedFor('form')],
  ['of another version', () => home.vouches({ version: 2 }), ...refusedFor('form')],
  ['with an unknown field', () => home.vouches({ rating: 2400 }), ...refusedFor('form')],
  [
    'with an announcement of tables',
    () =>
      signedAs(home.signer, {
        kind: 'flower-war-tables',
        version: 1,
        host: home.origin,
        ...minutes(0, 0.1),
        tables: [],
      }),
    ...refusedFor('form'),
  ],
  ['with a list of news', () => signedAs(home.signer, home.told(0)), ...refusedFor('form')],
  ['that is not JSON', () => signedAs(home.signer, 'flower-war-person'), ...refusedFor('form')],
  ['that is a list', () => signedAs(home.signer, [home.person()]), ...refusedFor('form')],
  ['that is null', () => signedAs(home.signer, 'null'), ...refusedFor('form')],
  ['that is empty', () => signedAs(home.signer, ''), ...refusedFor('form')],
  ['that is long', () => home.vouches({ name: 'a', more: 'x'.repeat(2048) }), 'bad-request'],
  ['that is huge', () => home.vouches({ more: 'x'.repeat(10_000) }), 'too-large'],
  ['that is nothing', () => undefined, 'bad-request'],
  ['that is a text', () => JSON.stringify(home.vouches()), 'bad-request'],
];

describe('what is not believed', () => {
  beforeAll(() => arrive(unseen.vouches()));

  test.each(ATTACKS)('an assertion %s', async (_, brought, code, reason) => {
    const asked = [home.asked.length, unseen.asked.length, stranger.asked.length];
    const people = (await operator<{ people: object[] }>('GET /people?limit=100')).body.people.length;
    const { body } = await arrive((brought as () => unknown)());
    expect(body.code).toBe(code);
    if (reason !== undefined) expect(body.reason).toBe(reason);
    expect([home.asked.length, unseen.asked.length, stranger.asked.length]).toEqual(asked);
    expect((await operator<{ people: object[] }>('GET /people?limit=100')).body.people).toHaveLength(people);
  });

  test('a field that stands twice is read once, as it was signed, by all readers', async () => {
    const subject = drawnText();
    const { body } = await arrive(signedAs(home.signer, twice(JSON.stringify(home.person({ subject })))));
    const { providers } = (await ask<PersonalData>('GET /api/me/export', { token: body.token })).body;
    expect(providers.map((one) => one.subject)).toEqual([subject]);
  });

  test('what was used before, alone or in a crowd', async () => {
    const sent = home.vouches();
    const all = await Promise.all(Array.from({ length: 10 }, () => arrive(sent)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(all.filter(({ status }) => status !== 200).map(({ body }) => body.reason))).toEqual(
      new Set(['used']),
    );
    const again = signedAs(home.signer, { ...JSON.parse(sent.signed), name: 'Eva', subject: drawnText() });
    expect((await arrive(again)).body.reason).toBe('used');
  });

  test('a person as an announcement of tables', async () => {
    unseen.answers = () => unseen.vouches();
    expect((await ask<object>('GET /api/lobby/elsewhere')).body).toMatchObject({
      hosts: [{ tables: [] }, { tables: [] }, { tables: [] }],
    });
  });

  test('a person who was banned or deleted at home since', async () => {
    const [banned, deleted] = [drawnText(), drawnText()];
    home.tell({ subject: banned, what: 'banned' }, { subject: deleted, what: 'deleted' });
    for (const subject of [banned, deleted])
      expect((await arrive(home.vouches({ subject }))).body).toMatchObject({
        code: 'arrival-refused',
        reason: 'subject',
      });
    home.tell({ subject: banned, what: 'unbanned' });
    expect((await arrive(home.vouches({ subject: banned }))).status).toBe(200);
  });

  test('a crowd that claims to come from a host whose key is unknown makes it asked once, and teaches no key', async () => {
    shy.answers = () => undefined;
    const crowd = Array.from({ length: 10 }, () => signedAs(thief, shy.person()));
    for (const sent of crowd) expect((await arrive(sent)).body.reason).toBe('unknown-key');
    expect(shy.asked.filter((url) => url.startsWith(NEWS))).toHaveLength(1);
    shy.answers = () => signedAs(thief, home.told(0));
    clock.ahead += 6000;
    expect((await arrive(signedAs(thief, shy.person()))).body.reason).toBe('unknown-key');
    shy.answers = (honest) => honest();
    clock.ahead += 6000;
    const together = await Promise.all([arrive(shy.vouches()), arrive(shy.vouches()), arrive(shy.vouches())]);
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await arrive(signedAs(thief, shy.person()))).body.reason).toBe('other-key');
  });

  test('nothing makes this host ask another address than those that are listed', () => {
    expect(stranger.asked).toEqual([]);
    for (const url of [home, unseen, shy].flatMap(({ asked }) => asked))
      expect([NEWS, '/.well-known/flower-war-tables']).toContain(url.split('?')[0]);
  });
});
