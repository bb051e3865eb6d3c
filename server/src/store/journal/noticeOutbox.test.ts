import { describe, expect, test } from 'vitest';
import { createIdentity } from '../../features/people/identity.ts';
import { DUE, newBox, nextIn, row } from './noticeOutbox.fixture.ts';
import type { Choice } from './noticeOutbox.ts';

const url = 'https://example.org/';
const DAY = 24 * 60 * 60 * 1000;

async function withHook() {
  const box = newBox();
  const hook = await box.add({ url });
  const put = async (more: Parameters<typeof row>[1] = {}) => {
    const one = row(hook.webhook, more);
    await box.outbox.put(one);
    return one.notice;
  };
  const next = (more: Partial<Choice> = {}) => nextIn(box.outbox, more);
  const turn = () => put({ kind: 'turn' });
  return { ...box, ...hook, put, turn, next };
}

const PLAIN = { form: 'signed', wishes: '{}', only_match: null, proof: null };

describe('one turn is told once', () => {
  test('while it waits, no second one is written, even if the player was back', async () => {
    const { turn, outbox, player } = await withHook();
    await turn();
    await turn();
    await outbox.isBack(player, 'A');
    await turn();
    expect((await outbox.counts()).pending).toBe(1);
  });

  test('once it was sent, the next is written when the player was back, and not before', async () => {
    const { turn, outbox, player, next } = await withHook();
    await turn();
    await outbox.delivered((await next())!, 1);
    await turn();
    await outbox.isBack('another player', 'A');
    await outbox.isBack(player, 'B');
    await turn();
    expect((await outbox.counts()).pending).toBe(0);
    await outbox.isBack(player, 'A');
    await turn();
    expect((await outbox.counts()).pending).toBe(1);
  });

  test('one that is moot when it is due was not told, so the next is written', async () => {
    const { turn, put, outbox, next } = await withHook();
    await turn();
    await put({ kind: 'turn', match: 'B' });
    await outbox.drop((await next())!);
    await outbox.delivered((await next())!, 1);
    await turn();
    await put({ kind: 'turn', match: 'B' });
    expect((await outbox.counts()).pending).toBe(1);
  });

  test('each match and each webhook is told by itself, and other kinds every time', async () => {
    const { put, turn, outbox, webhooks, player } = await withHook();
    const other = (await webhooks.add(player, { url }, 0))!.webhook;
    await turn();
    await put({ kind: 'turn', match: 'B' });
    await outbox.put(row(other, { kind: 'turn' }));
    await put();
    await put();
    expect((await outbox.counts()).pending).toBe(5);
  });
});

describe('what is sent next', () => {
  test('notices of one match go in their order, one at a time; other matches need not wait', async () => {
    const { put, next } = await withHook();
    const [first, second, other] = [await put(), await put(), await put({ match: 'B' })];
    expect((await next())?.notice).toBe(first);
    expect((await next({ notices: [first] }))?.notice).toBe(other);
    expect(await next({ notices: [first, other] })).toBeUndefined();
    expect(second).not.toBe(first);
  });

  test('while one is to be tried again later, those behind it in the match wait, and go when it is given up', async () => {
    const { put, next, outbox } = await withHook();
    await put();
    const second = await put();
    await outbox.failed((await next())!, { at: 1, reason: 'unreachable', dueAt: 9e9 + 1 });
    expect(await next()).toBeUndefined();
    expect(await outbox.dueAfter(9e9)).toBe(9e9 + 1);
    const first = (await next({ now: 9.1e9 }))!;
    expect(first.attempts).toBe(1);
    await outbox.failed(first, { at: 2, reason: 'unreachable', dueAt: undefined });
    expect((await next())?.notice).toBe(second);
  });

  test('a host that is busy is passed over', async () => {
    const { put, next, outbox, add } = await withHook();
    await put();
    const other = row((await add({ url: 'https://example.net/' })).webhook, { at: 2000 });
    await outbox.put(other);
    const busy = { ...DUE, mostPerHost: 1 };
    await outbox.lease(busy);
    expect((await outbox.lease(busy))[0]?.notice).toBe(other.notice);
    await put({ match: 'B' });
    expect(await next(busy)).toBeUndefined();
    expect(await next({ mostPerHost: 2 })).toBeDefined();
  });

  test('a player with a hundred hosts has no more under way than one with one', async () => {
    const { outbox, add, player, stores } = await withHook();
    for (let n = 0; n < 100; n++) {
      const hook = { webhook: `h${n}`, player, url, host: `${n}.example`, events: '[]', secret: 's', at: 0, ...PLAIN };
      await stores.webhooks.add(hook, 1000);
      await outbox.put(row(hook.webhook, { at: 1 }));
    }
    const other = row((await add({ url: 'https://99.example/' })).webhook, { at: 2000 });
    await outbox.put(other);
    const chosen: string[] = [];
    const terms = { ...DUE, limit: 16, mostPerPlayer: 2 };
    for (let look = 0; look < 9; look++) chosen.push(...(await outbox.lease(terms)).map(({ webhook }) => webhook));
    expect(chosen).toEqual(['h0', 'h1', other.webhook]);
  });

  test('a webhook that failed the last time comes after all others', async () => {
    const { put, outbox, add } = await withHook();
    await put({ at: 1 });
    const [failing] = await outbox.lease(DUE);
    await outbox.failed(failing!, { at: 2, reason: 'timeout', dueAt: 3 });
    const other = row((await add({ url: 'https://example.net/' })).webhook, { at: 2000 });
    await outbox.put(other);
    const order = (await outbox.lease({ ...DUE, limit: 9 })).map(({ notice }) => notice);
    expect(order).toEqual([other.notice, failing!.notice]);
  });

  test('a webhook that took its last notice comes first, and only that many of the others go', async () => {
    const { outbox, add } = await withHook();
    const hooks: string[] = [];
    for (const n of [1, 2, 3, 4]) hooks.push((await add({ url: `https://${n}.example/` })).webhook);
    const put = async () => {
      for (const [n, webhook] of hooks.entries()) await outbox.put(row(webhook, { at: n, match: `${n}` }));
    };
    await put();
    const sent = await outbox.lease({ ...DUE, limit: 9 });
    expect(sent.map(({ unproven }) => unproven)).toEqual([1, 1, 1, 1]);
    for (const due of sent) {
      if (due.webhook === hooks[0]) await outbox.failed(due, { at: 5, reason: 'timeout', dueAt: undefined });
      else if (due.webhook === hooks[3]) await outbox.delivered(due, 5);
      else await outbox.release(due);
    }
    await put();
    const next = await outbox.lease({ ...DUE, limit: 9, limitUnproven: 2 });
    expect(next.map(({ webhook }) => webhook)).toEqual([hooks[3], hooks[1], hooks[2]]);
    expect(await outbox.lease({ ...DUE, limit: 9, limitUnproven: 0 })).toEqual([]);
  });

  test('of each host one is chosen at a time, the longest waiting first', async () => {
    const { put, outbox, add } = await withHook();
    const mine = [await put({ match: 'A', at: 3 }), await put({ match: 'B', at: 5 })];
    const hookOf = async (at: number) => (await add({ url: `https://${at}.example/` })).webhook;
    const others = [row(await hookOf(1), { at: 1 }), row(await hookOf(4), { at: 4 })];
    for (const other of others) await outbox.put(other);
    const chosen = (await outbox.lease({ ...DUE, limit: 9 })).map(({ notice }) => notice);
    expect(chosen).toEqual([others[0]!.notice, mine[0], others[1]!.notice]);
  });

  test('a host for which thousands wait does not make the choice slow', async () => {
    const { put, next, outbox, add } = await withHook();
    const other = row((await add({ url: 'https://example.net/' })).webhook, { at: 2000 });
    await outbox.put(other);
    const busy = { ...DUE, mostPerHost: 1 };
    const wait = async (many: number) => {
      for (let n = 0; n < many; n++) await put({ match: `${many} ${n}` });
      return quickest(async () => expect((await next(busy))?.notice).toBe(other.notice));
    };
    await put();
    await outbox.lease(busy);
    const withFew = await wait(20);
    // To look at each of them would take a hundred times as long.
    expect(await wait(20_000)).toBeLessThan(10 * withFew);
  });
});

describe('what one process has leased', () => {
  test('no other sends until the lease is over, nor what follows in the match; then it is sent again', async () => {
    const { put, next, outbox } = await withHook();
    const first = await put();
    await put();
    expect((await outbox.lease({ ...DUE, now: 5000 })).map(({ notice }) => notice)).toEqual([first]);
    expect(await next({ now: 5999 })).toBeUndefined();
    expect((await next({ now: 6000 }))?.notice).toBe(first);
    expect(await next({ now: 6000, notices: [first] })).toBeUndefined();
  });

  test('and does not send, another may send at once', async () => {
    const { put, next, outbox } = await withHook();
    const first = await put();
    const [due] = await outbox.lease(DUE);
    await outbox.release(due!);
    expect((await next())?.notice).toBe(first);
  });

  test('too late, has failed once if another tried meanwhile, and is gone if another delivered it', async () => {
    const { put, next, outbox } = await withHook();
    await put();
    const [late] = await outbox.lease({ ...DUE, now: 5000 });
    const [other] = await outbox.lease({ ...DUE, now: 7000 });
    await outbox.failed(other!, { at: 8000, reason: 'timeout', dueAt: 8000 });
    await outbox.failed(late!, { at: 8001, reason: 'timeout', dueAt: 99_000 });
    expect(await next({ now: 8001 })).toMatchObject({ attempts: 1 });
    await outbox.delivered(late!, 8002);
    expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
  });
});

describe('what is gone', () => {
  test('a webhook that is removed takes its notices with it, and is told nothing any more', async () => {
    const { put, turn, webhooks, webhook, player, outbox, next, database } = await withHook();
    await put();
    await turn();
    expect(await webhooks.remove('another player', webhook)).toBe(false);
    expect(await next()).toBeDefined();
    expect(await webhooks.remove(player, webhook)).toBe(true);
    await put();
    await turn();
    expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
    expect(database.prepare('SELECT count(*) AS n FROM told_turns').get()).toEqual({ n: 0 });
  });

  test('a player who leaves for good takes webhooks and notices along', async () => {
    const { put, player, outbox, webhooks, stores } = await withHook();
    await put();
    await createIdentity(stores, { NAMES_BLOCKED: '', REPORT_DAYS: 1 }).forget(player);
    expect(await webhooks.of(player)).toEqual([]);
    expect((await outbox.counts()).pending).toBe(0);
  });

  test('what was given up is kept for thirty days, and what waits for ever', async () => {
    const { put, outbox, next } = await withHook();
    await put();
    await outbox.failed((await next())!, { at: 1, reason: 'unreachable', dueAt: undefined });
    await put();
    await outbox.sweep(1000 + 29 * DAY);
    expect(await outbox.counts()).toEqual({ pending: 1, failed: 1 });
    await outbox.sweep(1000 + 31 * DAY);
    expect(await outbox.counts()).toEqual({ pending: 1, failed: 0 });
  });
});

test('a player sees how each webhook does', async () => {
  const { put, outbox, next, webhooks, player } = await withHook();
  await put();
  await put({ match: 'B' });
  await put({ match: 'C' });
  await outbox.delivered((await next())!, 5);
  await outbox.failed((await next())!, { at: 6, reason: 'answered-500', dueAt: undefined });
  const lastFailure = { at: 6, reason: 'answered-500' };
  expect(await webhooks.of(player)).toMatchObject([{ url, pending: 1, failed: 1, lastSuccessAt: 5, lastFailure }]);
  expect(JSON.stringify(await webhooks.of(player))).not.toContain('secret');
});

/** In milliseconds. The quickest of many runs tells what the work costs, also beside other programs. */
async function quickest(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 100; run++) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

describe('a reminder', () => {
  const reminder = { kind: 'reminder', dueAt: 5000 } as const;

  test('waits for its time and keeps nothing waiting that happens meanwhile, and nothing keeps it waiting', async () => {
    const { put, outbox, next } = await withHook();
    await put(reminder);
    const ended = await put({ kind: 'ended' });
    expect((await next({ now: 4999 }))?.notice).toBe(ended);
    await outbox.delivered((await next({ now: 4999 }))!, 1);
    await put({ kind: 'started', dueAt: 9000 });
    const last = await put(reminder);
    expect((await next({ now: 5000 }))?.notice).toBe(last);
  });

  test('takes the place of the one of the decision before, in its match and webhook alone', async () => {
    const { put, outbox, webhooks, player, next } = await withHook();
    const other = (await webhooks.add(player, { url }, 0))!.webhook;
    await outbox.put(row(other, reminder));
    await put({ ...reminder, match: 'B' });
    await put(reminder);
    const last = await put(reminder);
    expect((await outbox.counts()).pending).toBe(3);
    expect((await next({ now: 5000 }))?.notice).not.toBe(last);
    expect(await webhooks.of(player)).toMatchObject([{ pending: 0 }, { pending: 0 }]);
  });

  test('that comes too early waits on, and one that is moot is gone', async () => {
    const { put, outbox, next } = await withHook();
    await put(reminder);
    await outbox.postpone((await next({ now: 5000 }))!, { dueAt: 6000, body: '{"later":1}' });
    expect(await next({ now: 5999 })).toBeUndefined();
    const due = (await next({ now: 6000 }))!;
    expect(due).toMatchObject({ body: '{"later":1}', attempts: 0 });
    await outbox.drop(due);
    expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
  });
});

describe('a digest', () => {
  const digest = { hour: 8, zone: 'UTC' };

  async function withDigest() {
    const box = newBox();
    const hook = await box.add({ url, form: 'slack', digest });
    const put = async (more: Parameters<typeof row>[1] = {}) => {
      const one = row(hook.webhook, { dueAt: 5000, ...more });
      return (await box.outbox.put(one)) ? one.notice : undefined;
    };
    return { ...box, ...hook, put };
  }

  test('is leased whole, so that no other process sends a part of it, and goes as a whole', async () => {
    const { put, outbox } = await withDigest();
    const [turn, started, late] = [await put({ kind: 'turn' }), await put({ match: 'B' }), await put({ dueAt: 9000 })];
    const [reminder, test] = [await put({ kind: 'reminder' }), await put({ kind: 'test', match: '' })];
    const [due] = await outbox.lease({ ...DUE, now: 5000 });
    expect([due!.notice, ...due!.others!.map(({ notice }) => notice)]).toEqual([turn, started]);
    const rest = [reminder, test, late];
    for (const one of await outbox.lease({ ...DUE, now: 5000, mostPerHost: 9 })) {
      expect(rest).toContain(one.notice);
      expect(one.others).toBeUndefined();
    }
    await outbox.delivered(due!, 1);
    expect((await outbox.counts()).pending).toBe(3);
  });

  test('that fails is tried again whole, and each try counts', async () => {
    const { put, outbox } = await withDigest();
    await put();
    await put({ match: 'B' });
    const [due] = await outbox.lease({ ...DUE, now: 5000 });
    await outbox.failed(due!, { at: 5001, reason: 'unreachable', dueAt: 6000 });
    expect(await outbox.lease({ ...DUE, now: 5999 })).toEqual([]);
    const [again] = await outbox.lease({ ...DUE, now: 6000 });
    expect([again!.attempts, again!.others!.map(({ attempts }) => attempts)]).toEqual([1, [1]]);
    await outbox.release(again!);
    expect((await outbox.lease({ ...DUE, now: 6000 }))[0]?.others).toHaveLength(1);
  });

  test('that waits for another try goes with the next one, in one message', async () => {
    const { put, outbox } = await withDigest();
    const lost = await put();
    const [due] = await outbox.lease({ ...DUE, now: 5000 });
    await outbox.failed(due!, { at: 5001, reason: 'unreachable', dueAt: 9500 });
    const news = await put({ match: 'B', dueAt: 9000 });
    expect(await outbox.lease({ ...DUE, now: 8999 })).toEqual([]);
    const [both] = await outbox.lease({ ...DUE, now: 9000, mostPerHost: 9 });
    expect([both!.notice, ...both!.others!.map(({ notice }) => notice)]).toEqual([news, lost]);
    await outbox.delivered(both!, 9001);
    expect((await outbox.counts()).pending).toBe(0);
  });

  test('that is on its way goes with no other one, also if its outcome could not be written', async () => {
    const { put, outbox } = await withDigest();
    const first = [await put(), await put({ match: 'B' })].map(String);
    await outbox.lease({ ...DUE, now: 5000 });
    const late = await put({ match: 'C' });
    const [other] = await outbox.lease({ ...DUE, now: 5000, mostPerHost: 9 });
    expect(other).toMatchObject({ notice: late, others: [] });
    await outbox.release(other!);
    const [again] = await outbox.lease({ ...DUE, now: 7000, notices: first });
    expect(again).toMatchObject({ notice: late, others: [] });
  });

  test('gives up its old lines, and tries the young ones again', async () => {
    const { put, outbox } = await withDigest();
    await put({ at: 1000 });
    const young = await put({ match: 'B', at: 2000 });
    const [due] = await outbox.lease({ ...DUE, now: 5000 });
    await outbox.failed(due!, { at: 5001, reason: 'unreachable', dueAt: 6000, tooOld: 1000 });
    expect(await outbox.counts()).toEqual({ pending: 1, failed: 1 });
    expect((await outbox.lease({ ...DUE, now: 6000 }))[0]).toMatchObject({ notice: young, others: [] });
  });

  test('that comes too early waits on as a whole', async () => {
    const { put, outbox } = await withDigest();
    const bodies = ['{"line":1}', '{"line":2}'];
    await put({ body: bodies[0]! });
    await put({ match: 'B', body: bodies[1]! });
    const [due] = await outbox.lease({ ...DUE, now: 5000 });
    await outbox.postpone(due!, { dueAt: 6000, body: due!.body });
    expect(await outbox.lease({ ...DUE, now: 5999, leaseMs: 0 })).toEqual([]);
    const [again] = await outbox.lease({ ...DUE, now: 6000 });
    expect([again!.body, ...again!.others!.map(({ body }) => body)]).toEqual(bodies);
  });

  test('that was told lets the next turn be told, also if the player was not connected meanwhile', async () => {
    const { put, outbox } = await withDigest();
    await put({ kind: 'turn' });
    expect(await put({ kind: 'turn' })).toBeUndefined();
    await outbox.delivered((await outbox.lease({ ...DUE, now: 5000 }))[0]!, 1);
    expect(await put({ kind: 'turn' })).toBeDefined();
  });
});

describe('a webhook that is paused', () => {
  test('gets nothing more, also not what waits or what a process writes that does not know it yet', async () => {
    const { put, outbox, stores, webhook, webhooks, player } = await withHook();
    await put();
    await put({ dueAt: 9000 });
    expect(await stores.webhooks.pause(webhook, 'stopped')).toMatchObject({ player });
    await put();
    expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
    expect(await webhooks.of(player)).toMatchObject([{ paused: 'stopped' }]);
    expect(await stores.webhooks.hooksOf(player)).toEqual([]);
    expect(await stores.webhooks.everyHook()).toEqual([]);
    expect(await stores.webhooks.pause(webhook, 'refused')).toBeUndefined();
  });

  test('was refused several times in a row; one delivery begins the count anew', async () => {
    const { put, outbox, next, stores, webhook, webhooks, player } = await withHook();
    const refused = async () => {
      await put();
      await outbox.failed((await next())!, { at: 1, reason: 'refused-550', dueAt: undefined });
      await stores.webhooks.refused(webhook, 2);
    };
    await refused();
    await put();
    await outbox.delivered((await next())!, 1);
    await refused();
    expect((await webhooks.of(player))[0]).not.toHaveProperty('paused');
    await put();
    await refused();
    expect(await webhooks.of(player)).toMatchObject([{ paused: 'refused', pending: 0 }]);
  });
});
