/** Callers who ask much at once, often, or late. The server lets each address ask once, then it must wait. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isForHost, ROUTES } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { callRoute } from '../support/api.ts';

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** A client is told 5 seconds, and may be busy for longer. */
const LATE_MS = 7000;

serveThisFile({ LIMITS: '0.00001' });

async function caller(): Promise<Socket> {
  const socket = connect(Number(new URL(house.url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('who asks for much at once gets little, and the server goes on', async () => {
  const greedy = await caller();
  let bytes = 0;
  greedy.on('data', (chunk) => (bytes += chunk.length));
  greedy.write(asking('/api/openapi.json').repeat(1400));
  await once(greedy, 'close');
  expect(bytes).toBeLessThan(1024 * 1024);
  expect((await fetch(`${house.url}/health/live`)).status).toBe(200);
});

test('a kept connection takes a request that is written late', async () => {
  const late = await caller();
  for (const wait of [0, LATE_MS]) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    late.write(asking('/health/live'));
    expect(String(await once(late, 'data'))).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Keep-Alive: timeout=5\r\n/);
  }
  late.destroy();
});

async function isLimited(call: () => Promise<Response>): Promise<boolean> {
  await call();
  return (await call()).status === 429;
}

test('no route of players answers without end, nor does an address at which nothing is', async () => {
  const free: string[] = [];
  for (const route of ROUTES) {
    if (!isForHost(route) && !(await isLimited(() => callRoute(house.url, route)))) free.push(route.id);
  }
  expect(free).toEqual(['isLive', 'isReady']);
  for (const path of ['/nothing', '/assets/x.js', '/matchmake/x', '/favicon.ico'])
    expect(await isLimited(() => fetch(house.url + path)), path).toBe(true);
});
