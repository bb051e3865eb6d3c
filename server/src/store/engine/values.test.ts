/** What is stored comes back as it was, in this thread as from another. */
import { beforeEach, describe, expect, test } from 'vitest';
import { diskStore, known, memoryStore, type TestStore } from '../store.fixture.ts';

describe.each([
  ['in this thread', memoryStore],
  ['in a thread of its own', diskStore],
])('%s', (_, open: () => TestStore) => {
  let store: TestStore;
  beforeEach(() => {
    store = open();
  });

  test.each([
    ['an empty text', ''],
    ['text of many scripts', 'tōnalpōhualli ñ 花の戦 🌽👩🏽‍🌾 \u202e\u200b'],
    ['text in quotes', `'; DROP TABLE keys; -- " $name \\`],
    ['text with U+0000', 'before\0after\0'],
    ['a big text', 'maize '.repeat(500_000)],
  ])('%s comes back as it was', async (_name, text) => {
    const { keyRing } = store.stores;
    await keyRing.put(text.slice(0, 9), text);
    expect((await keyRing.findOrKeep(text.slice(0, 9), 'another')) === text).toBe(true);
  });

  test('half of a character comes back as U+FFFD, and the rest as it was', async () => {
    const { keyRing } = store.stores;
    await keyRing.put('half', 'a\ud83c!');
    expect(await keyRing.findOrKeep('half', 'another')).toBe('a\ufffd!');
  });

  test('fields that are not set stay so', async () => {
    const { stores, journal } = store;
    await known(store, 'p');
    const said = { match: 'A', audience: 'players', at: 1, player: 'p', words: { text: 'hi' }, action: '1' } as const;
    const line = { n: 1, at: 1, player: 'p', words: { text: 'hi' } };
    expect(await stores.talk.say({ ...said, seat: undefined })).toEqual({ line, isNew: true });
    const [latest] = await stores.talk.latest('A', 'players', 9);
    expect(latest).toStrictEqual(line);
    expect(await stores.people.find('unknown')).toBeUndefined();
    expect(await stores.records.temples({ owner: undefined as never, limit: 9 })).toEqual([]);
    expect(await journal.list({ limit: 9 })).toEqual([]);
  });

  test('numbers come back exactly', async () => {
    const { ratings } = store.stores;
    const rating = { rating: 1500.1 + 0.2, deviation: 1e-300, volatility: Number.MIN_VALUE, matches: 0 };
    const edition = { game: 'x', preset: 'y' };
    const at = Number.MAX_SAFE_INTEGER;
    const settled = { ...edition, match: 'A', at, changes: [], ratings: [{ ...rating, at, player: 'p' }] };
    await ratings.settle(1, { ...settled, keeps: 'all' });
    expect(await ratings.find('p', edition)).toEqual({ ...rating, at });
  });
});
