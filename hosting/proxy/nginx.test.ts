import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanUp } from '../support/cleanUp.ts';
import { ask } from '../support/requests.ts';
import { missingFor, NGINX, NGINX_MANY, startProxy } from './proxies.ts';
import { proxyContract } from './proxy.contract.ts';

const missing = missingFor(NGINX);
const SEAT = '/api/matches/ABCD2345/seat';

/** Takes every request, and answers none of those that wait for the store. */
async function brownedOut() {
  const http = createServer(({ method }, response) => void (method === 'GET' && response.end('here')));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const close = () => http.close(() => {}).closeAllConnections();
  onTestFinished(close);
  return { port: (http.address() as AddressInfo).port, close };
}

describe.skipIf(missing !== undefined)(`nginx${missing === undefined ? '' : `: ${missing}`}`, () => {
  proxyContract(NGINX);

  test('slow answers of all processes cost no other caller an answer, and a process that is gone is passed over', async () => {
    const behind = await Promise.all([brownedOut(), brownedOut(), brownedOut()]);
    const hurried = { 'proxy_read_timeout        3s': 'proxy_read_timeout 300ms' };
    const ports = behind.map(({ port }) => port);
    const proxy = await startProxy(NGINX_MANY, ports, hurried);
    onTestFinished(cleanUp);
    const statuses = async (paths: readonly string[], method: 'GET' | 'POST') =>
      new Set(
        (await Promise.all(paths.map((path) => ask(proxy.https + path, { method })))).map(({ status }) => status),
      );
    const many = (path: string) => Array.from({ length: 12 }, () => path);
    expect(await statuses(many(SEAT), 'POST')).toEqual(new Set([504]));
    expect(await statuses([...many('/api/games'), ...many(SEAT)], 'GET')).toEqual(new Set([200]));
    behind[0]?.close();
    expect(await statuses([...many('/api/games'), ...many(SEAT)], 'GET')).toEqual(new Set([200]));
  });
});
