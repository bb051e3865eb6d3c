/** How many transactions of PostgreSQL it takes until a new player sits and sees the table. A count, whatever the machine. */
import type { FlowerWarClient } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { person } from '../support/api.ts';
import { metricsOf, testServer } from '../support/server.ts';

const PLAYERS = 10;
/** What a server does from time to time, with players and without. */
const REGULAR =
  /^(processes|processReports|claims\.orphans|networkBans|leases|told|records\.(unended|due|counts|list)|outbox|webhooks\.(revision|everyHook)|ratings|tournaments\.(counts|due)|\w+\.sweep\w*)\b/;
const COUNTED = /^flower_war_store_transactions_total\{operation="([\w.]+)"\} (\d+)$/gm;

describe.skipIf(noPostgres)(`a new player${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let postgres: TestPostgres;
  let url: string;
  let server: Running;
  const players: FlowerWarClient[] = [];

  beforeAll(async () => {
    postgres = await TestPostgres.start();
    url = await postgres.fresh();
    const settings = { DATABASE_URL: url, INTERNAL_HOST: '127.0.0.1', QUICK_FILL_SECONDS: '600' };
    server = await testServer(settings, { templeKey: '0123456789abcdef'.repeat(4) });
    await player(); // the first one meets what the server reads only once
    await (await player()).create({ game: 'tieqchieq' });
    players.length = 0;
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= server?.stop());
  afterAll(async () => {
    await stop();
    await postgres?.stop();
  });

  async function player(): Promise<FlowerWarClient> {
    const one = await person(server.address, 'Ana');
    players.push(one);
    return one;
  }

  async function counts(): Promise<ReadonlyMap<string, number>> {
    const found = [...(await metricsOf(server.address)).matchAll(COUNTED)];
    return new Map(found.map(([, operation = '', count]) => [operation, Number(count)]));
  }

  /** What one of these jobs takes, without what the server does anyway. */
  async function costOf(job: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = await counts();
    for (let n = 0; n < PLAYERS; n++) await job();
    const more = [...(await counts())].map(([name, n]) => [name, (n - (before.get(name) ?? 0)) / PLAYERS] as const);
    return Object.fromEntries(more.filter(([name, n]) => n > 0 && !REGULAR.test(name)));
  }

  const sum = (cost: Readonly<Record<string, number>>) => Object.values(cost).reduce((all, n) => all + n, 0);

  test('is welcomed in one transaction', async () => {
    const { 'accounts.open': opened, ...others } = await costOf(player);
    expect(opened).toBe(1);
    expect(sum(others), JSON.stringify(others)).toBeLessThanOrEqual(0.5);
  });

  test('sits at a table of quick play after few', async () => {
    const next = players.values();
    const cost = await costOf(async () => (await next.next().value?.quickPlay('tieqchieq'))?.close());
    expect(sum(cost), JSON.stringify(cost, undefined, 2)).toBeLessThanOrEqual(24);
  });

  test('creates a match and sits there after few', async () => {
    const next = players.values();
    const cost = await costOf(async () => {
      const one = next.next().value;
      const match = await one?.create({ game: 'tieqchieq' });
      if (one !== undefined && match !== undefined) (await one.join(match)).close();
    });
    expect(sum(cost), JSON.stringify(cost, undefined, 2)).toBeLessThanOrEqual(28);
  });

  test('is counted as the database counts', async () => {
    const counted = [...(await counts()).values()].reduce((all, n) => all + n, 0);
    await stop();
    const sql = 'SELECT sum(xact_commit)::float8 AS n FROM pg_stat_database WHERE datname = current_database()';
    const others = async () => Number((await postgres.ask(new URL(url).pathname.slice(1), sql))[0]?.['n']) - counted;
    expect(counted).toBeGreaterThan(45 * PLAYERS);
    await expect.poll(others).toBeGreaterThanOrEqual(0); // its connections tell what they did when they end
    expect(await others()).toBeLessThan(100); // making the tables, opening connections, asking for this number
  });
});
