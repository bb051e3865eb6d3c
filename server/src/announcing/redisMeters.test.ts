import { setImmediate as nextTurn } from 'node:timers/promises';
import { BUCKETS } from '@flower-war/protocol';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Limits } from '../base/rateLimits.ts';
import { Guesses } from '../features/people/guesses.ts';
import { noRedis, TestRedis } from './redis.fixture.ts';
import { RedisHealth, RedisMeters, versionAt } from './redis.ts';

let redis: TestRedis;
const open: RedisMeters[] = [];
const log = pino({ level: 'silent' });
const RATE = { burst: 3, perSecond: 0.01 };

beforeAll(async () => {
  if (noRedis === undefined) redis = await TestRedis.start();
});
afterAll(() => redis?.kill());
afterEach(async () => {
  for (const one of open.splice(0)) one.stop();
  await redis?.flush();
});

/** The meters of another process, once they answer. Their patience is that of a machine on which much else runs. */
async function another(patienceMs = 10_000): Promise<RedisMeters> {
  const meters = new RedisMeters({ url: redis.url, scope: 'a', health: new RedisHealth(log) }, patienceMs);
  open.push(meters);
  await untilHere(meters);
  return meters;
}

const untilHere = (meters: RedisMeters) =>
  vi.waitUntil(async () => (await meters.ask('look', [{ key: 'any', rate: RATE }])) !== undefined, {
    timeout: 15_000,
    interval: 20,
  });

const HOUR_MS = 3_600_000;
const { perPlayer, perAddress, seconds } = BUCKETS.identity;
const ana = { address: '192.0.2.1', player: 'ana' };

/** The clock of Redis goes on during a test, so some of what was used has come back. */
function expectAbout(many: number, most: number, { began, perSecond }: { began: number; perSecond: number }): void {
  expect(many).toBeGreaterThanOrEqual(most);
  expect(many).toBeLessThanOrEqual(most + Math.ceil(((Date.now() - began) / 1000) * perSecond));
}

/** How many requests in a row are let in. */
async function admitted(limits: readonly Limits[], caller: { address: string; player?: string }): Promise<number> {
  for (let n = 0; ; n++) if ((await (limits[n % limits.length] as Limits).admit('identity', caller, 0)) > 0) return n;
}

describe.skipIf(noRedis !== undefined)(`meters in Redis ${noRedis ?? ''}`, () => {
  test('all processes together let in what one may, and tell exactly how long to wait', async () => {
    const limits = [await another(), await another(), await another()].map((meters) => new Limits(1, meters));
    const began = Date.now();
    expectAbout(await admitted(limits, ana), perPlayer, { began, perSecond: perPlayer / seconds });
    for (const one of limits) {
      const wait = await one.admit('identity', ana, 0);
      const longest = seconds / perPlayer;
      expect(wait).toBeLessThanOrEqual(longest);
      expect(wait).toBeGreaterThanOrEqual(longest - Math.ceil((Date.now() - began) / 1000));
    }
    expect(await limits[1]?.admit('identity', { ...ana, player: 'ben' }, 0)).toBe(0);
  });

  test('a request that one meter refuses costs nothing in the other', async () => {
    const [first, second] = [new Limits(1, await another()), new Limits(1, await another())];
    const began = Date.now();
    await admitted([first], ana);
    for (let n = 0; n < perAddress; n++) await second.admit('identity', ana, 0);
    const left = await admitted([second], { address: ana.address });
    expectAbout(left, perAddress - perPlayer, { began, perSecond: perAddress / seconds });
  });

  test('what was used comes back, and a key at rest is gone', async () => {
    const meters = await another();
    const fast = { key: 'fast', rate: { burst: 2, perSecond: 20 } };
    const left = async () => Math.floor((await meters.ask('take', [fast]))?.[0] ?? Number.NaN);
    expect([await left(), await left()]).toEqual([2, 1]);
    await expect.poll(left, { interval: 55 }).toBeGreaterThanOrEqual(1);
    const keys = () => redis.ask((raw) => raw.keys('*fast*'));
    expect(await keys()).toHaveLength(1);
    await expect.poll(keys).toEqual([]);
  });

  test('limits that are off ask nothing', async () => {
    const limits = new Limits(0, await another());
    const commands = async () =>
      Number(/total_commands_processed:(\d+)/.exec(await redis.ask((raw) => raw.info()))?.[1]);
    const before = await commands();
    for (let n = 0; n < 1000; n++) expect(await limits.admit('identity', ana, 0)).toBe(0);
    expect((await commands()) - before).toBeLessThan(20);
  });

  test('for a frozen Redis one request waits, no other one, and each process counts for itself', async () => {
    const meters = [await another(50), await another(50)];
    const limits = meters.map((one) => new Limits(1, one));
    redis.freeze();
    try {
      for (const one of limits) {
        expect(await one.admit('identity', ana, 0)).toBe(0);
        const others = admitted([one], ana);
        expect(await Promise.race([others, nextTurn('they wait')])).toBe(perPlayer - 1);
      }
    } finally {
      redis.thaw();
    }
    await Promise.all(meters.map(untilHere));
    for (const one of limits) expect(await one.admit('identity', ana, 0)).toBeGreaterThan(0);
  });

  test('a Redis that takes no writes counts as away, and the log tells once why', async () => {
    const logged: { reason?: string; msg: string }[] = [];
    const health = new RedisHealth(pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }));
    const meters = new RedisMeters({ url: redis.url, scope: 'a', health });
    open.push(meters);
    await expect.poll(() => health.isUp).toBe(true);
    await redis.ask((raw) => raw.config('SET', 'maxmemory', '1'));
    await expect(versionAt(redis.url, 5000)).rejects.toThrow(/^OOM /);
    await expect.poll(() => health.isUp, { timeout: 5000 }).toBe(false);
    await redis.ask((raw) => raw.config('SET', 'maxmemory', '0'));
    await expect.poll(() => health.isUp, { timeout: 5000 }).toBe(true);
    expect(logged).toMatchObject([{ reason: expect.stringMatching(/^OOM /) }, { msg: 'Redis is back' }]);
  });

  test('a Redis that was killed and comes back empty forgets no process its own count', async () => {
    const meters = [await another(), await another()];
    const [first, second] = meters.map((one) => new Limits(1, one)) as [Limits, Limits];
    expect(await admitted([first], ana)).toBe(perPlayer);
    await redis.kill();
    await expect.poll(async () => await meters[0]?.ask('look', [])).toBeUndefined();
    expect(await admitted([second], ana)).toBe(perPlayer);
    expect(await first.admit('identity', ana, 0)).toBeGreaterThan(0);
    await redis.up();
    await Promise.all(meters.map(untilHere));
    expect(await first.admit('identity', ana, 0)).toBeGreaterThan(0);
    expect(await admitted([first, second], { address: '192.0.2.2', player: 'ben' })).toBe(perPlayer);
  });

  test('keys that are damaged, or of another kind, leave the decision to the process', async () => {
    const limits = new Limits(1, await another());
    await redis.ask((raw) => raw.set(`flower-war:{a}:limit:identity:from:${ana.address}`, 'x'));
    expect(await admitted([limits], ana)).toBe(perPlayer);
  });

  test('guesses at a code count together, and more strictly while Redis is away', async () => {
    const meters = [await another(), await another(), await another()];
    const guesses = meters.map((shared) => new Guesses(shared));
    for (const one of guesses) one.processes = meters.length;
    const tried = async (player: string) => {
      for (let n = 0; ; n++) {
        const one = guesses[n % guesses.length] as Guesses;
        const guess = { address: `10.0.${n}.1`, player, at: 'match M' };
        try {
          expect(await one.try(guess, 0, () => false)).toBe(false);
        } catch {
          return n;
        }
      }
    };
    expect(await tried('ana')).toBe(10);
    await redis.kill();
    await expect.poll(async () => await meters[0]?.ask('look', [])).toBeUndefined();
    expect(await tried('ben')).toBeLessThanOrEqual(12);
    await redis.up();
  });

  test('a right code costs nothing, and many wrong ones at once are counted one by one', async () => {
    const guesses = new Guesses(await another());
    const ben = { address: '192.168.0.1', player: 'ben', at: 'match M' };
    for (let n = 0; n < 50; n++) expect(await guesses.try(ben, 0, () => true)).toBe(true);
    let looked = 0;
    const wrong = () => {
      looked++;
      return false;
    };
    await Promise.allSettled(Array.from({ length: 100 }, () => guesses.try(ben, 0, wrong)));
    expect(looked).toBe(10);
    expect(await guesses.try(ben, HOUR_MS, () => true).catch(() => 'too early')).toBe('too early');
  });
});
