import type { LinkAnswer, LinkRequest } from '@flower-war/protocol';
import type { Odometer } from '@flower-war/protocol/temple';
import { describe, expect, test } from 'vitest';
import { ManualClock, odometer, T } from '../testing/index.ts';
import { ServerQueue } from './serverQueue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A server that answers when the test says so. */
function voices() {
  const clock = new ManualClock();
  const asked: string[] = [];
  const requests: unknown[] = [];
  const answered: string[] = [];
  const open: ((answer: LinkAnswer | undefined) => void)[] = [];
  const link = {
    isConnected: true,
    ask: (name: string, request: unknown) => {
      requests.push(request);
      const { temple, odometer: said } = request as LinkRequest<'observe'>;
      asked.push(`${temple === T ? '' : temple}${name}${said === undefined ? '' : ` ${said.war}`}`);
      return new Promise<LinkAnswer | undefined>((resolve) => open.push(resolve));
    },
  };
  const all = new ServerQueue({ clock, link, onAnswer: (_, { kind }) => void answered.push(kind) });
  const answer = async (given: LinkAnswer | undefined) => {
    open.shift()?.(given);
    await turn();
  };
  const observe = (war: number, temple = T, epoch = 7) =>
    all.send({ name: 'observe', request: { temple, odometer: { ...odometer(war, 0, epoch), v: 1 } } });
  return { clock, link, asked, requests, answered, all, answer, observe };
}

const noted: LinkAnswer = { kind: 'noted' };
const observed = { kind: 'observed', ack: {} as never } as const satisfies LinkAnswer;

test('one thing at a time, and of each kind the newest', async () => {
  const { asked, all, answer, observe } = voices();
  for (const war of [1, 2, 3]) observe(war);
  all.send({ name: 'presence', request: { temple: T, is: 'online' } });
  observe(4);
  expect(asked).toEqual(['observe 1']);
  for (let i = 0; i < 5; i++) await answer(noted);
  expect(asked).toEqual(['observe 1', 'presence', 'observe 4']);
});

test('one temple does not wait for another', () => {
  const { asked, observe } = voices();
  observe(1);
  observe(1, 'templo-0002');
  expect(asked).toEqual(['observe 1', 'templo-0002observe 1']);
});

test.each([undefined, { kind: 'retry' } as const])(
  'without an answer (%j) it is asked again, with the newest',
  async (none) => {
    const { asked, answered, answer, clock, observe } = voices();
    observe(1);
    await answer(none);
    expect(asked).toHaveLength(1);
    clock.advance(500);
    expect(asked).toEqual(['observe 1', 'observe 1']);
    observe(2);
    await answer(none);
    clock.advance(1000);
    await answer(noted);
    expect(asked).toEqual(['observe 1', 'observe 1', 'observe 2']);
    expect(answered).toEqual(['noted']);
  },
);

test('a server that is back hears everything anew, and last who is there', async () => {
  const { asked, all, answer, link, observe } = voices();
  all.send({ name: 'presence', request: { temple: T, is: 'offline' } });
  await answer(noted);
  observe(3);
  await answer(noted);
  all.send({ name: 'info', request: { temple: T, info: { v: 1 } } });
  await answer(noted);
  link.isConnected = false;
  observe(4);
  expect(asked).toHaveLength(3);
  link.isConnected = true;
  all.resume();
  for (let i = 0; i < 4; i++) await answer(noted);
  expect(asked.slice(3)).toEqual(['info', 'observe 4', 'presence']);
});

test('totals that the temple did not send just now are told as old', async () => {
  const { all, answer, observe, requests } = voices();
  const isOld = () => (requests.at(-1) as LinkRequest<'observe'>).isOld;
  observe(3);
  expect(isOld()).toBeUndefined();
  await answer(noted);
  all.resume();
  expect(isOld()).toBe(true);
  await answer(noted);
  observe(4);
  expect(isOld()).toBeUndefined();
});

test('of each life of a device the server hears the last totals, the present life last', async () => {
  const { all, answer, link, observe, requests } = voices();
  observe(1);
  link.isConnected = false;
  observe(3);
  await answer(undefined);
  observe(1, T, 8);
  observe(2, T, 8);
  link.isConnected = true;
  all.resume();
  for (let i = 0; i < 4; i++) await answer(noted);
  all.resume();
  const said = (requests.slice(1) as LinkRequest<'observe'>[]).map((one) => [one.odometer, one.isOld]);
  const [before, now] = [odometer(3, 0, 7), odometer(2, 0, 8)].map((totals) => ({ ...totals, v: 1 }));
  expect(said).toEqual([
    [before, true],
    [now, true],
    [now, true],
  ]);
});

test('totals that the server has not written yet are told to the next server too, until one has written them', async () => {
  const { all, answer, observe, requests } = voices();
  observe(3);
  await answer({ ...observed, isUnwritten: true });
  observe(1, T, 8);
  await answer(observed);
  const told = () =>
    (requests.splice(0) as LinkRequest<'observe'>[]).map(({ odometer: { epoch, war } }) => [epoch, war]);
  const wholeRound = async () => {
    all.resume();
    for (let i = 0; i < 3; i++) await answer(observed);
    return told();
  };
  told();
  expect(await wholeRound()).toEqual([
    [7, 3],
    [8, 1],
  ]);
  expect(await wholeRound()).toEqual([[8, 1]]);
});

test('a device that begins life after life keeps neither its newest totals nor its presence from the server', async () => {
  const { asked, all, answer, link, observe } = voices();
  link.isConnected = false;
  for (let epoch = 1; epoch <= 100; epoch++) observe(epoch, T, epoch);
  all.send({ name: 'presence', request: { temple: T, is: 'offline' } });
  link.isConnected = true;
  all.resume();
  for (let i = 0; i < 20; i++) await answer(noted);
  expect(asked.slice(-2)).toEqual(['observe 100', 'presence']);
  expect(asked).toHaveLength(9);
});

test('a temple that is forgotten says no more, whatever was under way', async () => {
  const { asked, answered, all, answer, observe } = voices();
  observe(1);
  observe(2);
  all.forget(T);
  await answer(noted);
  all.resume();
  expect([asked, answered]).toEqual([['observe 1'], []]);
});

test('results of commands are all told, but not without end', async () => {
  const { asked, all, answer } = voices();
  for (let i = 0; i < 100; i++) {
    all.send({ name: 'result', request: { temple: T, result: { transaction: `t${i}`, status: 'ok' } } });
  }
  for (let i = 0; i < 100; i++) await answer(noted);
  expect(asked).toHaveLength(17);
});

test('what fails again and again is asked less and less often, until it is answered', async () => {
  const { asked, answer, clock, observe } = voices();
  observe(1);
  for (let second = 0; second < 300; second++) {
    await answer({ kind: 'retry' });
    clock.advance(1000);
  }
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.length).toBeLessThan(40);
  observe(2);
  await answer(noted);
  observe(3);
  await answer({ kind: 'retry' });
  clock.advance(500);
  expect(asked.slice(-2)).toEqual(['observe 3', 'observe 3']);
});

test('a server that was away is asked as often as before', async () => {
  const { asked, answer, clock, observe } = voices();
  observe(1);
  for (let times = 1; times <= 20; times++) {
    await answer(undefined);
    clock.advance(500);
    expect(asked).toHaveLength(1 + times);
  }
});

describe('how old beads are when the server hears of them', () => {
  const told = (recent?: Odometer['recent']) => {
    const { all, clock, link, requests, answer } = voices();
    const sent: Odometer = { ...odometer(3), v: 1, ...(recent && { recent }) };
    const ages = () => requests.map((request) => (request as LinkRequest<'observe'>).odometer.recent);
    link.isConnected = false;
    all.send({ name: 'observe', request: { temple: T, odometer: sent } });
    const after = (milliseconds: number) => {
      clock.advance(milliseconds);
      link.isConnected = true;
      all.resume();
      return ages().at(-1);
    };
    return { after, answer };
  };

  test('what waited for the server is older by then, also when it is told once more', async () => {
    const { after, answer } = told([['war', 3, 200]]);
    expect(after(400)).toEqual([['war', 3, 600]]);
    await answer(noted);
    expect(after(40_000)).toEqual([['war', 3, 40_600]]);
  });

  test('of totals without ages that waited for long nobody knows how old the beads are', () => {
    expect(told().after(400)).toBeUndefined();
    expect(told().after(1001)).toEqual([]);
  });

  test('nothing is older than the contract can say', () =>
    expect(told([['war', 3, 0xfffffff0]]).after(1000)).toEqual([['war', 3, 0xffffffff]]));
});
