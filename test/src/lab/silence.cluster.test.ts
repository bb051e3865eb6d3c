/** A PostgreSQL behind a way that swallows everything: calls end in a bounded time, and new connections take over. */
import { noPostgres, postgresStores, TestPostgres } from '@flower-war/server/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Line } from './line.ts';

/** The database gives up a statement after five seconds, and a server a second later. */
const LATEST_MS = 9000;

const unknown = { name: 'StoreError', message: expect.stringContaining('Query read timeout') };

describe.skipIf(noPostgres)(`a silent PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let relay: Line;
  let store: Awaited<ReturnType<typeof postgresStores>>;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  beforeEach(async () => {
    const url = new URL(await server.fresh());
    relay = await Line.to(`http://127.0.0.1:${server.port}`);
    url.port = String(relay.port);
    store = await postgresStores(url.href);
  });
  afterEach(async () => {
    relay.close();
    await store.close();
  });
  afterAll(() => server?.stop());

  async function inTime<T>(job: Promise<T>): Promise<PromiseSettledResult<T>> {
    const began = performance.now();
    const [outcome] = await Promise.allSettled([job]);
    expect(performance.now() - began).toBeLessThan(LATEST_MS);
    return outcome;
  }

  test('fails reads, transactions, single statements and appends, each as unknown, and is asked anew', async () => {
    const { keyRing, leases, people, records } = store.stores;
    const person = { player: 'p', name: 'p', createdAt: 1 };
    const lease = { name: 'x', process: 'a' };
    await Promise.all([keyRing.put('k', 'before'), records.append([firstOf('0')])]);
    await Promise.all(Array.from({ length: 3 }, () => people.find('p'))); // so that each call has a connection
    relay.freeze();
    const asked = [
      people.find('p'),
      people.add(person),
      leases.hold(lease, { now: 1, forMs: 60_000 }),
      records.append([firstOf('A')]),
    ];
    for (const outcome of await Promise.all(asked.map((one) => inTime<unknown>(one))))
      expect(outcome).toMatchObject({ status: 'rejected', reason: unknown });
    relay.endAll();
    relay.heal();
    await people.add(person);
    expect(await people.find('p')).toMatchObject({ name: 'p' });
    expect(await records.append([firstOf('B')])).toEqual([0]);
    expect(await keyRing.findOrKeep('k', 'after')).toBe('before');
  });

  test('has perhaps done what it could not answer: reading tells', async () => {
    const { records } = store.stores;
    await records.append([firstOf('A')]);
    relay.freeze('down');
    expect(await inTime(records.append([firstOf('B')]))).toMatchObject({ status: 'rejected', reason: unknown });
    relay.heal();
    expect(await records.tail('B')).toMatchObject({ seq: 0, hash: 'B', owner: 'me' });
    expect(await records.append([firstOf('B')])).toEqual(['conflict']);
  });
});

function firstOf(match: string) {
  const index = { status: 'open', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' } as const;
  const place = { match, expectedSeq: 0, owner: 'me', claim: 0 };
  return { ...place, line: '{}', hash: match, index, secrets: { secret: 's' } };
}
