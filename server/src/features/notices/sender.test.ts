/** The sender with real sockets, a real outbox, and a clock that the test moves. */
import { createECDH } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hostedGames } from '../../base/hostedGames.ts';
import type { OutboxRow } from '../../store/journal/journal.ts';
import { DUE, newBox, nextIn, Receiver, row } from '../../store/journal/noticeOutbox.fixture.ts';
import { CERTIFICATE, KEY } from './hookExample.fixture.ts';
import { type Policy, posting, signatureOf } from './post.ts';
import { pushSender } from './push.ts';
import { NoticeSender } from './sender.ts';
import { standingIn, timely } from './standing.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const AT_ONE_TIME = { now: () => 1000, report: () => {}, refused: async () => {}, drop: async () => {} };

const POSTING = {
  publicUrl: 'https://play.example',
  push: pushSender('1'.repeat(64), ''),
  mail: async () => 'mail-off',
};

interface Parts {
  readonly policy?: Policy;
  readonly names?: Readonly<Record<string, readonly string[]>>;
}

async function sending({ policy = 'any', names = {} }: Parts = {}) {
  const receiver = await Receiver.open();
  const box = newBox();
  const clock = { now: 1000 };
  const now = () => clock.now;
  const [counted, problems]: [string[], string[]] = [[], []];
  const resolve = async (host: string) => names[host] ?? ['127.0.0.1'];
  const tools = {
    outbox: box.outbox,
    post: timely(posting({ policy, resolve, now, wall: now, ...POSTING }), {
      standing: standingIn({ journal: box.journal, engineOf: hostedGames().engineOf, now }),
      now,
    }),
    now,
    report: (problem: string) => problems.push(problem),
    count: (outcome: string) => counted.push(outcome),
    drop: async (webhook: string) => void (await box.webhooks.drop(webhook)),
    refused: async () => {},
  };
  const sender = new NoticeSender(tools);
  sender.start();
  closing.push(
    () => sender.stop(),
    () => receiver.close(),
  );
  const put = async (notice: OutboxRow) => {
    if (await box.outbox.put(notice)) sender.wake();
  };
  /** Moves the clock and wakes the sender. */
  const pass = async (ms: number, attempts: number) => {
    clock.now += ms;
    sender.wake();
    await expect.poll(() => counted.length).toBe(attempts);
  };
  return { ...box, put, receiver, clock, counted, problems, sender, pass };
}

test('what is put is sent: the body as it is, signed, under its id', async () => {
  const { add, outbox, put, receiver, counted } = await sending();
  const { webhook, secret } = await add({ url: receiver.urlFor() });
  const notice = row(webhook);
  await put(notice);
  await expect.poll(() => counted).toEqual(['sent']);
  const [got] = receiver.got;
  expect(got).toMatchObject({ id: notice.notice, body: notice.body });
  expect(got!.headers['flower-war-signature']).toBe(signatureOf(notice.body, secret, 1000));
  expect(got!.headers['content-type']).toBe('application/json');
  expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
});

test('a receiver that fails three times gets it at last, each time with the same id, later and later', async () => {
  const { add, outbox, put, receiver, counted, pass, webhooks, clock } = await sending();
  const { webhook, player } = await add({ url: receiver.urlFor() });
  receiver.statuses = [500, 404, 429];
  const notice = row(webhook);
  await put(notice);
  await expect.poll(() => counted).toEqual(['failed']);
  await pass(3000, 1);
  await pass(4000, 2);
  await pass(7000, 2);
  await pass(6000, 3);
  expect(await webhooks.of(player)).toMatchObject([
    { pending: 1, lastFailure: { at: clock.now, reason: 'answered-429' } },
  ]);
  await pass(25_000, 4);
  expect(receiver.ids).toEqual(Array(4).fill(notice.notice));
  expect(counted).toEqual(['failed', 'failed', 'failed', 'sent']);
  expect(await outbox.counts()).toEqual({ pending: 0, failed: 0 });
});

test('after three days it is given up, and the player can see it', async () => {
  const { add, put, receiver, counted, pass, webhooks } = await sending();
  const { webhook, player } = await add({ url: receiver.urlFor() });
  receiver.statuses = Array(200).fill(503);
  await put(row(webhook));
  for (let attempts = 1; counted.at(-1) !== 'given-up'; attempts++) await pass(2 * HOUR, attempts);
  expect(counted.at(-1)).toBe('given-up');
  expect(await webhooks.of(player)).toMatchObject([{ pending: 0, failed: 1 }]);
  const { length } = receiver.got;
  expect(length).toBe((3 * DAY) / HOUR / 2);
  await pass(DAY, counted.length);
  expect(receiver.got).toHaveLength(length);
});

describe('a hostile receiver', () => {
  test('is not followed where it points', async () => {
    const { add, put, receiver, counted, webhooks } = await sending();
    const elsewhere = await Receiver.open();
    closing.push(() => elsewhere.close());
    receiver.statuses = [302, 307, 308];
    receiver.headers = { location: elsewhere.urlFor() };
    const { player, webhook } = await add({ url: receiver.urlFor() });
    for (const match of ['A', 'B', 'C']) await put(row(webhook, { match }));
    await expect.poll(() => counted).toEqual(['failed', 'failed', 'failed']);
    expect(elsewhere.got).toEqual([]);
    expect((await webhooks.of(player))[0]?.lastFailure?.reason).toMatch(/^answered-30/);
  });

  test('is not listened to for long', async () => {
    const { add, put, receiver, counted } = await sending();
    receiver.text = 'x'.repeat(50_000_000);
    await put(row((await add({ url: receiver.urlFor() })).webhook));
    await expect.poll(() => counted).toEqual(['sent']);
    await expect.poll(() => receiver.wasCutOff).toBe(true);
  });

  test.each([
    ['goes over to another protocol', ['HTTP/1.1 101 Any', 'Upgrade: x', 'Connection: Upgrade'], 'answered-101'],
    ['never ends its answer', ['HTTP/1.1 200 Any', 'Content-Length: 10'], 'delivered'],
  ])('that %s is judged by its status', async (_, head, outcome) => {
    const { add, outbox } = newBox();
    const answer = [...head, '', ''].join('\r\n');
    const server = createServer((socket) => void socket.once('data', () => socket.write(answer)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { webhook } = await add({ url: `http://127.0.0.1:${port}/` });
    await outbox.put(row(webhook));
    const late = new AbortController();
    const hasCome = () => void setImmediate(() => late.abort());
    subscribe('http.client.response.finish', hasCome);
    closing.push(
      () => unsubscribe('http.client.response.finish', hasCome),
      () => server.close(),
    );
    const post = posting({ ...POSTING, policy: 'any', resolve: async () => [], now: () => 1000, wall: () => 1000 });
    expect(await post((await nextIn(outbox))!, late.signal)).toBe(outcome);
  });

  test('whose name leads inside by now gets nothing', async () => {
    const names = { 'moved.example': ['127.0.0.1'] };
    const { add, put, receiver, counted, webhooks } = await sending({ policy: 'public', names });
    const { player, webhook } = await add({ url: receiver.urlFor('moved.example').replace('http', 'https') });
    await put(row(webhook));
    await expect.poll(() => counted).toEqual(['failed']);
    expect((await webhooks.of(player))[0]?.lastFailure?.reason).toBe('private-address');
    expect(receiver.got).toEqual([]);
  });

  test('that says nothing keeps no other waiting, and gets no third at once', async () => {
    const { add, put, receiver, counted } = await sending();
    const silent = createServer((socket) => closing.push(() => socket.destroy())).listen(0, '127.0.0.1');
    closing.push(() => silent.close());
    let connections = 0;
    silent.on('connection', () => connections++);
    await expect.poll(() => silent.listening).toBe(true);
    const { port } = silent.address() as { port: number };
    const { webhook } = await add({ url: `http://silent.example:${port}/` });
    for (let n = 0; n < 40; n++) await put(row(webhook, { match: `silent ${n}` }));
    const other = row((await add({ url: receiver.urlFor('other.example') })).webhook);
    await put(other);
    await expect.poll(() => counted).toEqual(['sent']);
    expect(receiver.ids).toEqual([other.notice]);
    expect(connections).toBe(2);
  });

  test('keep no honest notice waiting, from forty players or four hundred', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    closing.push(() => vi.useRealTimers());
    const { add, outbox } = newBox();
    const [posted, counted]: [string[], string[]] = [[], []];
    const post = (due: { url: string }, signal: AbortSignal) => {
      posted.push(due.url);
      if (due.url.includes('honest')) return Promise.resolve('delivered');
      return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('timeout')));
    };
    const count = (outcome: string) => counted.push(outcome);
    const sender = new NoticeSender({ outbox, post, ...AT_ONE_TIME, count });
    const putAll = async (urls: readonly string[]) => {
      for (const url of urls) await outbox.put(row((await add({ url })).webhook, { at: 1 }));
    };
    const silent = (many: number) => Array.from({ length: many }, (_, n) => `https://${many}-${n}.example/`);
    await putAll([...silent(40), 'https://honest.example/']);
    sender.start();
    while (!counted.includes('sent')) await vi.advanceTimersByTimeAsync(100);
    expect(posted).toHaveLength(41);
    expect(counted).toEqual(['sent']);
    await putAll([...silent(400), 'https://honest.example/']);
    sender.wake();
    let most = 0;
    while (counted.filter((outcome) => outcome === 'sent').length < 2) {
      await vi.advanceTimersByTimeAsync(100);
      most = Math.max(most, posted.length - counted.length);
    }
    expect(most).toBeLessThanOrEqual(16 + 128);
    const stopped = sender.stop();
    await vi.advanceTimersByTimeAsync(2000);
    await stopped;
  });

  test('is called after all webhooks that took their last notice, and leaves them room', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    closing.push(() => vi.useRealTimers());
    const { add, outbox } = newBox();
    const posted: string[] = [];
    const post = ({ host }: { host: string }, signal: AbortSignal) => {
      posted.push(host);
      if (host === 'known.example') return Promise.resolve('delivered');
      return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('timeout')));
    };
    const sender = new NoticeSender({ outbox, post, ...AT_ONE_TIME, count: () => {} });
    const { webhook } = await add({ url: 'https://known.example/' });
    const tell = async (match: string) => {
      await outbox.put(row(webhook, { match }));
      sender.wake();
      const before = posted.length;
      while (!posted.slice(before).includes('known.example')) await vi.advanceTimersByTimeAsync(10);
    };
    sender.start();
    await tell('before the crowd');
    for (let n = 0; n < 400; n++) await outbox.put(row((await add({ url: `https://silent${n}.example/` })).webhook));
    sender.wake();
    while (posted.length === 1) await vi.advanceTimersByTimeAsync(10);
    expect(posted).toHaveLength(1 + 12);
    for (const match of ['A', 'B', 'C']) await tell(match);
    expect(posted.length).toBeLessThan(200);
    const stopped = sender.stop();
    await vi.advanceTimersByTimeAsync(2000);
    await stopped;
  });

  test('ends no call to a webhook that took its last notice, although that one has waited longest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    closing.push(() => vi.useRealTimers());
    const { add, outbox } = newBox();
    const called = new Map<string, AbortSignal>();
    let isSlow = false;
    const post = ({ host }: { host: string }, signal: AbortSignal) => {
      called.set(host, signal);
      if (host === 'known.example' && !isSlow) return Promise.resolve('delivered');
      return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('timeout')));
    };
    const counted: string[] = [];
    const count = (outcome: string) => counted.push(outcome);
    const sender = new NoticeSender({ outbox, post, ...AT_ONE_TIME, count });
    const { webhook } = await add({ url: 'https://known.example/' });
    await outbox.put(row(webhook));
    sender.start();
    while (counted.length === 0) await vi.advanceTimersByTimeAsync(10);
    isSlow = true;
    await outbox.put(row(webhook, { match: 'B' }));
    sender.wake();
    await vi.advanceTimersByTimeAsync(2000);
    for (let n = 0; n < 200; n++) await outbox.put(row((await add({ url: `https://silent${n}.example/` })).webhook));
    sender.wake();
    while (!counted.includes('failed')) await vi.advanceTimersByTimeAsync(100);
    expect(called.get('known.example')?.aborted).toBe(false);
    const stopped = sender.stop();
    await vi.advanceTimersByTimeAsync(2000);
    await stopped;
  });

  test('whose certificate is not its own gets nothing', async () => {
    const { add, put, receiver, counted, webhooks } = await sending();
    const { player, webhook } = await add({ url: receiver.urlFor().replace('http', 'https') });
    await put(row(webhook));
    await expect.poll(() => counted).toEqual(['failed']);
    expect((await webhooks.of(player))[0]?.lastFailure?.reason).toMatch(/^(certificate|unreachable)$/);
    expect(receiver.got).toEqual([]);
  });
});

test('by https, to who has the certificate of the name, and to nobody else at the same address', async () => {
  setDefaultCACertificates([...getCACertificates(), CERTIFICATE]);
  const hosts: string[] = [];
  const secure = createHttps({ key: KEY, cert: CERTIFICATE }, ({ headers }, response) => {
    hosts.push(headers.host ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  closing.push(() => secure.close());
  await expect.poll(() => secure.listening).toBe(true);
  const { port } = secure.address() as { port: number };
  const { add, put, counted, webhooks } = await sending();
  await put(row((await add({ url: `https://hook.example:${port}/` })).webhook));
  await expect.poll(() => counted).toEqual(['sent']);
  const { player, webhook } = await add({ url: `https://other.example:${port}/` });
  await put(row(webhook));
  await expect.poll(() => counted).toEqual(['sent', 'failed']);
  expect((await webhooks.of(player))[0]?.lastFailure?.reason).toBe('certificate');
  expect(hosts).toEqual([`hook.example:${port}`]);
});

test('notices of one match come in their order, also when the first fails', async () => {
  const { add, put, receiver, pass } = await sending();
  const { webhook } = await add({ url: receiver.urlFor() });
  receiver.statuses = [500];
  const rows = ['started', 'turn', 'ended'].map((kind) => row(webhook, { kind }));
  for (const one of rows) await put(one);
  await pass(0, 1);
  await pass(10_000, 4);
  expect(receiver.ids).toEqual([rows[0]!, ...rows].map(({ notice }) => notice));
});

test.each([
  ['challenged', 'endsAt'],
  ['paired', 'endsAt'],
  ['begins', 'startsAt'],
])('%s: what has ended before it is tried again is not told', async (kind, end) => {
  const { add, outbox, put, receiver, counted, clock, sender } = await sending();
  const { webhook } = await add({ url: receiver.urlFor() });
  receiver.statuses = [500];
  await put(row(webhook, { kind, body: JSON.stringify({ kind, [end]: clock.now + HOUR }) }));
  await expect.poll(() => counted).toEqual(['failed']);
  clock.now += HOUR;
  sender.wake();
  await expect.poll(() => outbox.counts()).toEqual({ pending: 0, failed: 0 });
  expect(receiver.got).toHaveLength(1);
});

test.each([
  ['challenged', { challenge: 'C' }, 'endsAt'],
  ['begins', { tournament: 'T' }, 'startsAt'],
])('%s: a push service that gets it late keeps it no longer than to its end', async (kind, about, end) => {
  const { add, put, receiver, counted, clock, pass } = await sending();
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: Buffer.alloc(16).toString('base64url') };
  const { webhook } = await add({ url: receiver.urlFor(), form: 'push', keys });
  receiver.statuses = [500];
  const notice = { kind, ...about, game: 'mexica', [end]: clock.now + 3 * HOUR };
  await put(row(webhook, { kind, body: JSON.stringify(notice) }));
  await expect.poll(() => counted).toEqual(['failed']);
  await pass(HOUR / 2, 2);
  expect(receiver.got.map(({ headers }) => headers['ttl'])).toEqual(['10800', '9000']);
});

test.each([
  ['alone', {}],
  ['in a digest', { form: 'slack', digest: { hour: 21, zone: 'UTC' } }],
] as const)('what was due before quiet hours and could not be sent then waits for their end, %s', async (_, wishes) => {
  const { add, outbox, put, receiver, clock, pass } = await sending();
  const quiet = { from: 22, to: 7, zone: 'UTC' };
  clock.now = Date.UTC(2026, 10, 27, 23);
  const { webhook } = await add({ url: receiver.urlFor(), quiet, ...wishes });
  for (const match of ['A', 'B']) {
    const body = JSON.stringify({ kind: 'started', match, game: 'mexica' });
    await put(row(webhook, { match, at: clock.now - 2 * HOUR, body }));
  }
  const morning = Date.UTC(2026, 10, 28, 7);
  await expect.poll(() => outbox.dueAfter(clock.now)).toBe(morning);
  expect(receiver.got).toEqual([]);
  const messages = 'form' in wishes ? 1 : 2;
  await pass(8 * HOUR, messages);
  expect(receiver.got).toHaveLength(messages);
});

test('a webhook that is removed gets nothing more', async () => {
  const { add, put, receiver, webhooks, pass, counted } = await sending();
  const { player, webhook } = await add({ url: receiver.urlFor() });
  receiver.statuses = [500];
  await put(row(webhook));
  await pass(0, 1);
  await webhooks.remove(player, webhook);
  await put(row(webhook));
  await pass(DAY, 1);
  await pause(50);
  expect(counted).toEqual(['failed']);
  expect(receiver.got).toHaveLength(1);
});

test('what was delivered is not sent again while the disk takes nothing', async () => {
  const { add, outbox, put, receiver, problems, database, sender } = await sending();
  database.exec(`CREATE TRIGGER full BEFORE DELETE ON notices BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
  await put(row((await add({ url: receiver.urlFor() })).webhook));
  await expect.poll(() => problems.length).toBe(1);
  sender.wake();
  await pause(50);
  expect(receiver.got).toHaveLength(1);
  database.exec('DROP TRIGGER full');
  await expect.poll(async () => (await outbox.counts()).pending, { timeout: 10_000 }).toBe(0);
  expect(receiver.got).toHaveLength(1);
});

test('a digest whose delivery cannot be noted is not told again after its lease, neither whole nor in parts', async () => {
  const { add, outbox, put, receiver, problems, database, clock } = await sending();
  database.exec(`CREATE TRIGGER full BEFORE DELETE ON notices BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
  const { webhook } = await add({ url: receiver.urlFor(), form: 'slack', digest: { hour: 8, zone: 'UTC' } });
  const told = (match: string) =>
    row(webhook, { match, body: JSON.stringify({ kind: 'started', match, game: 'mexica' }) });
  await outbox.put(told('first'));
  await put(told('second'));
  await expect.poll(() => problems.length).toBe(1);
  clock.now += HOUR;
  await put(told('third'));
  await expect.poll(() => problems.length).toBe(2);
  const which = ({ body }: { readonly body: string }) => [...new Set(body.match(/first|second|third/g))];
  expect(receiver.got.map(which)).toEqual([['first', 'second'], ['third']]);
  database.exec('DROP TRIGGER full');
  await expect.poll(async () => (await outbox.counts()).pending, { timeout: 10_000 }).toBe(0);
});

test('a digest on a dead webhook is given up line by line, as each gets old', async () => {
  const { add, outbox, put, receiver, counted, pass, clock } = await sending();
  const { webhook } = await add({ url: receiver.urlFor(), form: 'slack', digest: { hour: 8, zone: 'UTC' } });
  receiver.statuses = Array(200).fill(503);
  const told = (match: string) =>
    row(webhook, { match, at: clock.now, body: JSON.stringify({ kind: 'started', match, game: 'mexica' }) });
  await put(told('A'));
  for (let attempts = 1; attempts <= 24; attempts++) await pass(2 * HOUR, attempts);
  await put(told('B'));
  while (clock.now < 1000 + 3 * DAY) await pass(2 * HOUR, counted.length + 1);
  expect(await outbox.counts()).toEqual({ pending: 1, failed: 1 });
});

describe('stopping', () => {
  test('waits for what is on its way, begins nothing, and loses nothing', async () => {
    const { add, outbox, put, receiver, sender } = await sending();
    const { webhook } = await add({ url: receiver.urlFor() });
    const [first, second] = [row(webhook), row(webhook)];
    await put(first);
    await put(second);
    await expect.poll(() => receiver.got.length).toBeGreaterThan(0);
    await sender.stop();
    const { length } = receiver.got;
    expect((await outbox.counts()).pending).toBe(2 - length);
    await put(row(webhook, { match: 'B' }));
    await pause(50);
    expect(receiver.got).toHaveLength(length);
  });

  test('does not wait for ever, and what it broke off has not failed', async () => {
    const { add, outbox, put, receiver, sender, counted } = await sending();
    receiver.statuses = [0];
    await put(row((await add({ url: receiver.urlFor() })).webhook));
    await expect.poll(() => receiver.got.length).toBe(1);
    await sender.stop();
    expect(counted).toEqual([]);
    expect(await outbox.lease({ ...DUE, now: 1000 })).toMatchObject([{ attempts: 0 }]);
  });
});

test('nothing ticks while nothing waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  closing.push(() => vi.useRealTimers());
  const { add, put, receiver, counted } = await sending();
  await put(row((await add({ url: receiver.urlFor() })).webhook));
  await expect.poll(() => counted).toEqual(['sent']);
  const timersLater = async () => {
    vi.advanceTimersByTime(1000);
    await pause(50);
    return vi.getTimerCount();
  };
  await expect.poll(timersLater).toBe(0);
});
