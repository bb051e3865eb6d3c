/** What waits ends by a signal or a time, and says why. What was connected once comes back for ever. */
import { ClosedError, type ConnectionStatus, FlowerWarClient, TimedOutError } from '@flower-war/client';
import { describe, expect, type TestContext, test } from 'vitest';
import { dropSocket } from '../support/people.ts';
import { frameProxy } from '../lab/httpProxy.ts';
import { Line } from '../lab/line.ts';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

/** A player, a match, and the same player on the way through a proxy whose sockets never answer, until the test ends. */
async function stuck({ onTestFinished }: TestContext) {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  const mute = await Line.to(house.url);
  mute.swallowUpgrades();
  onTestFinished(() => mute.close());
  return { match, mute, there: new FlowerWarClient({ url: mute.url, session: ana.session! }) };
}

const after = (milliseconds: number, reason: unknown) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
};

describe.concurrent('a server that takes the socket and says nothing', () => {
  test.for<readonly [string, (client: FlowerWarClient, match: string, waiting: object) => Promise<unknown>]>([
    ['join', (client, match, waiting) => client.join(match, waiting)],
    ['watch', (client, match, waiting) => client.watch(match, waiting)],
    ['lobby', (client, _, waiting) => client.lobby({}, waiting)],
    ['quickPlay', (client, _, waiting) => client.quickPlay('tieqchieq', waiting)],
    ['with … join', (client, match, waiting) => client.with(waiting).join(match)],
  ])('%s ends after its time, or with its signal', async ([, wait], context) => {
    const { expect } = context;
    const { match, there } = await stuck(context);
    await expect(wait(there, match.match, { within: 300 })).rejects.toBeInstanceOf(TimedOutError);
    const reason = new Error('the page was left');
    await expect(wait(there, match.match, { signal: after(300, reason) })).rejects.toBe(reason);
    await expect(wait(there, match.match, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('join ends by itself, and says what was in the way', { timeout: 60_000 }, async (context) => {
    const { expect } = context;
    const { match, mute, there } = await stuck(context);
    const failed = await there.join(match).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'UnreachableError' });
    expect(String(failed)).toContain('the server did not answer in time');
    expect(mute.hanging.length).toBeGreaterThan(1);
  });

  test('nothing goes on after the time is over', async (context) => {
    const { expect } = context;
    const { match, mute, there } = await stuck(context);
    await expect(there.join(match, { within: 200 })).rejects.toThrow('longer than the caller waits');
    const before = mute.hanging.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(mute.hanging.length).toBe(before);
  });
});

test('a time-out says why the last try failed', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  const proxy = await frameProxy(house.url);
  const there = new FlowerWarClient({ url: proxy.url, session: ana.session! });
  const failed = await there.join(match, { within: 1500 }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: 'TimedOutError', cause: { name: 'LostError' } });
  expect(String(failed)).toContain('the connection broke');
  proxy.stop();
});

test('a host who does not decide: the player waits longer than for a server, until its own signal', async () => {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'tieqchieq', table: { approval: true } });
  const reason = new Error('bored');
  await expect(ben.join(match, { signal: after(1500, reason) })).rejects.toBe(reason);
  await expect(ben.join(match, { within: 300 })).rejects.toMatchObject({
    name: 'TimedOutError',
  });
  await ana.admit(match.match, ben.session!.player);
  const live = await ben.join(match);
  live.close();
});

test('an action and a condition end by their signal, and the match goes on', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const reason = new Error('another screen');
  await expect(live.until(() => false, { signal: after(20, reason) })).rejects.toBe(reason);
  await expect(live.until(() => false, { within: 20 })).rejects.toBeInstanceOf(TimedOutError);
  live['room']!['socket'].send = () => {}; // the request is lost, and no answer comes
  for (const act of [
    (waiting: object) => live.play('toss', waiting),
    (waiting: object) => live.say('hello', waiting),
    (waiting: object) => live.offer('abort', waiting),
    (waiting: object) => live.offer('pause', 5, waiting),
    (waiting: object) => live.resign(waiting),
  ]) {
    await expect(act({ within: 20 })).rejects.toBeInstanceOf(TimedOutError);
    await expect(act({ signal: after(20, reason) })).rejects.toBe(reason);
  }
  dropSocket(live);
  expect(await live.say('after all')).toMatchObject({ kind: 'accepted' });
  expect(live.lines.map(({ text }) => text)).toEqual(['after all']);
  live.close();
});

test('a condition that throws rejects', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const bug = () => {
    throw new Error('a bug of the condition');
  };
  await expect(live.until(bug)).rejects.toThrow('a bug of the condition');
  live.close();
});

test('calls and knocks end by their signal', async () => {
  const ana = await person('Ana');
  const reason = new Error('away');
  const knock = await ana.temples.knock();
  await expect(ana.temples.knocked(knock, { signal: after(50, reason) })).rejects.toBe(reason);
  await expect(ana.temples.knocked(knock, { within: 50 })).rejects.toBeInstanceOf(TimedOutError);
  await expect(ana.with({ within: 50 }).temples.knocked(knock)).rejects.toBeInstanceOf(TimedOutError);
  await expect(ana.with({ signal: AbortSignal.abort(reason) }).games()).rejects.toBe(reason);
  expect((await ana.with({ within: 10_000 }).games()).length).toBeGreaterThan(0);
});

test('what waits when the match or the lobby is closed gets a ClosedError', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const lobby = await ana.lobby();
  for (const room of [live, lobby]) {
    const waiting = room.until(() => false);
    room.close();
    await expect(waiting).rejects.toBeInstanceOf(ClosedError);
    expect(room.connection).toMatchObject({ state: 'closed', attempt: 0, why: { name: 'ClosedError' } });
  }
});

test('the status says what the connection does, since when, and why it was lost', async () => {
  const ana = await person('Ana');
  const began = Date.now();
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const told: ConnectionStatus[] = [];
  live.on('connection', (status) => told.push(status));
  expect(live.connection).toMatchObject({ state: 'connected', attempt: 0 });
  expect(live.connection.since).toBeGreaterThanOrEqual(began);
  dropSocket(live);
  await live.until(({ isConnected }) => !isConnected);
  await live.until(({ isConnected }) => isConnected);
  const [waiting, trying] = told;
  expect(waiting).toMatchObject({ state: 'waiting', attempt: 0, why: { message: 'the connection was closed here' } });
  expect(trying).toMatchObject({ state: 'connecting', attempt: 1, since: waiting!.since, why: waiting!.why });
  expect(told.at(-1)).toEqual({ state: 'connected', attempt: 0, since: expect.any(Number) });
  live.close();
  expect(told.at(-1)).toMatchObject({ state: 'closed' });
});
