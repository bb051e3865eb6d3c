/** Several processes on one PostgreSQL, and a PostgreSQL that goes away. */
import { at } from '@flower-war/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Append } from '../../journal/journal.ts';
import { openStores, type Stores } from '../../operations.ts';
import { postgresAt } from '../../postgresStore.ts';
import { StoreError } from '../engine.ts';
import { connectTo, preparePostgres } from './openPostgres.ts';
import { noPostgres, TestPostgres } from './postgres.fixture.ts';

const PROCESSES = 4;
const index = { status: 'running', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' } as const;

const OURS = "FROM pg_stat_activity WHERE application_name = 'flower-war' AND wait_event_type = 'Lock'";
const WAITING = `SELECT count(*)::int AS waiting ${OURS}`;
const BREAK = `SELECT pg_terminate_backend(pid) ${OURS}`;

const entry = (match: string, expectedSeq: number, owner: string): Append => ({
  match,
  expectedSeq,
  owner,
  claim: 1,
  line: `{"by":"${owner}"}`,
  hash: `${match}-${expectedSeq}-${owner}`,
  ...(expectedSeq === 0 && { index, secrets: { secret: 's' } }),
});

describe.skipIf(noPostgres)(`processes on one PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let url: string;
  let engines: readonly ReturnType<typeof postgresAt>[];
  let stores: readonly Stores[];

  beforeAll(async () => {
    server = await TestPostgres.start();
    url = await server.fresh();
    await preparePostgres(url);
    engines = Array.from({ length: PROCESSES }, () => postgresAt(url));
    stores = engines.map(openStores);
  });
  beforeEach(async () => {
    await server.empty(url);
    await stores[0]?.people.add({ player: 'p', name: 'p', createdAt: 1 });
  });
  afterAll(async () => {
    for (const engine of engines ?? []) await engine.close();
    await server?.stop();
  });

  /** Lets every process do the same thing this many times, all at once. */
  const everywhere = <T>(
    times: number,
    job: (stores: Stores, process: number, n: number) => Promise<T>,
  ): Promise<T[]> => Promise.all(stores.flatMap((one, at) => Array.from({ length: times }, (_, n) => job(one, at, n))));

  test('give lines of talk numbers without a gap and without a double', async () => {
    const said = await everywhere(10, ({ talk }, at, n) =>
      talk.say({ match: 'A', audience: 'players', at: 1, player: 'p', words: { text: 'x' }, action: `${at} ${n}` }),
    );
    const numbers = said.map((one) => one?.line.n ?? 0).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 10 * PROCESSES }, (_, n) => n + 1));
  });

  test('say the same action once', async () => {
    const line = { match: 'A', audience: 'players', at: 1, player: 'p', words: { text: 'x' }, action: 'same' } as const;
    const said = await everywhere(3, ({ talk }) => talk.say(line));
    expect(said.filter((one) => one?.isNew)).toHaveLength(1);
    expect(new Set(said.map((one) => one?.line.n))).toEqual(new Set([1]));
  });

  test('accept no report beyond the limit', async () => {
    const report = { at: 5, reporter: 'p', player: null, match: null, reason: 'other', text: '', lines: null };
    const kept = await everywhere(5, ({ reports }) => reports.add(report, { most: 7, after: 0 }));
    expect(kept.filter((oldest) => oldest === undefined)).toHaveLength(7);
  });

  test('rate an ending once', async () => {
    const rated = { rating: 1600, deviation: 90, volatility: 0.06, matches: 1, at: 5, player: 'p' };
    const settled = { game: 'x', preset: 'y', match: 'A', at: 5, changes: [], ratings: [rated], keeps: 'all' } as const;
    await everywhere(3, ({ ratings }) => ratings.settle(1, settled));
    expect(await stores[0]?.ratings.counts()).toEqual({ matches: 1, ratings: 1 });
  });

  test('write one entry for each number of a match', async () => {
    for (let seq = 0; seq < 20; seq++) {
      const outcomes = await everywhere(1, async ({ records }, at) => {
        const [one] = await records.append([entry('A', seq, `process ${at}`)]);
        return one;
      });
      expect(outcomes.filter((outcome) => outcome !== 'conflict')).toHaveLength(1);
    }
    expect(await stores[0]?.records.lines('A', { from: 0, to: 99 })).toHaveLength(20);
  });

  test('live on when connections break in the middle of transactions', async () => {
    const blocker = await connectTo(url, 'blocker');
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE keys IN ACCESS EXCLUSIVE MODE');
    const asked = everywhere(2, ({ keyRing }, at, n) => keyRing.put(`k${at}`, `${n}`).catch((error: unknown) => error));
    await expect.poll(() => server.ask('postgres', WAITING)).toEqual([{ waiting: 2 * PROCESSES }]);
    await server.ask('postgres', BREAK);
    for (const outcome of await asked) expect(outcome).toBeInstanceOf(StoreError);
    await blocker.end();
    await everywhere(1, ({ keyRing }, at) => keyRing.put(`k${at}`, 'again'));
  });

  test('answer everything else while a table is locked, however much waits for it', async () => {
    const one = at(stores, 0);
    const locked = await connectTo(url, 'a stranger');
    onTestFinished(() => locked.end());
    await locked.query('BEGIN; LOCK TABLE people');
    const waiting: Promise<unknown>[] = [];
    const ask = () => waiting.push(one.people.find('p').catch((error: unknown) => error));
    ask();
    expect(await waiting[0]).toBeInstanceOf(StoreError); // from now on it is known what is held up
    const ended = waiting.length;
    for (let n = 0; n < 30; n++) ask();
    const first = Promise.race(waiting.slice(ended).map((asked) => asked.then(() => 'what waits for the lock')));
    const others = Promise.all(Array.from({ length: 30 }, () => one.bans.has('p', 1))).then(() => 'the others');
    expect(await Promise.race([first, others])).toBe('the others');
    await locked.query('COMMIT');
    await Promise.all(waiting);
    expect(await one.people.find('p')).toMatchObject({ name: 'p' });
  });

  test('lose no accepted entry when PostgreSQL is killed, and go on when it is back', async () => {
    const accepted: string[] = [];
    let isOver = false;
    const writing = stores.map(async ({ records }, at) => {
      for (let seq = 0; !isOver; ) {
        const one = entry(`M${at}`, seq, `process ${at}`);
        const outcome = await records.append([one]).catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreError);
          return undefined;
        });
        if (typeof outcome?.[0] === 'number') accepted.push(one.hash);
        const tail = outcome === undefined ? await records.tail(one.match).catch(() => ({ seq: seq - 1 })) : { seq };
        seq = (tail?.seq ?? -1) + 1;
      }
    });
    for (let times = 0; times < 3; times++) {
      const before = accepted.length;
      await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);
      await server.kill();
      await server.up();
    }
    const before = accepted.length;
    await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before);
    isOver = true;
    await Promise.all(writing);
    const kept = await server.ask(new URL(url).pathname.slice(1), 'SELECT hash FROM entries');
    const hashes = new Set(kept.map(({ hash }) => hash));
    expect(accepted.filter((hash) => !hashes.has(hash))).toEqual([]);
    expect(new Set(accepted).size).toBe(accepted.length);
  });
});
