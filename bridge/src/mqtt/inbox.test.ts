import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manualClock.ts';
import { T, topic } from '../../testing/startedBridge.ts';
import { Inbox } from './inbox.ts';
import type { IncomingMessage } from './parseMessage.ts';

function inbox() {
  const clock = new ManualClock();
  const heard: string[] = [];
  let floods = 0;
  const onMessage = ({ payload }: IncomingMessage) => void heard.push(String(payload));
  const all = new Inbox({ clock, onMessage, onFlood: () => floods++ });
  const put = (name: string, count: number, isRetained = false) => {
    for (let n = 1; n <= count; n++)
      all.put({ topic: topic(`${T}/${name}`), payload: Buffer.from(`${name} ${n}`), isRetained });
  };
  return { clock, heard, put, floods: () => floods };
}

test('of a state only the newest is looked at, in a flood too', async () => {
  const { heard, put, floods } = inbox();
  put('odometer', 100);
  await nextTurn();
  expect([heard, floods()]).toEqual([['odometer 100'], 70]);
});

test('of what is said once thirty a second are heard, and the rest is thrown away', async () => {
  const { clock, heard, put, floods } = inbox();
  put('cmd/result', 31);
  await nextTurn();
  expect([heard.length, floods()]).toEqual([30, 1]);
  clock.advance(1000);
  put('cmd/result', 1);
  await nextTurn();
  expect([heard.length, floods()]).toEqual([31, 1]);
});

test('what lay at the broker is no flood', async () => {
  const { put, floods } = inbox();
  put('odometer', 100, true);
  await nextTurn();
  expect(floods()).toBe(0);
});
