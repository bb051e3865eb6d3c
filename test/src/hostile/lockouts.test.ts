/**
 * Attackers with some addresses use up every shared, limited resource, in any mix. An honest player at another address,
 * and the operator at an address of the attackers, still get in.
 */
import { BUCKETS, type Chosen, type MatchSummary, type SignedIn } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const BRIDGE_TOKEN = 'Pochteca-0123456789';
const REQUESTS = 1000;
let server: Running;
let state = SEED;

beforeAll(async () => {
  server = await testServer({ TRUST_PROXY: '1', OPERATOR_TOKEN, BRIDGE_TOKEN });
});
beforeEach(({ task }) => console.log(`${task.name}: SEED=${SEED}`));
afterAll(() => server?.stop());

function random(many: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * many);
}
const one = <T>(items: readonly T[]): T => items[random(items.length)]!;

interface Asked {
  readonly from: string;
  readonly token?: string;
  readonly body?: object;
}

async function ask<T>(path: string, { from, token, body = {} }: Asked): Promise<{ status: number; body: T }> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(server.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as T };
}

const guest = async (from: string) => ({ from, ...(await ask<SignedIn>('/api/guests', { from })).body });
type Guest = Awaited<ReturnType<typeof guest>>;

/** Several households of one network, and some of other networks. */
function addresses(): readonly string[] {
  const many = 10 + random(4);
  return Array.from({ length: many }, (_, n) =>
    one([`198.51.${n}.7`, `198.51.100.${n}`, `2001:db8:7:${n}::1`, `2001:db8:${n}::1`, `::ffff:203.0.${n}.9`]),
  );
}

const GAMES = ['tieqchieq', 'mexica', 'flower-war', 'space-aztecs'];
const filter = () => ({
  ...(random(4) > 0 && { game: one(GAMES) }),
  ...(random(2) > 0 && { status: one(['open', 'running', 'ended']) }),
  ...(random(2) > 0 && { clock: one(['none', 'turn', 'bank', 'days']) }),
  ...(random(2) > 0 && { free: 1 + random(6) }),
});
const code = () => Array.from({ length: 8 }, () => one([...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('');

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
  (who, { hidden }) => ask(`/api/matches/${hidden.match}/seat`, { ...who, body: seat(hidden, code()) }),
  (who, { hidden }) => ask(`/api/matches/${hidden.match}/watch`, { ...who, body: { code: code() } }),
  ({ from }) => ask('/api/recovery', { from, body: { code: code() + code() } }),
  (_, { neighbour: from }) => ask('/api/recovery', { from, body: { code: code() + code() } }),
  (_, { neighbour: from }) => ask('/api/operator/drain', { from, token: code() }),
  (_, { neighbour: from }) => ask('/api/bridge/connection', { from, token: code() }),
];

test('an honest player and the operator get in, whatever a few addresses ask for', async () => {
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
  const crowd = await Promise.all(Array.from({ length: 100 }, () => guest(one(from))));
  for (let n = 0; n < REQUESTS; n += 10)
    await Promise.all(Array.from({ length: 10 }, () => one(ATTACKS)(one(crowd), { asking, hidden, neighbour })));

  const opened = async (path: string, asked: Asked) => [path, (await ask(path, asked)).status];
  const unlike = { game: 'mexica', status: 'ended', preset: 'flower-war-early' };
  const ok = (path: string) => [path, 200];
  for (const body of [{}, unlike, filter()])
    expect.soft(await opened('/api/lobby', { ...ana, body })).toEqual(ok('/api/lobby'));
  expect.soft(await opened('/api/knocks', ana)).toEqual(ok('/api/knocks'));
  expect.soft((await ask(`/api/matches/${asking.match}/seat`, { ...ana, body: seat(asking) })).body).toMatchObject({
    code: 'awaiting-approval',
  });
  const seen = await fetch(`${server.address}/api/matches/${asking.match}`, {
    headers: { authorization: `Bearer ${host.token}` },
  });
  expect.soft(((await seen.json()) as MatchSummary).asking?.map(({ player }) => player)).toContain(ana.player);
  // The right code works, also from an address that has sent wrong ones.
  const newcomer = await guest(neighbour);
  for (const who of [ana, newcomer]) {
    const path = `/api/matches/${hidden.match}/watch`;
    expect.soft(await opened(path, { ...who, body: { code: hidden.code! } })).toEqual(ok(path));
  }
  expect
    .soft(await opened('/api/recovery', { from: neighbour, body: { code: recoveryCode! } }))
    .toEqual(ok('/api/recovery'));
  expect
    .soft(await opened('/api/operator/undrain', { from: neighbour, token: OPERATOR_TOKEN }))
    .toEqual(ok('/api/operator/undrain'));
  expect
    .soft(await opened('/api/bridge/connection', { from: neighbour, token: BRIDGE_TOKEN }))
    .toEqual(ok('/api/bridge/connection'));
});

test('wrong codes of a private match are counted for each player and each address, and right ones are not', async () => {
  const host = await guest('192.0.2.6');
  const table = { visibility: 'private' };
  const match = (await ask<MatchSummary>('/api/matches', { ...host, body: { game: 'mexica', table } })).body;
  const look = async (who: Guest, typed: string) =>
    (await ask<{ code?: string }>(`/api/matches/${match.match}/watch`, { ...who, body: { code: typed } })).body.code;
  const [ben, eva] = [await guest('203.0.113.50'), await guest('203.0.113.51')];
  for (let n = 0; n < 20; n++) expect(await look(eva, match.code!)).toBeUndefined();
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push(await look(ben, code()));
  expect(answers).toEqual([...Array(10).fill('wrong-code'), 'too-many-guesses', 'too-many-guesses']);
  expect(await look(ben, match.code!)).toBe('too-many-guesses');
  for (let n = 0; n < 20; n++) await look(await guest('203.0.113.50'), code());
  const late = await guest('203.0.113.50');
  const tries = [];
  for (let n = 0; n < 5; n++) tries.push(await look(late, code()));
  expect(tries).toEqual([...Array(3).fill('wrong-code'), 'too-many-guesses', 'too-many-guesses']);
  expect(BUCKETS.guests.perAddress).toBeLessThanOrEqual(100); // one address has so many first tries in ten minutes
});
