/** While PostgreSQL or Redis is away, the log says so once, and the metrics go on. */
import { setTimeout as pause } from 'node:timers/promises';
import { noPostgres, noRedis, TestRedis } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMatch } from '../support/sockets/plainStream.ts';
import { metricsOf } from '../support/server.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';
import { House } from '../lab/house.ts';

const missing = noPostgres ?? noRedis;
const PATIENTLY = { timeout: 30_000, interval: 100 };
const DEBUG = 20;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly hidden?: number;
  readonly seconds?: number;
}

describe.skipIf(missing)(`an outage${missing === undefined ? '' : ` (${missing})`}`, () => {
  let all: House;
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await TestRedis.start();
    all = await House.open(['one'], { REDIS_URL: redis.url, LOG_LEVEL: 'info', WEBHOOKS: 'any' });
  });
  afterAll(async () => {
    await all?.stop();
    await redis?.kill();
  });

  const lines = (): Line[] =>
    all
      .process('one')
      .said.split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);

  test('of PostgreSQL is two lines in the log, however much fails, and the metrics tell what the process knows', async () => {
    const url = all.at('one');
    const [ana, ben] = [await newPerson(url), await newPerson(url)];
    const match = await newMatch(ana, { game: 'tieqchieq' });
    const seats = [await takeSeat(ana, match), await takeSeat(ben, match)];
    expect(await metricsOf(all.process('one').url)).toContain('flower_war_matches{status="running"} 1');
    const before = lines().length;
    await all.postgres.kill();
    for (let second = 0; second < 8; second++) {
      const headers = { authorization: `Bearer ${ana.session.token}` };
      for (const path of [`/matches/${match.match}/record`, '/matches', '/me', '/leaderboard?game=tieqchieq'])
        await (await fetch(`${url}/api${path}`, { headers })).text();
      await seats[0]!.request('act', [`id ${second}`, 0, seats[0]!.privates[0]?.legal[0] ?? '']);
      await pause(1000);
    }
    const told = await metricsOf(all.process('one').url);
    expect(told).toContain('flower_war_takeovers_total 0');
    expect(told).toContain('flower_war_ready{state="database-failing"} 0');
    expect(told).not.toMatch(/^flower_war_(matches\{|notices_pending )/m);
    await all.postgres.up();
    await expect.poll(() => lines().at(-1)?.msg, PATIENTLY).toBe('the store works again');
    const [began, ...rest] = lines().slice(before);
    expect(began).toMatchObject({ level: 40, msg: expect.stringContaining('the store fails') });
    expect(began?.reason).toMatch(/ECONNREFUSED|ECONNRESET|terminat|closed/);
    expect(rest.filter(({ level }) => level > DEBUG)).toHaveLength(1);
    expect(rest[0]?.hidden).toBeGreaterThan(20);
    expect(rest[0]?.seconds).toBeGreaterThan(5);
    expect(await metricsOf(all.process('one').url)).toContain('flower_war_matches{status="running"} 1');
    for (const seat of seats) seat.close();
  });

  test('of Redis is two lines for all connections to it, and a metric', async () => {
    const up = async () => /^flower_war_redis_up (\d)$/m.exec(await metricsOf(all.process('one').url))?.[1];
    await expect.poll(up, PATIENTLY).toBe('1');
    const before = lines().length;
    await redis.kill();
    await expect.poll(up, PATIENTLY).toBe('0');
    await pause(3000);
    await redis.up();
    await expect.poll(up, PATIENTLY).toBe('1');
    expect(lines().slice(before)).toMatchObject([
      { level: 40, msg: expect.stringContaining('Redis is away') },
      { level: 40, msg: 'Redis is back', hidden: expect.any(Number), seconds: expect.any(Number) },
    ]);
  });
});
