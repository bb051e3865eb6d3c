/** Several processes send from one outbox, and are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparePostgres } from '../../store/engine/postgres/openPostgres.ts';
import { noPostgres, TestPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { Receiver, row } from '../../store/journal/noticeOutbox.fixture.ts';
import { openStores, type Stores } from '../../store/operations.ts';
import { postgresAt } from '../../store/postgresStore.ts';
import { newGuest } from '../people/people.ts';
import { Webhooks } from './webhooks.ts';

const SENDER = fileURLToPath(new URL('./sender.fixture.ts', import.meta.url));
const PROCESSES = 4;
const [HOSTS, MATCHES, OF_EACH] = [5, 20, 3];
const NOTICES = HOSTS * MATCHES * OF_EACH;
const MOST_PER_HOST = 2;

describe.skipIf(noPostgres)(`senders on one PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  let url: string;
  let engine: ReturnType<typeof postgresAt>;
  let stores: Stores;
  let receiver: Receiver;
  const problems: string[] = [];

  beforeAll(async () => {
    server = await TestPostgres.start();
    url = await server.fresh();
    await preparePostgres(url);
    engine = postgresAt(url);
    stores = openStores(engine);
    receiver = await Receiver.open();
  }, 60_000);
  afterAll(async () => {
    receiver?.close();
    await engine?.close();
    await server?.stop();
  });

  function start(): ChildProcess {
    const child = spawn(process.execPath, [SENDER, url], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (data) => problems.push(String(data)));
    return child;
  }

  async function stop(sender: ChildProcess): Promise<void> {
    const gone = once(sender, 'exit');
    sender.kill('SIGTERM');
    await gone;
  }

  /** Writes notices of many matches for each host. Returns their ids by match, in their order. */
  async function written(): Promise<readonly (readonly string[])[]> {
    const webhooks = new Webhooks(stores.webhooks);
    const matches: string[][] = [];
    for (let host = 0; host < HOSTS; host++) {
      const guest = newGuest(undefined, 0);
      await stores.people.add(guest);
      const { webhook } = (await webhooks.add(guest.player, { url: receiver.urlFor(`h${host}.example`) }, 0))!;
      for (let match = 0; match < MATCHES; match++) {
        const rows = Array.from({ length: OF_EACH }, () => row(webhook, { match: `${host} ${match}`, at: Date.now() }));
        for (const one of rows) await stores.outbox.put(one);
        matches.push(rows.map(({ notice }) => notice));
      }
    }
    return matches;
  }

  const pending = async () => (await stores.outbox.counts()).pending;

  test('send each notice once, those of a match in order, and to a host a few at a time', async () => {
    const matches = await written();
    const senders = Array.from({ length: PROCESSES }, start);
    await expect.poll(pending, { timeout: 60_000 }).toBe(0);
    await Promise.all(senders.map(stop));
    expect(problems).toEqual([]);
    expect(receiver.got).toHaveLength(NOTICES);
    expect(new Set(receiver.ids).size).toBe(NOTICES);
    for (const ids of matches) expect(receiver.ids.filter((id) => ids.includes(id))).toEqual(ids);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(MOST_PER_HOST);
  }, 90_000);

  test('send again what a killed one had begun, under the same id, and nothing else twice', async () => {
    receiver.got.length = 0;
    const matches = await written();
    const senders = Array.from({ length: PROCESSES }, start);
    for (const victim of senders.splice(0, 2)) {
      const before = receiver.got.length;
      await expect.poll(() => receiver.got.length, { timeout: 30_000 }).toBeGreaterThan(before + 40);
      victim.kill('SIGKILL');
    }
    await expect.poll(pending, { timeout: 60_000 }).toBe(0);
    await Promise.all(senders.map(stop));
    expect(problems).toEqual([]);
    expect(new Set(receiver.ids).size).toBe(NOTICES);
    expect(receiver.got.length - NOTICES).toBeLessThanOrEqual(2 * HOSTS * MOST_PER_HOST);
    for (const ids of matches) {
      const came = receiver.ids.filter((id) => ids.includes(id));
      expect(came.filter((id, n) => id !== came[n - 1])).toEqual(ids);
    }
  }, 120_000);
});
