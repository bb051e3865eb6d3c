/** How many transactions of PostgreSQL an operation takes. */
import { beforeEach, describe, expect, test } from 'vitest';
import { diskStore, known, memoryStore, type TestStore } from '../store.fixture.ts';
import { change, changeAlone, first, type Work } from './engine.ts';
import { describePostgres } from './manyProcesses.fixture.ts';
import { PostgresEngine } from './postgres/postgres.ts';

const groups = {
  stock: {
    *count(): Work<number> {
      return (yield* first<{ n: number }>('SELECT n FROM stock'))?.n ?? 0;
    },
    *takeOne(): Work<boolean> {
      if ((yield* groups.stock.count()) === 0) return false;
      yield* change('UPDATE stock SET n = n - 1');
      return true;
    },
    *add(n: number): Work<number> {
      return yield* changeAlone('UPDATE stock SET n = n + $n', { n });
    },
    *addTwice(n: number): Work<void> {
      yield* changeAlone('UPDATE stock SET n = n + $n', { n });
      yield* changeAlone('UPDATE stock SET n = n + $n', { n });
    },
    *lookAndAdd(n: number): Work<void> {
      yield* groups.stock.count();
      yield* groups.stock.add(n);
    },
  },
};

describePostgres('an operation', (server) => {
  let engine: PostgresEngine;
  const begun: string[] = [];

  const run = (name: keyof typeof groups.stock, ...given: unknown[]) => engine.run({ group: 'stock', name, given });

  /** What it answers, and how many transactions it took. */
  async function counted(...call: Parameters<typeof run>): Promise<readonly [answer: unknown, transactions: number]> {
    begun.length = 0;
    const answer = await run(...call);
    expect(new Set(begun)).toEqual(new Set([`stock.${call[0]}`]));
    return [answer, begun.length];
  }

  beforeEach(async () => {
    const url = await server().fresh();
    await server().ask(new URL(url).pathname.slice(1), 'CREATE TABLE stock (n BIGINT); INSERT INTO stock VALUES (2)');
    engine = new PostgresEngine(url, { groups, inOneStatement: {} });
    engine.onTransaction = (operation) => void begun.push(operation);
    return () => engine.close();
  });

  test('that wrote when it ran last is not begun as one that reads', async () => {
    expect(await counted('takeOne')).toEqual([true, 2]);
    expect(await counted('takeOne')).toEqual([true, 1]);
    expect(await counted('takeOne')).toEqual([false, 1]);
    expect(await counted('takeOne')).toEqual([false, 1]);
    expect(await run('count')).toBe(0);
  });

  test('of one statement that changes takes no transaction around it, and waits for others instead of failing', async () => {
    expect(await counted('add', 3)).toEqual([1, 1]);
    begun.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => run('add', 1)));
    expect(begun).toHaveLength(20);
    expect(await run('count')).toBe(25);
  });

  test.each(['addTwice', 'lookAndAdd'] as const)(
    '%s says that it is one statement, and is not: it fails',
    async (name) => {
      await expect(run(name, 1)).rejects.toThrow('other statements are in the operation');
    },
  );
});

// What is stored comes back as it was, in this thread as from another.

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
    expect(await journal.list({ status: 'open', game: undefined as never, limit: 9 })).toEqual([]);
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
