import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Announced, Announcer } from './announcements.ts';
import { noRedis, TestRedis } from './redis.fixture.ts';
import { RedisCarrier, RedisHealth, versionAt } from './redis.ts';

/** A connection looks once a second. */
const LONG = { timeout: 5000 } as const;

let redis: TestRedis;
const open: Announcer[] = [];
const logged: { level: number; msg: string; reason?: string }[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  if (noRedis === undefined) redis = await TestRedis.start();
});
afterAll(() => redis?.kill());
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
  logged.length = 0;
});

function another(scope = 'a'): Announcer {
  const made = new Announcer(log, [new RedisCarrier({ url: redis.url, scope, health: new RedisHealth(log) })]);
  open.push(made);
  return made;
}

/** Resolves when what `from` tells reaches `to`. */
async function untilHeard(from: Announcer, to: Announcer): Promise<void> {
  let isHeard = false;
  const stop = to.on('ledger', ({ temple }) => {
    isHeard ||= temple === 'probe';
  });
  await vi.waitUntil(
    () => {
      if (!isHeard) from.tell('ledger', { temple: 'probe' });
      return isHeard;
    },
    { timeout: 15_000, interval: 20 },
  );
  stop();
}

describe.skipIf(noRedis !== undefined)(`announcements over Redis ${noRedis ?? ''}`, () => {
  test('all others hear what one tells, and the teller does not', async () => {
    const [ana, ben, cai] = [another(), another(), another()];
    await untilHeard(ana, ben);
    await untilHeard(ana, cai);
    const heard: string[] = [];
    for (const [name, one] of [
      ['ana', ana],
      ['ben', ben],
      ['cai', cai],
    ] as const)
      one.on('name', ({ player }) => void heard.push(`${name}: ${player}`));
    ana.tell('name', { player: 'p1' });
    await expect.poll(() => heard.length).toBe(2);
    await untilHeard(ana, ben);
    expect(heard.toSorted()).toEqual(['ben: p1', 'cai: p1']);
  });

  test('servers with other data hear nothing of it', async () => {
    const [ana, ben, stranger] = [another('a'), another('a'), another('b')];
    const friend = another('b');
    await untilHeard(ana, ben);
    await untilHeard(friend, stranger);
    const heard = vi.fn();
    stranger.on('name', heard);
    ana.tell('name', { player: 'p1' });
    await untilHeard(ana, ben);
    await untilHeard(friend, stranger);
    expect(heard).not.toHaveBeenCalled();
  });

  test('what does not parse is dropped and logged, and the next announcement is heard', async () => {
    const [ana, ben] = [another(), another()];
    await untilHeard(ana, ben);
    const heard: Announced<'rematch'>[] = [];
    ben.on('rematch', (told) => void heard.push(told));
    const said = (more: object) => JSON.stringify({ from: 'x', n: 1, topic: 'rematch', ...more });
    const bad = ['', '{', 'null', '[]', said({ n: 'x' }), said({ told: { match: 7 } }), '"'.repeat(300_000)];
    await redis.ask(async (raw) => {
      for (const text of bad) await raw.publish('flower-war:a', text);
      for (const topic of ['soothsaying', '__proto__', 'toString'])
        await raw.publish('flower-war:a', said({ topic, n: topic.length, told: {} }));
    });
    ana.tell('rematch', { match: 'M1', rematch: 'M2' });
    await expect.poll(() => heard.length).toBe(1);
    expect(heard).toEqual([{ match: 'M1', rematch: 'M2' }]);
    expect(logged.filter(({ msg }) => msg.includes('was dropped'))).toHaveLength(2 * bad.length);
  });

  test('a field that only a newer version knows does not spoil an announcement', async () => {
    const [ana, ben] = [another(), another()];
    await untilHeard(ana, ben);
    const heard: unknown[] = [];
    ben.on('name', (told) => void heard.push(told));
    ana.tell('name', { player: 'p1', since: 7 } as Announced<'name'>);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard).toEqual([{ player: 'p1' }]);
  });

  test('a listener that throws is logged, and the others still hear', async () => {
    const [ana, ben] = [another(), another()];
    await untilHeard(ana, ben);
    const heard = vi.fn();
    ben.on('ban', () => {
      throw new Error('broken');
    });
    ben.on('ban', heard);
    ana.tell('ban', { player: 'p1' });
    await expect.poll(() => heard.mock.calls.length).toBe(1);
    expect(logged.some(({ msg }) => msg === 'an announcement could not be handled')).toBe(true);
  });

  test('while Redis is away tell returns at once, nothing is sent later, and all goes on when it is back', async () => {
    const [ana, ben] = [another(), another()];
    await untilHeard(ana, ben);
    const heard: string[] = [];
    ben.on('name', ({ player }) => void heard.push(player));
    await redis.kill();
    for (let n = 0; n < 5000; n++) ana.tell('name', { player: 'lost' });
    await redis.up();
    await untilHeard(ana, ben);
    ana.tell('name', { player: 'p2' });
    await expect.poll(() => heard).toContain('p2');
    expect(heard).toEqual(['p2']);
    expect(logged.filter(({ msg }) => msg.startsWith('Redis is away'))).toHaveLength(2);
    expect(logged.filter(({ msg }) => msg === 'Redis is back')).toHaveLength(2);
    expect(logged).toHaveLength(4);
  });

  test('a frozen Redis is noticed, costs the teller nothing, and all goes on when it thaws', async () => {
    const [ana, ben] = [another(), another()];
    await untilHeard(ana, ben);
    redis.freeze();
    try {
      for (let n = 0; n < 5000; n++) ana.tell('name', { player: 'x'.repeat(100) });
      await expect.poll(() => logged.filter(({ msg }) => msg.startsWith('Redis is away'))).toHaveLength(2);
    } finally {
      redis.thaw();
    }
    await untilHeard(ana, ben);
  });

  test('a Redis that lets its user use no channels counts as away, and all goes on once it does', async () => {
    const health = new RedisHealth(log);
    const ben = new Announcer(log, [new RedisCarrier({ url: redis.url, scope: 'a', health })]);
    open.push(ben);
    const ana = another();
    await untilHeard(ana, ben);
    await redis.ask((raw) => raw.call('ACL', 'SETUSER', 'default', 'resetchannels'));
    try {
      await expect.poll(() => logged.filter(({ reason }) => reason?.startsWith('NOPERM')), LONG).toHaveLength(2);
      expect(health.isUp).toBe(false);
      await expect(versionAt(redis.url, 5000)).rejects.toThrow(/^NOPERM /);
    } finally {
      await redis.ask((raw) => raw.call('ACL', 'SETUSER', 'default', 'allchannels'));
    }
    await untilHeard(ana, ben);
    await expect.poll(() => health.isUp, LONG).toBe(true);
  });

  test('Redis is back only when all connections of the process are', async () => {
    const health = new RedisHealth(log);
    const away = new RedisCarrier({ url: 'redis://127.0.0.1:1', scope: 'a', health });
    await expect.poll(() => logged.length).toBeGreaterThan(0);
    const here = new Announcer(log, [new RedisCarrier({ url: redis.url, scope: 'a', health })]);
    await untilHeard(another(), here);
    expect(health.isUp).toBe(false);
    away.stop();
    await here.stop();
    expect(logged.map(({ msg }) => msg.slice(0, 13))).toEqual(['Redis is away']);
  });

  test('a Redis that is not there is told once, without the password', async () => {
    const url = 'redis://:sesame@127.0.0.1:1';
    const alone = new Announcer(log, [new RedisCarrier({ url, scope: 'a', health: new RedisHealth(log) })]);
    alone.tell('name', { player: 'p1' });
    await expect.poll(() => logged.length).toBeGreaterThan(0);
    await wait(500);
    await alone.stop();
    expect(logged.filter(({ msg }) => msg.startsWith('Redis is away'))).toHaveLength(1);
    expect(logged[0]?.reason).toContain('ECONNREFUSED');
    expect(JSON.stringify(logged)).not.toContain('sesame');
  });
});
