/** Callers who ask much at once, often, or late. The server lets each address ask once, then it must wait. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isForHost, methodOf, pathOf, ROUTES } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** A client is told 5 seconds, and may be busy for longer. */
const LATE_MS = 8000;

let server: Running;
beforeAll(async () => {
  server = await testServer({ LIMITS: '0.00001' });
});
afterAll(() => server?.stop());

async function caller(): Promise<Socket> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1').on('error', () => {});
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
  expect((await fetch(`${server.address}/health/live`)).status).toBe(200);
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

async function isLimited(path: string, init: RequestInit = {}): Promise<boolean> {
  await fetch(server.address + path, init);
  return (await fetch(server.address + path, init)).status === 429;
}

test('no route of players answers without end, nor does an address at which nothing is', async () => {
  const free: string[] = [];
  for (const route of ROUTES) {
    const path = pathOf(route).replace(/\{\w+\}/g, 'none');
    if (!isForHost(route) && !(await isLimited(path, { method: methodOf(route) }))) free.push(route.id);
  }
  expect(free).toEqual(['isLive', 'isReady']);
  for (const path of ['/nothing', '/assets/x.js', '/matchmake/x', '/favicon.ico'])
    expect(await isLimited(path), path).toBe(true);
});
