/** The client on other implementations of WebSocket and fetch than those of this Node. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientOptions, FlowerWarClient, TempleLink } from '@flower-war/client';
import { build } from 'esbuild';
import { WebSocket as UndiciSocket, fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import { frameProxy } from '../lab/line.ts';
import { closing, house, playOn, serveThisFile } from './house.ts';

serveThisFile();

const CLIENT = fileURLToPath(new URL('../../../client-sdk/src/index.ts', import.meta.url));

const IMPLEMENTATIONS: readonly (readonly [string, Pick<ClientOptions, 'fetch' | 'WebSocket'>])[] = [
  ['ws', { WebSocket: WsSocket }],
  ['undici', { WebSocket: UndiciSocket, fetch: undiciFetch }],
  ['the globals, as options', { WebSocket, fetch }],
  ['the globals, when it connects', {}],
];

test.each(IMPLEMENTATIONS)(
  '%s: a match with a lost connection in its middle, and a refused socket',
  async (_, options) => {
    const client = new FlowerWarClient({ url: house.url, ...options });
    await client.signIn('Ana');
    const match = await client.create({ game: 'tieqchieq', options: { turnCap: 12 }, bots: [{ bot: 'greedy' }] });
    const live = closing(await client.join(match));
    live['room']!['socket'].close(4010);
    await live.until(({ isConnected }) => !isConnected);
    await playOn(live);
    expect(live.table.result.reason).not.toBe('');
    const proxy = await frameProxy(house.url);
    onTestFinished(() => proxy.stop());
    const failed = new FlowerWarClient({ ...options, url: proxy.url, session: client.session! }).lobby(
      {},
      { within: 500 },
    );
    await expect(failed).rejects.toMatchObject({ name: 'TimedOutError', cause: { name: 'LostError' } });
  },
);

test('the options are used, and nothing else', async () => {
  const called: string[] = [];
  class Counted extends WsSocket {
    constructor(url: string) {
      super(url);
      called.push('socket');
    }
  }
  const options: ClientOptions = {
    url: house.url,
    WebSocket: Counted,
    fetch: (url, request) => {
      called.push(request.method);
      return fetch(url, request);
    },
  };
  const client = new FlowerWarClient(options);
  await client.signIn('Ana');
  closing(await client.lobby());
  expect(called).toEqual(['POST', 'POST', 'socket']);
});

test('a link of a bridge uses the options too', async () => {
  const asked: string[] = [];
  const refusing: ClientOptions['fetch'] = async (url) => {
    asked.push(url);
    return new Response('{"code":"forbidden","message":"No."}', { status: 403 });
  };
  const link = new TempleLink({ url: house.url, token: 'none', fetch: refusing, WebSocket: WsSocket });
  const closed = new Promise((resolve) => link.on('closed', resolve));
  link.open();
  expect(await closed).toMatchObject({ name: 'RefusedError', code: 'forbidden', status: 403 });
  expect(asked).toEqual([`${house.url}/api/bridge/connection`]);
  expect(link.getSnapshot().connection.state).toBe('closed');
});

/** What React Native has not, or only in part; and, for the registry, the class that client-sdk/README.md asks for there. */
const ABSENT = 'TextDecoder URL URLSearchParams structuredClone DOMException AbortSignal.any AbortSignal.timeout';
const REACT_NATIVE = {
  ...Object.fromEntries(ABSENT.split(' ').map((name) => [name, 'undefined'])),
  FinalizationRegistry: 'EmptyRegistry',
};

test('a program that has no more than React Native has plays a match', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sdk-')), 'client.mjs');
  const banner = { js: 'class EmptyRegistry { register() {} unregister() {} }' };
  const bundled = { bundle: true, format: 'esm', platform: 'browser', outfile: file } as const;
  await build({ ...bundled, entryPoints: [CLIENT], define: REACT_NATIVE, banner });
  const sdk: typeof import('@flower-war/client') = await import(file);
  const client = new sdk.FlowerWarClient({ url: house.url });
  await client.signIn('Ana');
  const match = await client.create({ game: 'tieqchieq', options: { turnCap: 10 }, bots: [{ bot: 'greedy' }] });
  expect(await client.list({ game: 'tieqchieq' })).not.toEqual([]);
  const live = closing(await client.join(match, { within: 10_000 }));
  await expect(live.until(() => false, { within: 10 })).rejects.toBeInstanceOf(sdk.TimedOutError);
  await playOn(live);
  expect(await client.history.record(match.match)).toContain('turn-cap');
});

test('without any WebSocket, what needs one says what to do', async () => {
  const { WebSocket: own } = globalThis;
  Reflect.deleteProperty(globalThis, 'WebSocket');
  try {
    const client = new FlowerWarClient({ url: house.url });
    await client.signIn('Ana');
    await expect(client.lobby()).rejects.toThrow('pass one as an option');
  } finally {
    globalThis.WebSocket = own;
  }
});
