/** A client whose connection closes, breaks, moves, or brings what it cannot read. It never shows a wrong table. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ClientOptions, FlowerWarClient } from '@flower-war/client';
import { MESSAGES } from '@flower-war/protocol/names';
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { type FrameProxy, frameProxy, type ToClient } from '../lab/line.ts';
import { dropSocket } from '../support/api.ts';
import { FRAME } from '../support/sockets/rawClient.ts';
import { type AnyLive, closing, elsewhere, hosted, house, person, playOn, serveThisFile, untilBack } from './house.ts';

serveThisFile();

const CLIENT = new URL('../../../client-sdk/src/index.ts', import.meta.url).href;

/** How a program may close a match: while it is connected, twice, while it tries to come back, when it is back. */
const CLOSINGS = [
  'live.close();',
  'live.close(); live.close();',
  `live['room'].drop(); live.close();`,
  `live['room'].drop(); setTimeout(() => live.close(), 20);`,
  `live.on('connected', () => live.close()); live['room'].drop();`,
];

test('a program ends by itself when it has closed its matches, whatever they were doing', async () => {
  const bodies = CLOSINGS.map(
    (body) => `{
    const live = await client.join(await client.create({ game: 'tieqchieq' }));
    ${body}
  }`,
  );
  const text = `import { FlowerWarClient } from '${CLIENT}';
    const client = new FlowerWarClient({ url: '${house.url}' });
    await client.signIn('Ana');
    ${bodies.join('\n')}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], { timeout: 20_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said).toBe('');
});

test('a seat that was given back is not taken again by coming back', async () => {
  const { ana, live } = await hosted();
  const ended = live.until(() => false);
  await ana.leave(live.id); // the server closes the socket
  await expect(ended).rejects.toMatchObject({ code: 'not-seated' });
});

test('a server that lets a client in and drops it at once is asked less and less often', async () => {
  const { live } = await hosted();
  const rests: number[] = [];
  let lostAt = 0;
  live.on('connected', () => dropSocket(live));
  live.on('connection', ({ state }) => {
    if (state === 'waiting') lostAt = performance.now();
    if (state === 'connecting') rests.push(performance.now() - lostAt);
  });
  dropSocket(live);
  await expect.poll(() => rests.length, { timeout: 30_000 }).toBeGreaterThan(4);
  for (const [index, rest] of rests.entries()) {
    const least = Math.min(1000, 100 * 2 ** (index + 1)) / 2; // each rest is drawn from half its length on
    expect(rest).toBeGreaterThan(least - 5); // a timer may ring a little too early
  }
});

/** Damages the third frame that begins like this, of the first socket. */
const third = (head: readonly number[], damage: (frame: Buffer) => Buffer): ToClient => {
  let seen = 0;
  return (frame, socket) => {
    const isOne = socket === 1 && head.every((byte, index) => frame[index] === byte);
    return isOne && ++seen === 3 ? damage(frame) : frame;
  };
};
const cut = (frame: Buffer) => frame.subarray(0, -1);
const more = (bytes: readonly number[]) => (frame: Buffer) => Buffer.concat([frame, Buffer.from(bytes)]);

const DAMAGES: readonly (readonly [string, ToClient])[] = [
  ['a patch that ends too soon', third([FRAME.patch], cut)],
  ['a patch for an object that was never sent', third([FRAME.patch], more([255, 0xcd, 0xff, 0x7f, 0x80, 1]))],
  ['a patch of a field that the description does not name', third([FRAME.patch], more([255, 0, 0xbf, 1]))],
  ['a message whose payload ends too soon', third([FRAME.data], cut)],
  ['a message without its name', third([FRAME.data], (frame) => frame.subarray(0, 1))],
  ['an empty frame', third([FRAME.patch], () => Buffer.alloc(0))],
  ['an answer that ends too soon', third([FRAME.response], cut)],
  [
    'a change for a seat that holds none',
    third([FRAME.data, MESSAGES.private], () => Buffer.from([FRAME.data, MESSAGES.private, 0xc0])),
  ],
];

test.each(DAMAGES)('%s: the client connects anew and shows the right table', async (_, damage) => {
  const quiet = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')].map((spy) => spy.mockImplementation(() => {}));
  onTestFinished(() => void vi.restoreAllMocks());
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', options: { turnCap: 30 }, bots: [{ bot: 'random' }] });
  const proxy = await frameProxy(house.url, damage);
  onTestFinished(() => proxy.stop());
  const live: AnyLive = closing(await elsewhere(ana, proxy.url).join(match));
  const straight: AnyLive = closing(await ana.join(match));
  const [seen, truth] = [viewsOf(live), viewsOf(straight)];
  const lost: string[] = [];
  live.on('connection', ({ why }) => why && lost.push(why.message));
  await playOn(live);
  await straight.until(({ isOver }) => isOver);
  expect(proxy.sockets()).toBe(2);
  expect(lost).toContain('the server sent what this client cannot read');
  for (const [step, view] of seen) expect(view).toEqual(truth.get(step) ?? view);
  expect(live.table).toEqual(straight.table);
  expect(quiet.every(({ mock }) => mock.calls.length < 4)).toBe(true);
});

/** The view at each step. Presence and clocks may change without a step. */
function viewsOf(live: AnyLive): ReadonlyMap<number, unknown> {
  const seen = new Map<number, unknown>();
  const note = () => seen.set(live.table.step, live.table.view);
  live.on('change', note);
  note();
  return seen;
}

test('a text frame, a frame of a newer server and a message without a listener change nothing', async () => {
  const { live } = await hosted();
  const before = live.getSnapshot();
  live['room']!['hear']('text');
  live['room']!['hear'](Uint8Array.of(0x1f, 1, 2).buffer);
  live['room']!['hear'](Uint8Array.of(0x0d, 0xa3, 0x6e, 0x65, 0x77, 0xc0).buffer);
  expect(live.getSnapshot()).toBe(before);
  expect(live.isConnected).toBe(true);
});

/** Stands before the server until the test ends. */
async function proxyIn({ onTestFinished }: TestContext, toClient: ToClient = (frame) => frame): Promise<FrameProxy> {
  const proxy = await frameProxy(house.url, toClient);
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Puts the next address into each answer that names a place. */
function moving(addresses: readonly string[]): NonNullable<ClientOptions['fetch']> {
  let places = 0;
  return async (url, request) => {
    const response = await fetch(url, request);
    const text = await response.text();
    const { connection, ...answer } = JSON.parse(text);
    if (connection === undefined) return new Response(text, response);
    const publicAddress = addresses[places++ % addresses.length];
    return Response.json({ ...answer, connection: { ...connection, publicAddress } }, { status: response.status });
  };
}

test.concurrent('each connection goes to the address, process and prefix of its own answer', async (context) => {
  const { expect } = context;
  const proxies = [await proxyIn(context), await proxyIn(context)];
  const [one, two] = proxies.map(({ url }) => url.replace('http://', ''));
  const addresses = [`${one}/first`, `${two}/second`, `${two}/third`, `${one}`];
  const client = new FlowerWarClient({ url: house.url, fetch: moving(addresses) });
  await client.signIn('Ana');
  const match = await client.create({ game: 'tieqchieq', options: { turnCap: 12 }, bots: [{ bot: 'greedy' }] });
  const live = await client.join(match);
  for (let moved = 0; moved < 3; moved++) {
    dropSocket(live);
    await untilBack(live);
  }
  const prefixes = ({ opening }: FrameProxy) => opening.map((path) => path.split('/').slice(1, -2).join('/'));
  expect(proxies.map(prefixes)).toEqual([
    ['first', ''],
    ['second', 'third'],
  ]);
  await playOn(live);
  live.close();
});

const SLOW = { timeout: 60_000 };

test.concurrent(
  'a server that falls silent is left, and the next connection shows what happened',
  SLOW,
  async (context) => {
    const { expect } = context;
    const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
    let isSilent = false;
    const proxy = await proxyIn(context, (frame, socket) => (isSilent && socket === 1 ? undefined : frame));
    const match = await ana.create({ game: 'tieqchieq' });
    const live = await elsewhere(ana, proxy.url).join(match);
    const straight = await ben.join(match);
    isSilent = true;
    await straight.say('can you hear me?');
    await live.until(({ connection }) => connection.why?.message === 'the server has fallen silent', {
      within: 25_000,
    });
    await live.until(({ lines }) => lines.length === 1, { within: 10_000 });
    expect(proxy.sockets()).toBe(2);
    for (const one of [live, straight]) one.close();
  },
);

test.concurrent('a room that lets the client in and shows nothing is left too', SLOW, async (context) => {
  const { expect } = context;
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  const isState = (frame: Buffer, socket: number) => socket === 1 && frame[0] === FRAME.state;
  const proxy = await proxyIn(context, (frame, socket) => (isState(frame, socket) ? undefined : frame));
  const live = await elsewhere(ana, proxy.url).join(match, { within: 30_000 });
  expect(proxy.sockets()).toBe(2);
  live.close();
});
