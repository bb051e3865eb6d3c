/** Several processes on one PostgreSQL: which of them owns a match. */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { newProcess } from '../../base/ids.ts';
import { connectTo, preparePostgres } from '../engine/postgres/openPostgres.ts';
import { describePostgres } from '../engine/manyProcesses.fixture.ts';
import { firstEntry, nextEntry } from '../journal/firstEntry.fixture.ts';
import { postgresAt } from '../postgresStore.ts';
import { StoredJournal } from '../storedJournal.ts';
import { DEAD_AFTER_MS } from './processes.ts';

const RUNNING = { status: 'running', visibility: 'public', game: 'x', createdAt: 1, wakeAt: 5, summary: '{}' } as const;

describePostgres('processes', (server) => {
  let url: string;
  const open: StoredJournal[] = [];

  beforeEach(async () => {
    url = await server().fresh();
    await preparePostgres(url);
    return async () => {
      for (const journal of open.splice(0)) await journal.close();
    };
  });

  async function started(name: string) {
    const self = newProcess(name);
    const journal = new StoredJournal(postgresAt(url), self);
    open.push(journal);
    await journal.beat(0);
    const write = (seq: number, claim: number) => {
      const own = { owner: self.id, claim, hash: `${seq} ${self.id}` };
      return journal.append(seq === 0 ? firstEntry('A', { ...own, index: RUNNING }) : nextEntry('A', seq, own));
    };
    return { id: self.id, journal, write, claim: () => journal.claim({ id: 'A', owner: self.id }) };
  }

  /** As if the process had shown no sign of life for ten seconds. */
  async function silence(id: string) {
    const client = await connectTo(url, 'test');
    await client.query('UPDATE processes SET renewed_at = renewed_at - 10000 WHERE process = $1', [id]);
    await client.end();
  }

  interface Hold {
    /** A statement that locks the row of this process. */
    readonly by: readonly [sql: string, process: string];
    /** What happens while the job waits for the row. */
    readonly meanwhile?: () => Promise<unknown>;
  }

  async function heldUp<T>(job: () => Promise<T>, { by: [sql, process], meanwhile }: Hold): Promise<T> {
    const [client, onlooker] = [await connectTo(url, 'test'), await connectTo(url, 'test')];
    await client.query('BEGIN');
    await client.query(sql, [process]);
    const outcome = job();
    outcome.catch(() => {}); // it may fail before it is awaited
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await onlooker.query(waiting)).rowCount).toBe(1);
    await meanwhile?.();
    await client.query('COMMIT');
    for (const one of [client, onlooker]) await one.end();
    return outcome;
  }

  async function untilItMayJudge(...beating: readonly Awaited<ReturnType<typeof started>>[]) {
    const until = performance.now() + DEAD_AFTER_MS + 500;
    while (performance.now() < until) {
      for (const { journal } of beating) await journal.beat(0);
      await wait(250);
    }
  }

  test('a sign of life waits for no operation that waits for a lock', async () => {
    const one = await started('one');
    await one.write(0, 0);
    const client = await connectTo(url, 'test');
    await client.query('BEGIN; LOCK TABLE claims IN ACCESS EXCLUSIVE MODE');
    let answered = 0;
    const waiting = Array.from({ length: 20 }, () =>
      one
        .claim()
        .catch(() => {})
        .finally(() => answered++),
    );
    for (let beats = 0; beats < 3; beats++) expect(await one.journal.beat(0)).toMatchObject({ isDead: false });
    expect(answered).toBe(0);
    await client.query('ROLLBACK');
    await client.end();
    await Promise.all(waiting);
  });

  test('a sign of life asks the store at most three things, also beside those of others', async () => {
    const all = await Promise.all(['one', 'two', 'three'].map(started));
    const asked: string[] = [];
    for (const { journal } of all) journal.onTransaction = (operation) => void asked.push(operation);
    for (let beats = 1; beats <= 20; beats++) {
      await Promise.all(all.map(({ journal }) => journal.beat(0)));
      expect(asked.length).toBeLessThanOrEqual(3 * all.length * beats);
    }
    expect(new Set(asked)).toEqual(new Set(['processes.renew']));
  });

  test('a match of a living process is not for another, which learns where it lives', async () => {
    const [one, two] = [await started('one'), await started('two')];
    expect(await one.write(0, 0)).toBe('appended');
    await expect(two.claim()).rejects.toMatchObject({ peer: { process: one.id, name: 'one' } });
    expect(await two.journal.holderOf('A')).toMatchObject({ name: 'one' });
    expect(await two.journal.due(9, 9)).toEqual([]);
    expect(await one.journal.due(9, 9)).toEqual(['A']);
    expect((await two.journal.processes()).map(({ name }) => name).sort()).toEqual(['one', 'two']);
  });

  test('a process that drains gives its matches away at once', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await one.write(0, 0);
    await one.journal.leave(0);
    const { claim, awaySince } = await two.claim();
    expect([await one.write(1, 0), await two.write(1, claim), awaySince]).toEqual(['conflict', 'appended', undefined]);
  });

  test('a silent process loses its matches, and stays dead when it comes back', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await one.write(0, 0);
    await untilItMayJudge(two);
    await silence(one.id);
    await two.journal.beat(0);
    expect(await two.journal.orphans(9)).toEqual(['A']);
    const { claim, awaySince = 0 } = await two.claim();
    const { now } = await two.journal.beat(0);
    expect(now - awaySince).toBeGreaterThanOrEqual(10_000);
    expect(await two.journal.lostSince(0, { owner: two.id, since: awaySince, now })).toBeGreaterThanOrEqual(10_000);
    expect([await one.write(1, 0), await two.write(1, claim)]).toEqual(['conflict', 'appended']);
    expect(await one.journal.beat(0)).toMatchObject({ isDead: true });
    await expect(one.claim()).rejects.toMatchObject({ peer: { name: 'two' } });
  });

  test('a request finds a silent process dead before any sign of life is due', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await one.write(0, 0);
    await untilItMayJudge(one, two);
    await silence(one.id);
    expect(await two.journal.holderOf('A')).toBeUndefined();
    expect(await two.claim()).toMatchObject({ awaySince: expect.any(Number) });
    expect(await one.journal.beat(0)).toMatchObject({ isDead: true });
  });

  test('a process whose sign of life was only waiting keeps its match, although another one claims it meanwhile', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await one.write(0, 0);
    await untilItMayJudge(one, two);
    await silence(one.id);
    const renewing = 'UPDATE processes SET renewed_at = renewed_at + 10000 WHERE process = $1';
    const claimed = heldUp(two.claim, { by: [renewing, one.id] }).catch((error: unknown) => error);
    expect(await claimed).toMatchObject({ peer: { name: 'one' } });
    expect(await one.journal.beat(0)).toMatchObject({ isDead: false });
  });

  test('a process that shows life while another one looks around is not declared dead by it', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await one.write(0, 0);
    await untilItMayJudge(one, two);
    await silence(one.id);
    const locking = 'SELECT 1 FROM processes WHERE process = $1 FOR UPDATE';
    await heldUp(() => two.journal.beat(0), { by: [locking, two.id], meanwhile: () => one.journal.beat(0) });
    expect(await one.journal.beat(0)).toMatchObject({ isDead: false });
    await expect(two.claim()).rejects.toMatchObject({ peer: { name: 'one' } });
  });

  test('a process that has just come declares no other dead: perhaps the store was away', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await one.write(0, 0);
    await silence(one.id);
    await two.journal.beat(0);
    await expect(two.claim()).rejects.toMatchObject({ peer: { name: 'one' } });
    const beat = await one.journal.beat(0);
    expect(beat).toMatchObject({ isDead: false, awaySince: expect.any(Number) });
    expect(await one.journal.lostSince(0, { owner: one.id, now: beat.now })).toBeGreaterThanOrEqual(10_000);
    expect(await two.journal.lostSince(0, { owner: two.id, now: beat.now })).toBe(0);
  });

  test('of all that claim a match of a dead process at once, one gets it', async () => {
    const one = await started('one');
    await one.write(0, 0);
    await one.journal.close();
    open.splice(open.indexOf(one.journal), 1);
    const others = await Promise.all(['a', 'b', 'c', 'd'].map(started));
    await Promise.all(others.map((other) => untilItMayJudge(other)));
    const claims = await Promise.allSettled(others.map(({ claim }) => claim()));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
