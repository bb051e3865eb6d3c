import { describe, expect, test } from 'vitest';
import { createIdentity } from '../../features/people/identity.ts';
import { DUE, newBox, row } from './noticeOutbox.fixture.ts';
import type { Choice } from './noticeOutbox.ts';

const url = 'https://example.org/';
const DAY = 24 * 60 * 60 * 1000;

function withHook() {
  const box = newBox();
  const hook = box.add({ url });
  const put = (more: Parameters<typeof row>[1] = {}) => {
    const one = row(hook.webhook, more);
    box.outbox.put(one);
    return one.notice;
  };
  const next = (busy: Partial<Choice> = {}) => box.outbox.next({ ...DUE, ...busy })[0];
  const turn = () => put({ kind: 'turn' });
  return { ...box, ...hook, put, turn, next };
}

describe('one turn is told once', () => {
  test('while it waits, no second one is written, even if the player was back', () => {
    const { turn, outbox, player } = withHook();
    turn();
    turn();
    outbox.isBack(player, 'A');
    turn();
    expect(outbox.counts().pending).toBe(1);
  });

  test('once it was sent, the next is written when the player was back, and not before', () => {
    const { turn, outbox, player, next } = withHook();
    turn();
    outbox.delivered(next()!, 1);
    turn();
    outbox.isBack('another player', 'A');
    outbox.isBack(player, 'B');
    turn();
    expect(outbox.counts().pending).toBe(0);
    outbox.isBack(player, 'A');
    turn();
    expect(outbox.counts().pending).toBe(1);
  });

  test('each match and each webhook is told by itself, and other kinds every time', () => {
    const { put, turn, outbox, webhooks, player } = withHook();
    const other = webhooks.add(player, { url }, 0)!.webhook;
    turn();
    put({ kind: 'turn', match: 'B' });
    outbox.put(row(other, { kind: 'turn' }));
    put();
    put();
    expect(outbox.counts().pending).toBe(5);
  });
});

describe('what is sent next', () => {
  test('notices of one match go in their order, one at a time; other matches need not wait', () => {
    const { put, next } = withHook();
    const [first, second, other] = [put(), put(), put({ match: 'B' })];
    expect(next()?.notice).toBe(first);
    expect(next({ notices: [first] })?.notice).toBe(other);
    expect(next({ notices: [first, other] })).toBeUndefined();
    expect(second).not.toBe(first);
  });

  test('while one is to be tried again later, those behind it in the match wait, and go when it is given up', () => {
    const { put, next, outbox } = withHook();
    put();
    const second = put();
    outbox.failed(next()!, { at: 1, reason: 'unreachable', dueAt: 9e9 + 1 });
    expect(next()).toBeUndefined();
    expect(outbox.dueAfter(9e9)).toBe(9e9 + 1);
    const first = next({ now: 9.1e9 })!;
    expect(first.attempts).toBe(1);
    outbox.failed(first, { at: 2, reason: 'unreachable', dueAt: undefined });
    expect(next()?.notice).toBe(second);
  });

  test('a host that is busy is passed over', () => {
    const { put, next, outbox, add } = withHook();
    put();
    const other = row(add({ url: 'https://example.net/' }).webhook, { at: 2000 });
    outbox.put(other);
    expect(next({ hosts: ['example.org'] })?.notice).toBe(other.notice);
    expect(next({ hosts: ['example.org', 'example.net'] })).toBeUndefined();
  });

  test('of each host one is chosen at a time, whoever has waited longest first', () => {
    const { put, outbox, add } = withHook();
    const mine = [put({ match: 'A', at: 3 }), put({ match: 'B', at: 5 })];
    const others = [1, 4].map((at) => row(add({ url: `https://${at}.example/` }).webhook, { at }));
    for (const other of others) outbox.put(other);
    const chosen = outbox.next({ ...DUE, limit: 9 }).map(({ notice }) => notice);
    expect(chosen).toEqual([others[0]!.notice, mine[0], others[1]!.notice]);
  });

  test('a host for which thousands wait does not make the choice slow', () => {
    const { put, next, outbox, add, database } = withHook();
    database.exec('BEGIN');
    for (let n = 0; n < 20_000; n++) put({ match: `${n}` });
    database.exec('COMMIT');
    const other = row(add({ url: 'https://example.net/' }).webhook, { at: 2000 });
    outbox.put(other);
    const began = performance.now();
    for (let n = 0; n < 100; n++) expect(next({ hosts: ['example.org'] })?.notice).toBe(other.notice);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('what is gone', () => {
  test('a webhook that is removed takes its notices with it, and is told nothing any more', () => {
    const { put, turn, webhooks, webhook, player, outbox, next, database } = withHook();
    put();
    turn();
    expect(webhooks.remove('another player', webhook)).toBe(false);
    expect(next()).toBeDefined();
    expect(webhooks.remove(player, webhook)).toBe(true);
    put();
    turn();
    expect(outbox.counts()).toEqual({ pending: 0, failed: 0 });
    expect(database.prepare('SELECT count(*) AS n FROM told_turns').get()).toEqual({ n: 0 });
  });

  test('a player who leaves for good takes webhooks and notices along', () => {
    const { put, player, outbox, webhooks, stores } = withHook();
    put();
    createIdentity(stores, { NAMES_BLOCKED: '', REPORT_DAYS: 1 }, []).forget(player);
    expect(webhooks.of(player)).toEqual([]);
    expect(outbox.counts().pending).toBe(0);
  });

  test('what was given up is kept for thirty days, and what waits for ever', () => {
    const { put, outbox, next } = withHook();
    put();
    outbox.failed(next()!, { at: 1, reason: 'unreachable', dueAt: undefined });
    put();
    outbox.sweep(1000 + 29 * DAY);
    expect(outbox.counts()).toEqual({ pending: 1, failed: 1 });
    outbox.sweep(1000 + 31 * DAY);
    expect(outbox.counts()).toEqual({ pending: 1, failed: 0 });
  });
});

test('a player sees how each webhook does', () => {
  const { put, outbox, next, webhooks, player } = withHook();
  put();
  put({ match: 'B' });
  put({ match: 'C' });
  outbox.delivered(next()!, 5);
  outbox.failed(next()!, { at: 6, reason: 'answered-500', dueAt: undefined });
  const lastFailure = { at: 6, reason: 'answered-500' };
  expect(webhooks.of(player)).toMatchObject([{ url, pending: 1, failed: 1, lastSuccessAt: 5, lastFailure }]);
  expect(JSON.stringify(webhooks.of(player))).not.toContain('secret');
});
