/**
 * Attackers with some addresses use up every shared, limited resource, in any mix. An honest player at another address,
 * and the operator at an address of the attackers, still get in.
 */
import type { Chosen, MatchSummary, SignedIn } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { type Asking, asking, OPERATOR_TOKEN } from '../support/api.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const BRIDGE_TOKEN = 'Pochteca-0123456789';
const REQUESTS = 500;
const chance = fastChance(SEED);

serveThisFile({ TRUST_PROXY: '1', OPERATOR_TOKEN, BRIDGE_TOKEN });

const call = asking(() => house.url);
const ask = <T>(path: string, asked: Asking) => call<T>(`POST ${path}`, { body: {}, ...asked });
const guest = async (from: string) => ({ from, ...(await ask<SignedIn>('/api/guests', { from })).body });
type Guest = Awaited<ReturnType<typeof guest>>;

/** Several households of one network, and some of other networks. */
function addresses(): readonly string[] {
  return Array.from({ length: 9 + chance.die(4) }, (_, n) =>
    chance.pick([`198.51.${n}.7`, `198.51.100.${n}`, `2001:db8:7:${n}::1`, `2001:db8:${n}::1`, `::ffff:203.0.${n}.9`]),
  );
}

const GAMES = ['tieqchieq', 'mexica', 'flower-war', 'space-aztecs'];
const filter = () => ({
  ...(chance.die(4) > 1 && { game: chance.pick(GAMES) }),
  ...(chance.coin() && { status: chance.pick(['open', 'running', 'ended']) }),
  ...(chance.coin() && { clock: chance.pick(['none', 'turn', 'bank', 'days']) }),
  ...(chance.coin() && { free: chance.die(6) }),
});
const randomCode = () => Array.from({ length: 8 }, () => chance.pick([...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('');

interface Targets {
  /** A match whose host approves each player before the player sits down. */
  readonly asking: MatchSummary;
  readonly hidden: MatchSummary;
  /** An address of the attackers that the operator uses too. */
  readonly neighbour: string;
}

type Attack = (who: Guest, targets: Targets) => Promise<unknown>;

const seat = (match: MatchSummary, typed?: string) => ({
  commitment: match.commitment,
  contribution: 'ab'.repeat(16),
  ...(typed !== undefined && { code: typed }),
});

const ATTACKS: readonly Attack[] = [
  ...Array<Attack>(6).fill((who) => ask('/api/lobby', { ...who, body: filter() })),
  ...Array<Attack>(4).fill((who) => ask('/api/knocks', who)),
  (who, { asking }) => ask(`/api/matches/${asking.match}/seat`, { ...who, body: seat(asking) }),
  (who, { hidden }) => ask(`/api/matches/${hidden.match}/seat`, { ...who, body: seat(hidden, randomCode()) }),
  (who, { hidden }) => ask(`/api/matches/${hidden.match}/watch`, { ...who, body: { code: randomCode() } }),
  ({ from }) => ask('/api/recovery', { from, body: { code: randomCode() + randomCode() } }),
  (_, { neighbour: from }) => ask('/api/recovery', { from, body: { code: randomCode() + randomCode() } }),
  (_, { neighbour: from }) => ask('/api/operator/drain', { from, token: randomCode() }),
  (_, { neighbour: from }) => ask('/api/bridge/connection', { from, token: randomCode() }),
];

test(`an honest player and the operator get in, whatever a few addresses ask for, seed ${SEED}`, async () => {
  const home = '192.0.2.77';
  const host = await guest('192.0.2.5');
  const make = (table: object) =>
    ask<MatchSummary>('/api/matches', { ...host, body: { game: 'mexica', seats: 4, table } });
  const asking = (await make({ approval: true })).body;
  const hidden = (await make({ visibility: 'private' })).body;
  const ana = await guest(home);
  const { recoveryCode } = (await ask<Chosen>('/api/me', { ...ana, body: { name: 'Ana Citlalli' } })).body;
  const from = addresses();
  const neighbour = from[0]!;
  const crowd = await Promise.all(Array.from({ length: 100 }, () => guest(chance.pick(from))));
  for (let n = 0; n < REQUESTS; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, () => chance.pick(ATTACKS)(chance.pick(crowd), { asking, hidden, neighbour })),
    );

  const getsIn = async (path: string, asked: Asking) => {
    expect.soft((await ask(path, asked)).status, path).toBe(200);
  };
  const unlike = { game: 'mexica', status: 'ended', preset: 'flower-war-early' };
  for (const body of [{}, unlike, filter()]) await getsIn('/api/lobby', { ...ana, body });
  await getsIn('/api/knocks', ana);
  expect.soft((await ask(`/api/matches/${asking.match}/seat`, { ...ana, body: seat(asking) })).body).toMatchObject({
    code: 'awaiting-approval',
  });
  const { body: seen } = await call<MatchSummary>(`GET /api/matches/${asking.match}`, { token: host.token });
  expect.soft(seen.asking?.map(({ player }) => player)).toContain(ana.player);
  // The right code works, also from an address that has sent wrong ones.
  const code = hidden.code!;
  for (const who of [ana, await guest(neighbour)])
    await getsIn(`/api/matches/${hidden.match}/watch`, { ...who, body: { code } });
  await getsIn('/api/recovery', { from: neighbour, body: { code: recoveryCode! } });
  await getsIn('/api/operator/undrain', { from: neighbour, token: OPERATOR_TOKEN });
  await getsIn('/api/bridge/connection', { from: neighbour, token: BRIDGE_TOKEN });
});

test('wrong codes of a private match are counted for each player, and right ones are not', async () => {
  const host = await guest('192.0.2.6');
  const table = { visibility: 'private' };
  const match = (await ask<MatchSummary>('/api/matches', { ...host, body: { game: 'mexica', table } })).body;
  const look = async (who: Guest, typed: string) =>
    (await ask<{ code?: string }>(`/api/matches/${match.match}/watch`, { ...who, body: { code: typed } })).body.code;
  const [ben, eva] = [await guest('203.0.113.50'), await guest('203.0.113.51')];
  for (let n = 0; n < 20; n++) expect(await look(eva, match.code!)).toBeUndefined();
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push(await look(ben, randomCode()));
  expect(answers).toEqual([...Array(10).fill('wrong-code'), 'too-many-guesses', 'too-many-guesses']);
  expect(await look(ben, match.code!)).toBe('too-many-guesses');
});
