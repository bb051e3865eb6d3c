/** Several processes on one PostgreSQL, and a PostgreSQL that goes away. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { firstEntry, nextEntry } from '../../journal/firstEntry.fixture.ts';
import type { Append } from '../../journal/journal.ts';
import { StoreError } from '../engine.ts';
import { manyProcesses } from '../manyProcesses.fixture.ts';
import { connectTo } from './openPostgres.ts';
import { noPostgres } from './postgres.fixture.ts';

const OURS = "FROM pg_stat_activity WHERE application_name = 'flower-war' AND wait_event_type = 'Lock'";
const WAITING = `SELECT count(*)::int AS waiting ${OURS}`;
const BREAK = `SELECT pg_terminate_backend(pid) ${OURS}`;

const entry = (match: string, expectedSeq: number, owner: string): Append => {
  const own = { owner, line: `{"by":"${owner}"}`, hash: `${match}-${expectedSeq}-${owner}` };
  return expectedSeq === 0 ? firstEntry(match, own) : nextEntry(match, expectedSeq, own);
};

describe.skipIf(noPostgres)(`processes on one PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  const { everywhere, one, server, ask, url } = manyProcesses();
  beforeEach(() => one().stores.people.add({ player: 'p', name: 'p', createdAt: 1 }));

  test('give lines of talk numbers without a gap and without a double', async () => {
    const said = await everywhere(10, ({ stores: { talk }, process }, n) =>
      talk.say({
        match: 'A',
        audience: 'players',
        at: 1,
        player: 'p',
        words: { text: 'x' },
        action: `${process} ${n}`,
      }),
    );
    const numbers = said.map((one) => one?.line.n ?? 0).sort((a, b) => a - b);
    expect(said.length).toBeGreaterThan(10);
    expect(numbers).toEqual(Array.from(said, (_, n) => n + 1));
  });

  test('say the same action once', async () => {
    const line = { match: 'A', audience: 'players', at: 1, player: 'p', words: { text: 'x' }, action: 'same' } as const;
    const said = await everywhere(3, ({ stores: { talk } }) => talk.say(line));
    expect(said.filter((one) => one?.isNew)).toHaveLength(1);
    expect(new Set(said.map((one) => one?.line.n))).toEqual(new Set([1]));
  });

  test('accept no report beyond the limit', async () => {
    const report = { at: 5, reporter: 'p', player: null, match: null, reason: 'other', text: '', lines: null };
    const kept = await everywhere(5, ({ stores: { reports } }) => reports.add(report, { most: 7, after: 0 }));
    expect(kept.filter((oldest) => oldest === undefined)).toHaveLength(7);
  });

  test('rate an ending once', async () => {
    const rated = { rating: 1600, deviation: 90, volatility: 0.06, matches: 1, at: 5, player: 'p' };
    const settled = { game: 'x', preset: 'y', match: 'A', at: 5, changes: [], ratings: [rated], keeps: 'all' } as const;
    await everywhere(3, ({ stores: { ratings } }) => ratings.settle(1, settled));
    expect(await one().stores.ratings.counts()).toEqual({ matches: 1, ratings: 1 });
  });

  test('write one entry for each number of a match', async () => {
    for (let seq = 0; seq < 20; seq++) {
      const outcomes = await everywhere(1, async ({ stores, process }) => {
        const [outcome] = await stores.records.append([entry('A', seq, `process ${process}`)]);
        return outcome;
      });
      expect(outcomes.filter((outcome) => outcome !== 'conflict')).toHaveLength(1);
    }
    expect(await one().stores.records.lines('A', { from: 0, to: 99 })).toHaveLength(20);
  });

  test('live on when connections break in the middle of transactions', async () => {
    const blocker = await connectTo(url(), 'blocker');
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE keys IN ACCESS EXCLUSIVE MODE');
    const asked = everywhere(2, ({ stores, process }, n) =>
      stores.keyRing.put(`k${process}`, `${n}`).catch((error: unknown) => error),
    );
    await expect.poll(() => ask(WAITING)).toEqual([{ waiting: 8 }]);
    await ask(BREAK);
    for (const outcome of await asked) expect(outcome).toBeInstanceOf(StoreError);
    await blocker.end();
    await everywhere(1, ({ stores, process }) => stores.keyRing.put(`k${process}`, 'again'));
  });

  test('answer everything else while a table is locked, however much waits for it', async () => {
    const { people, bans } = one().stores;
    const locked = await connectTo(url(), 'a stranger');
    onTestFinished(() => locked.end());
    await locked.query('BEGIN; LOCK TABLE people');
    const waiting: Promise<unknown>[] = [];
    const ask = () => waiting.push(people.find('p').catch((error: unknown) => error));
    ask();
    expect(await waiting[0]).toBeInstanceOf(StoreError); // from now on it is known what is held up
    const ended = waiting.length;
    for (let n = 0; n < 30; n++) ask();
    const first = Promise.race(waiting.slice(ended).map((asked) => asked.then(() => 'what waits for the lock')));
    const others = Promise.all(Array.from({ length: 30 }, () => bans.has('p', 1))).then(() => 'the others');
    expect(await Promise.race([first, others])).toBe('the others');
    await locked.query('COMMIT');
    await Promise.all(waiting);
    expect(await people.find('p')).toMatchObject({ name: 'p' });
  });

  test('lose no accepted entry when PostgreSQL is killed, and go on when it is back', async () => {
    const accepted: string[] = [];
    let isOver = false;
    const writing = everywhere(1, async ({ stores: { records }, process }) => {
      for (let seq = 0; !isOver; ) {
        const next = entry(`M${process}`, seq, `process ${process}`);
        const outcome = await records.append([next]).catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreError);
          return undefined;
        });
        if (typeof outcome?.[0] === 'number') accepted.push(next.hash);
        const tail = outcome === undefined ? await records.tail(next.match).catch(() => ({ seq: seq - 1 })) : { seq };
        seq = (tail?.seq ?? -1) + 1;
      }
    });
    for (let times = 0; times < 3; times++) {
      const before = accepted.length;
      await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);
      await server().kill();
      await server().up();
    }
    const before = accepted.length;
    await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before);
    isOver = true;
    await writing;
    const kept = await ask('SELECT hash FROM entries');
    const hashes = new Set(kept.map(({ hash }) => hash));
    expect(accepted.filter((hash) => !hashes.has(hash))).toEqual([]);
    expect(new Set(accepted).size).toBe(accepted.length);
  });
});
