import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from './data-folder/database.ts';
import type { Engine } from './engine/engine.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { openStores, operations, type Stores } from './operations.ts';
import { SlowCarrier } from './slowCarrier.ts';

let engine: Engine;
let store: Stores['told'];
let carriers: SlowCarrier[] = [];

beforeEach(() => {
  engine = inThisThread(openDatabase(undefined, 'process'), operations);
  store = openStores(engine).told;
  vi.useFakeTimers();
});
afterEach(async () => {
  for (const carrier of carriers) await carrier.stop();
  carriers = [];
  vi.useRealTimers();
  await engine.close();
});

async function another(through: Stores['told'] = store): Promise<{ carrier: SlowCarrier; heard: string[] }> {
  const carrier = new SlowCarrier({ store: through, now: Date.now });
  const heard: string[] = [];
  carrier.onMessage = (message) => void heard.push(message);
  carriers.push(carrier);
  await vi.advanceTimersByTimeAsync(0);
  return { carrier, heard };
}

test('what one sends reaches all others within two seconds, once, and not the sender', async () => {
  const [ana, ben, cai] = [await another(), await another(), await another()];
  ana.carrier.send('one');
  ana.carrier.send('two');
  ben.carrier.send('three');
  await vi.advanceTimersByTimeAsync(2000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([ana.heard, ben.heard, cai.heard]).toEqual([['three'], ['one', 'two'], ['one', 'two', 'three']]);
});

test('a process that begins hears nothing old', async () => {
  const ana = await another();
  ana.carrier.send('old');
  await vi.advanceTimersByTimeAsync(2000);
  const ben = await another();
  ana.carrier.send('new');
  await vi.advanceTimersByTimeAsync(2000);
  expect(ben.heard).toEqual(['new']);
});

test('a row that becomes visible late, after one with a higher number, is read', async () => {
  const hidden = new Set([2]);
  const late: Stores['told'] = {
    ...store,
    since: async (asked) => (await store.since(asked)).filter(({ n }) => !hidden.has(n)),
  };
  const ben = await another(late);
  for (const message of ['1', '2', '3']) await store.put({ process: 'x', at: Date.now(), messages: `["${message}"]` });
  await vi.advanceTimersByTimeAsync(1000);
  expect(ben.heard).toEqual(['1', '3']);
  hidden.clear();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ben.heard).toEqual(['1', '3', '2']);
});

test('while the store is away messages wait, and no more than a bounded number', async () => {
  let isAway = true;
  const flaky: Stores['told'] = {
    ...store,
    put: async (row) => {
      if (isAway) throw new Error('the connection is gone');
      return store.put(row);
    },
  };
  const [ana, ben] = [await another(flaky), await another()];
  for (let n = 0; n < 7000; n++) ana.carrier.send(`${n}`);
  await vi.advanceTimersByTimeAsync(5000);
  ana.carrier.send('last');
  isAway = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(ben.heard).toHaveLength(5000);
  expect(ben.heard.at(-1)).toBe('last');
});

test('what waits when a process stops is told', async () => {
  const [ana, ben] = [await another(), await another()];
  ana.carrier.send('goodbye');
  await ana.carrier.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ben.heard).toEqual(['goodbye']);
});

test('old rows are deleted', async () => {
  const [ana] = [await another(), await another()];
  ana.carrier.send('one');
  await vi.advanceTimersByTimeAsync(15 * 60 * 1000);
  expect(await store.newest()).toBe(0);
});
