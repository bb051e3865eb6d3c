/** What waits ends by a signal or a time, and says why. What was connected once comes back for ever. */
import { ClosedError, type ConnectionStatus, FlowerWarClient, type LiveMatch, TimedOutError } from '@flower-war/client';
import { describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { Line } from '../lab/line.ts';
import { dropSocket } from '../support/api.ts';
import { closing, elsewhere, hosted, house, person, serveThisFile, untilBack } from './house.ts';

serveThisFile();

/** A player, a match, and the same player on the way through a proxy whose sockets never answer, until the test ends. */
async function stuck({ onTestFinished }: TestContext) {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  const mute = await Line.to(house.url);
  mute.swallowUpgrades();
  onTestFinished(() => mute.close());
  return { match, mute, there: elsewhere(ana, mute.url) };
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

  test('join ends by itself, without noise, and says what was in the way', { timeout: 60_000 }, async (context) => {
    const { expect } = context;
    const { match, mute, there } = await stuck(context);
    const warn = vi.spyOn(console, 'warn');
    const failed = await there.join(match).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'UnreachableError' });
    expect(String(failed)).toContain('the server did not answer in time');
    expect(mute.hanging.length).toBeGreaterThan(1);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
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

describe.concurrent('a server that is away for a moment', () => {
  test.for<readonly [string, (client: FlowerWarClient, match: string) => Promise<LiveMatch>]>([
    ['join', (client, match) => client.join(match)],
    ['join … within', (client, match) => client.join(match, { within: 20_000 })],
    ['watch', (client, match) => client.watch(match)],
    ['quickPlay', (client) => client.quickPlay('tieqchieq')],
  ])('%s waits for it', async ([, enter], { expect, onTestFinished }) => {
    const ana = await person('Ana');
    const { match } = await ana.create({ game: 'tieqchieq' });
    const gone = await Line.to(house.url);
    const { url, port } = gone;
    gone.close();
    const entering = enter(elsewhere(ana, url), match);
    entering.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    const back = await Line.to(house.url, port);
    onTestFinished(() => back.close());
    const live = await entering;
    expect(live.isConnected).toBe(true);
    live.close();
  });

  test('a match that is not there is told at once', async ({ expect }) => {
    const ana = await person('Ana');
    await expect(ana.join('nowhere')).rejects.toMatchObject({ code: 'no-such-match' });
  });
});

/** Caro waits for a host, and the connection breaks when she has asked once. */
async function waitingThroughALoss(onWaiting: (giveUp: () => void) => void) {
  const [ana, caro] = await Promise.all([person('Ana'), person('Caro')]);
  const match = await ana.create({ game: 'tieqchieq', table: { approval: true } });
  const asked = { times: 0 };
  const breaking = (url: string, request: RequestInit) => {
    if (!url.endsWith('/seat')) return fetch(url, request);
    asked.times++;
    return asked.times === 2 || asked.times === 3 ? Promise.reject(new Error('broken')) : fetch(url, request);
  };
  const there = new FlowerWarClient({ url: house.url, session: caro.session!, fetch: breaking });
  return { ana, caro, match, asked, joining: there.join(match, { onWaiting }) };
}

test('a player who waits for a host is told so once, also after a lost connection, and the first way to give up stays', async () => {
  const told: (() => void)[] = [];
  const { asked, joining } = await waitingThroughALoss((giveUp) => told.push(giveUp));
  joining.catch(() => {});
  await expect.poll(() => asked.times, { timeout: 10_000 }).toBeGreaterThan(4);
  expect(told).toHaveLength(1);
  told[0]!();
  await expect(joining).rejects.toMatchObject({ code: 'awaiting-approval' });
});

test('what a listener throws while a player waits for a host is reported, and the player waits on', async () => {
  const reported: unknown[] = [];
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((report) => {
    try {
      report();
    } catch (error) {
      reported.push(error);
    }
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const bug = new Error('a bug of the listener');
  const { ana, caro, match, asked, joining } = await waitingThroughALoss(() => {
    throw bug;
  });
  await expect.poll(() => asked.times, { timeout: 10_000 }).toBeGreaterThan(3);
  await ana.admit(match, caro.session!.player);
  closing(await joining);
  expect(reported).toEqual([bug]);
});

test('a host who does not decide: the player waits longer than for a server, is told so once, and can give up', async () => {
  const [ana, ben, caro] = await Promise.all([person('Ana'), person('Ben'), person('Caro')]);
  const match = await ana.create({ game: 'tieqchieq', table: { approval: true } });
  const reason = new Error('bored');
  await expect(ben.join(match, { signal: after(1500, reason) })).rejects.toBe(reason);
  const cause = expect.objectContaining({ code: 'awaiting-approval' });
  await expect(ben.join(match, { within: 300 })).rejects.toMatchObject({ name: 'TimedOutError', cause });
  let told = 0;
  const joining = ben.join(match, { onWaiting: () => told++ });
  await expect.poll(() => told).toBe(1);
  await ana.admit(match.match, ben.session!.player);
  closing(await joining);
  expect(told).toBe(1);
  const givenUp = caro.join(match, { onWaiting: (giveUp) => giveUp() });
  await expect(givenUp).rejects.toMatchObject({ code: 'awaiting-approval' });
});

test('an action and a condition end by their signal, and the match goes on', async () => {
  const { live } = await hosted();
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
});

test('a condition that throws rejects', async () => {
  const { live } = await hosted();
  const bug = () => {
    throw new Error('a bug of the condition');
  };
  await expect(live.until(bug)).rejects.toThrow('a bug of the condition');
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
  const { ana, live } = await hosted();
  const lobby = await ana.lobby();
  const closed: string[] = [];
  live.on('closed', ({ message }) => closed.push(message));
  dropSocket(live);
  const playing = live.play('toss');
  for (const room of [live, lobby]) {
    const waiting = room.until(() => false);
    room.close();
    await expect(waiting).rejects.toBeInstanceOf(ClosedError);
    await expect(room.until(() => false)).rejects.toThrow('closed here');
    expect(room.connection).toMatchObject({ state: 'closed', attempt: 0, why: { name: 'ClosedError' } });
  }
  await expect(playing).rejects.toThrow('closed here');
  expect(closed).toEqual(['the match was closed here']);
});

test('the status says what the connection does, since when, and why it was lost', async () => {
  const began = Date.now();
  const { live } = await hosted();
  const told: ConnectionStatus[] = [];
  live.on('connection', (status) => told.push(status));
  expect(live.connection).toMatchObject({ state: 'connected', attempt: 0 });
  expect(live.connection.since).toBeGreaterThanOrEqual(began);
  dropSocket(live);
  await untilBack(live);
  const [waiting, trying] = told;
  expect(waiting).toMatchObject({ state: 'waiting', attempt: 0, why: { message: 'the connection was closed here' } });
  expect(trying).toMatchObject({ state: 'connecting', attempt: 1, since: waiting!.since, why: waiting!.why });
  expect(told.at(-1)).toEqual({ state: 'connected', attempt: 0, since: expect.any(Number) });
  live.close();
  expect(told.at(-1)).toMatchObject({ state: 'closed' });
});
