/**
 * Two real hosts on real sockets, one of which began on a machine whose clock was ahead until a time server set it right: a player of one comes to the other,
 * plays there, and is barred or deleted there as at home.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient } from '@flower-war/client';
import type {
  AssertedPerson,
  GivenPenalties,
  PasskeyCreation,
  PasskeyRequest,
  PersonalData,
  PersonDetails,
  Profile,
  SignedIn,
  TablesElsewhere,
} from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../people/identity.ts';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { asking, newGuest, OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';
import { OtherHost } from './hosts.fixture.ts';

const [AT_HOME, AWAY] = [await freePort(), await freePort()];
/** By a name, where browsers have passkeys. */
const [home, away] = [`http://localhost:${AT_HOME}`, `http://127.0.0.1:${AWAY}`];
const third = await new OtherHost('a1', away).open();
const HOSTS = [home, away, third.origin].join(',');
const WITHIN = { timeout: 20_000, interval: 50 };

const atHome = new ChildServer(AT_HOME, {
  HOSTS,
  PUBLIC_URL: home,
  PUBLISH: 'on',
  OPERATOR_TOKEN,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'at-home-')),
});
const clock = { ahead: 3_600_000 };
const wall = () => Date.now() + clock.ahead;
serveThisFile({ HOSTS, PORT: `${AWAY}`, PUBLIC_URL: away, PUBLISH: 'on', OPERATOR_TOKEN }, { newsEveryMs: 100, wall });
beforeAll(async () => {
  clock.ahead = 0;
  await atHome.start();
});
afterAll(async () => {
  await atHome.end('SIGTERM');
  third.close();
});

const ask = { home: asking(() => home), away: asking(() => house.url) };
const operator = { home: operatorOf(() => home), away: operatorOf(() => house.url) };

/** A player at home with a name and a code. */
async function named(name: string): Promise<SignedIn> {
  const player = await newGuest(ask.home);
  expect((await ask.home('POST /api/me', { token: player.token, body: { name } })).status).toBe(200);
  return player;
}

const vouch = ({ token }: SignedIn, host = away) =>
  ask.home<{ signed: string }>('POST /api/me/vouch', { token, body: { host } });
const personIn = ({ body }: Awaited<ReturnType<typeof vouch>>) => JSON.parse(body.signed) as AssertedPerson;

async function goes(player: SignedIn): Promise<SignedIn> {
  const assertion = (await vouch(player)).body;
  const { status, body } = await ask.away<SignedIn>('POST /api/arrivals', { body: { assertion } });
  expect([status, body]).toMatchObject([200, { token: expect.any(String) }]);
  return body;
}

const there = (session: SignedIn) => new FlowerWarClient({ url: house.url, session });
const standing = async ({ token }: SignedIn) =>
  (await ask.away<{ code?: string }>('GET /api/me', { token })).body.code ?? 'fine';
const profileOf = (player: string) => ask.away<Profile>(`GET /api/players/${player}`);

test('a player plays a rated match at another host: the rating is of that host alone, and at home nothing changes', async () => {
  const player = await named('Anacaona');
  const ofHome = async () => (await ask.home<PersonalData>('GET /api/me/export', { token: player.token })).body;
  const visitor = await goes(player);
  const before = await ofHome();
  expect(before.vouched).toMatchObject([{ host: away }]);
  const [guest, visiting] = [await newGuest(ask.away, 'Ben').then(there), there(visitor)];
  const match = await guest.create({ game: 'tieqchieq', seats: 2, table: { rated: true } });
  const lives = [closing(await guest.join(match)), closing(await visiting.join(match))];
  await lives[0]!.resign();
  await expect.poll(async () => (await profileOf(visitor.player)).body.ratings, WITHIN).toHaveLength(1);
  const { name, home: from } = (await profileOf(visitor.player)).body;
  expect([name, from]).toEqual([`Anacaona (localhost:${AT_HOME})`, home]);
  const seats = JSON.stringify((await ask.away(`GET /api/matches/${match.match}`)).body);
  expect(seats).toContain(`Anacaona (localhost:${AT_HOME})`);
  expect(await ofHome()).toEqual(before);
  expect((await ask.home<Profile>(`GET /api/players/${player.player}`)).body.ratings).toEqual([]);
});

test('each lists the open tables of the other', async () => {
  for (const [at, other, host] of [[ask.home, ask.away, away] as const, [ask.away, ask.home, home] as const]) {
    const { token } = await newGuest(other);
    const match = (await other<{ match: string }>('POST /api/matches', { token, body: { game: 'mexica', seats: 2 } }))
      .body;
    const seen = async () => (await at<TablesElsewhere>('GET /api/lobby/elsewhere')).body.hosts;
    await expect.poll(seen, WITHIN).toContainEqual({ host, tables: [expect.objectContaining({ match: match.match })] });
  }
});

test('two hosts know a player by two subjects, which are not the id; the passkey at home brings back the same ones', async () => {
  const player = await named('Itzel');
  const [one, two, again] = [await vouch(player), await vouch(player, third.origin), await vouch(player)].map(personIn);
  expect(one!.subject).not.toBe(two!.subject);
  expect(again!.subject).toBe(one!.subject);
  expect(again!.nonce).not.toBe(one!.nonce);
  expect(JSON.stringify([one, two])).not.toContain(player.player);
  const device = new Authenticator(home);
  const { token } = player;
  const begun = (await ask.home<PasskeyCreation>('POST /api/me/passkeys/start', { token })).body;
  await ask.home('POST /api/me/passkeys', { token, body: { credential: device.make(begun) } });
  const visitor = await goes(player);
  await ask.home('POST /api/sign-out/everywhere', { token, body: {} }); // the device with the session is lost
  const asked = (await ask.home<PasskeyRequest>('POST /api/passkeys/start')).body;
  const back = (await ask.home<SignedIn>('POST /api/passkeys', { body: { credential: device.use(asked) } })).body;
  expect((await goes(back)).player).toBe(visitor.player);
});

test('a ban at home bars the visitor within moments, ends connections, and is lifted with it', async () => {
  const player = await named('Xoco');
  const visitor = await goes(player);
  const visiting = there(visitor);
  const match = await visiting.create({ game: 'tieqchieq', seats: 2 });
  const live = closing(await visiting.join(match));
  await operator.home(`POST /players/${player.player}/ban`, { body: { days: 2 } });
  await expect.poll(() => standing(visitor), WITHIN).toBe('banned');
  expect((await vouch(player)).status).toBe(403);
  await expect.poll(() => live.connection.state, WITHIN).toBe('closed');
  const { penalties } = (await operator.away<GivenPenalties>('GET /penalties')).body;
  expect(penalties[0]).toMatchObject({
    player: visitor.player,
    kind: 'ban',
    giver: 'home',
    text: `Banned at ${home}.`,
  });
  expect(penalties[0]!.by).toBeUndefined();
  expect(penalties[0]!.until! - Date.now()).toBeGreaterThan(47 * 3600_000);
  await operator.home(`POST /players/${player.player}/unban`);
  await expect.poll(() => standing(visitor), WITHIN).toBe('fine');
});

test('the operator here may lift what home has banned, and it stays lifted; a ban of the operator here outlasts that of home', async () => {
  const player = await named('Yaretzi');
  const visitor = await goes(player);
  await operator.home(`POST /players/${player.player}/ban`);
  await expect.poll(() => standing(visitor), WITHIN).toBe('banned');
  const moderator = await newGuest(ask.away, 'Cuix');
  await operator.away(`POST /players/${moderator.player}/moderator`, { body: { rights: ['ban'] } });
  const [{ penalty } = { penalty: '' }] = (await operator.away<GivenPenalties>('GET /penalties')).body.penalties;
  const { token } = moderator;
  const lift = { token, body: { outcome: 'lifted' } };
  expect((await ask.away(`POST /api/order/penalties/${penalty}/settle`, lift)).body).toMatchObject({
    code: 'penalty-refused',
    reason: 'of-operator',
  });
  await operator.away(`POST /players/${visitor.player}/unban`);
  await house.server.services.visitors.askAll({ forget: async () => {}, sendAway: async () => {} });
  expect(await standing(visitor)).toBe('fine');
  await operator.away(`POST /players/${visitor.player}/ban`, { body: { reason: 'here', days: 3 } });
  await operator.home(`POST /players/${player.player}/ban`, { body: { days: 5 } });
  const banOf = async () => (await operator.away<PersonDetails>(`GET /people/${visitor.player}`)).body.ban;
  const days = async () => Math.round(((await banOf())?.until ?? 0) / 86_400_000 - Date.now() / 86_400_000);
  await expect.poll(days, WITHIN).toBe(5);
  await operator.home(`POST /players/${player.player}/unban`);
  await expect.poll(days, WITHIN).toBe(3);
  expect(await banOf()).toMatchObject({ reason: 'here' });
});

test('a player who deletes the account at home is gone', async () => {
  const player = await named('Zyanya');
  const visitor = await goes(player);
  const match = await there(visitor).create({ game: 'tieqchieq', seats: 2 });
  closing(await there(visitor).join(match));
  const late = (await vouch(player)).body;
  await ask.home('DELETE /api/me', { token: player.token });
  await expect.poll(async () => (await profileOf(visitor.player)).status, WITHIN).toBe(404);
  expect(await standing(visitor)).toBe('unauthorized');
  const { body } = await ask.away('POST /api/arrivals', { body: { assertion: late } });
  expect(body).toMatchObject({ code: 'arrival-refused', reason: 'subject' });
});

test('a host vouches for no guest, no visitor, no program and no bot, and at no host that it does not list', async () => {
  const guest = await newGuest(ask.home, 'Ben');
  expect((await vouch(guest)).body).toMatchObject({ code: 'not-vouched', reason: 'guest' });
  const player = await named('Citlali');
  for (const host of ['https://other.example', home, `${away}/`, '', 'file:///etc/passwd', `${away}#${'a'.repeat(64)}`])
    expect((await vouch(player, host)).body).toMatchObject({ code: 'not-vouched', reason: 'host' });
  const visitor = await goes(player);
  const body = { host: home };
  await ask.away('POST /api/me', { token: visitor.token, body: { name: 'Own' } });
  expect((await ask.away('POST /api/me/vouch', { token: visitor.token, body })).body).toMatchObject({
    reason: 'visitor',
  });
  const { token } = player;
  const wanted = { name: 'program', scopes: ['read', 'play', 'lobby'], days: 1 };
  const { secret } = (await ask.home<{ secret: string }>('POST /api/me/tokens', { token, body: wanted })).body;
  const byProgram = await ask.home('POST /api/me/vouch', { token: secret, body: { host: away } });
  expect(byProgram.body).toMatchObject({ code: 'scope-missing' });
  expect((await ask.home('POST /api/me/vouch', { body: { host: away } })).status).toBe(401);
  expect((await ask.home('POST /api/me/vouch', { token: randomUUID(), body: { host: away } })).status).toBe(401);
});
