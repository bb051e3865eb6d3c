/** A room may move, and a server may fall silent: the client goes where the newest answer says. */
import { type ClientOptions, FlowerWarClient } from '@flower-war/client';
import { type TestContext, test } from 'vitest';
import { dropSocket } from '../support/people.ts';
import { type FrameProxy, frameProxy } from '../lab/httpProxy.ts';
import { FRAME } from '../support/sockets/rawClient.ts';
import { house, person, playOn, serveThisFile } from './house.ts';

serveThisFile();

type ToClient = NonNullable<Parameters<typeof frameProxy>[1]>;
const unchanged: ToClient = (frame) => frame;

/** Stands before the server until the test ends. */
async function proxyIn({ onTestFinished }: TestContext, toClient = unchanged): Promise<FrameProxy> {
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
  const proxies = [await proxyIn(context), await proxyIn(context)] as const;
  const [one, two] = proxies;
  const hosts = proxies.map(({ url }) => url.replace('http://', ''));
  const addresses = [`${hosts[0]}/first`, `${hosts[1]}/second`, `${hosts[1]}/third`, `${hosts[0]}`];
  const client = new FlowerWarClient({ url: house.url, fetch: moving(addresses) });
  await client.signIn('Ana');
  const match = await client.create({ game: 'tieqchieq', options: { turnCap: 12 }, bots: [{ bot: 'greedy' }] });
  const live = await client.join(match);
  for (let moved = 0; moved < 3; moved++) {
    dropSocket(live);
    await live.until(({ isConnected }) => !isConnected);
    await live.until(({ isConnected }) => isConnected);
  }
  const prefixes = (proxy: FrameProxy) => proxy.opening.map((path) => path.split('/').slice(1, -2).join('/'));
  expect([prefixes(one), prefixes(two)]).toEqual([
    ['first', ''],
    ['second', 'third'],
  ]);
  await playOn(live);
  live.close();
});

test.concurrent('a server that falls silent is left, and the next connection shows what happened', {
  timeout: 60_000,
}, async (context) => {
  const { expect } = context;
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  let isSilent = false;
  const proxy = await proxyIn(context, (frame, socket) => (isSilent && socket === 1 ? undefined : frame));
  const match = await ana.create({ game: 'tieqchieq' });
  const live = await new FlowerWarClient({ url: proxy.url, session: ana.session! }).join(match);
  const straight = await ben.join(match);
  isSilent = true;
  await straight.say('can you hear me?');
  await live.until(({ connection }) => connection.why?.message === 'the server has fallen silent', { within: 25_000 });
  await live.until(({ lines }) => lines.length === 1, { within: 10_000 });
  expect(proxy.sockets()).toBe(2);
  for (const one of [live, straight]) one.close();
});

test.concurrent('a room that lets the client in and shows nothing is left too', {
  timeout: 60_000,
}, async (context) => {
  const { expect } = context;
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  const proxy = await proxyIn(context, (frame, socket) => {
    return socket === 1 && frame[0] === FRAME.state ? undefined : frame;
  });
  const live = await new FlowerWarClient({ url: proxy.url, session: ana.session! }).join(match, { within: 30_000 });
  expect(proxy.sockets()).toBe(2);
  live.close();
});
