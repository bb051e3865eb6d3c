/** What the server reports about itself while its disk is full or fails, and what happens to moves meanwhile. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type MatchSummary, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import type { Journal, Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const MEGABYTE = 1024 * 1024;
/** The server checks the disk once a second. */
const PATIENTLY = { timeout: 20_000 };
let server: Running;
let freeBytes: number | undefined = 1000 * MEGABYTE;
let isFailing = false;

beforeAll(async () => {
  server = await testServer({ MIN_FREE_MB: '100' }, { journal: failing, freeBytes: async () => freeBytes });
});
afterAll(() => server?.stop());

function failing(real: Journal): Journal {
  const write = async <T>(writing: () => Promise<T>) => {
    if (isFailing) throw new Error('input/output error');
    return writing();
  };
  return Object.assign(Object.create(real) as Journal, {
    append: (append) => write(() => real.append(append)),
    beat: (now) => write(() => real.beat(now)),
  } satisfies Partial<Journal>);
}

const health = async (what: 'live' | 'ready') => {
  const response = await fetch(`${server.address}/health/${what}`);
  return { status: response.status, ...((await response.json()) as object) };
};
const isReady = () => expect.poll(() => health('ready'), PATIENTLY).toEqual({ status: 200, ready: true });
const isNotReady = (reason: string) =>
  expect.poll(() => health('ready'), PATIENTLY).toMatchObject({ status: 503, code: 'unavailable', reason });

async function seatedAgainstBot() {
  const ana = await newPerson(server.address);
  const wanted = { game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } };
  const match = (await ana.post<MatchSummary>('/api/matches', wanted)).body;
  return { ana, match, seat: await takeSeat(ana, match) };
}

test('a disk that is nearly full: nothing is accepted, nothing is lost, and play goes on once there is room', async () => {
  await isReady();
  const { ana, match, seat } = await seatedAgainstBot();
  freeBytes = 99 * MEGABYTE;
  await isNotReady('disk-full');
  expect(await health('live')).toEqual({ status: 200, live: true });
  const [own] = seat.privates;
  const act = () => seat.request('act', ['one', own!.decision, own!.legal[0]]);
  expect(await act()).toEqual({ kind: 'retry' });
  for (const path of ['/api/guests', '/api/matches', '/api/quick', '/api/reports'])
    expect(await ana.post(path, { game: 'tieqchieq' })).toMatchObject({ status: 503, body: { reason: 'disk-full' } });
  expect((await fetch(`${server.address}/api/matches/${match.match}`)).status).toBe(200);
  freeBytes = 100 * MEGABYTE;
  await isReady();
  expect(await act()).toMatchObject({ kind: 'accepted' });
  seat.close();
});

test('a disk that fails: a move waits at its client and is accepted by itself when it can be written', async () => {
  const client = new FlowerWarClient({ url: server.address });
  await client.signIn();
  const options = { startPlayer: 'host', turnCap: 20 } as const;
  const match = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options });
  const live = await client.join(match);
  isFailing = true;
  const played = live.play('toss');
  await isNotReady('disk-failing');
  await expect(client.create({ game: 'tieqchieq' })).rejects.toMatchObject({ code: 'unavailable' });
  isFailing = false;
  expect((await played).kind).toBe('accepted');
  await isReady();
  await playOut(live);
  expect(await verify(await client.history.record(match.match), engine)).toMatchObject({ ok: true });
  live.close();
});

test('a disk whose free space is not known is not full', async () => {
  freeBytes = undefined;
  await isReady();
});

async function playOut(live: LiveMatch): Promise<void> {
  for (;;) {
    await live.until((match) => match.isOver || match.legal.length > 0);
    if (live.isOver) return;
    await live.play(live.legal[0]!);
  }
}
