/** What the server reports about itself while its disk is full or fails, and what happens to moves meanwhile. */
import type { Journal } from '@flower-war/server';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { person } from '../support/api.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const MEGABYTE = 1024 * 1024;
const AGAINST_BOT = { game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } } as const;
let freeBytes: number | undefined = 1000 * MEGABYTE;
let isFailing = false;

serveThisFile({ MIN_FREE_MB: '100' }, { journal: failing, freeBytes: async () => freeBytes });

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
  const response = await fetch(`${house.url}/health/${what}`);
  return { status: response.status, ...((await response.json()) as object) };
};
/** The server checks the disk once a second. */
const isReady = () => expect.poll(() => health('ready')).toEqual({ status: 200, ready: true });
const isNotReady = (reason: string) =>
  expect.poll(() => health('ready')).toMatchObject({ status: 503, code: 'unavailable', reason });

test('a disk that is nearly full: nothing is accepted, nothing is lost, and play goes on once there is room', async () => {
  await isReady();
  const ana = await newPerson(house.url);
  const match = await newMatch(ana, AGAINST_BOT);
  const seat = await takeSeat(ana, match);
  freeBytes = 99 * MEGABYTE;
  await isNotReady('disk-full');
  expect(await health('live')).toEqual({ status: 200, live: true });
  const [own] = seat.privates;
  const act = () => seat.request('act', ['one', own!.decision, own!.legal[0]]);
  expect(await act()).toEqual({ kind: 'retry' });
  for (const path of ['/api/guests', '/api/matches', '/api/quick', '/api/reports'])
    expect(await ana.post(path, { game: 'tieqchieq' })).toMatchObject({ status: 503, body: { reason: 'disk-full' } });
  expect((await fetch(`${house.url}/api/matches/${match.match}`)).status).toBe(200);
  freeBytes = 100 * MEGABYTE;
  await isReady();
  expect(await act()).toMatchObject({ kind: 'accepted' });
  seat.close();
  freeBytes = 99 * MEGABYTE;
  await isNotReady('disk-full');
  freeBytes = undefined; // what is not known is not full
  await isReady();
});

test('a disk that fails: a move waits at its client and is accepted by itself when it can be written', async () => {
  const client = await person(house.url, 'Ana');
  const live = await client.join(await client.create(AGAINST_BOT));
  isFailing = true;
  const played = live.play('toss');
  await isNotReady('disk-failing');
  await expect(client.create({ game: 'tieqchieq' })).rejects.toMatchObject({ code: 'unavailable' });
  isFailing = false;
  expect((await played).kind).toBe('accepted');
  await isReady();
  live.close();
});
