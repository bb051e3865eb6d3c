import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './network.ts';

test('a free port is never one that a system gives to connections', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_000);
});

test('a server takes a free port, and takes it again', async () => {
  const port = await freePort();
  for (let times = 0; times < 3; times++) {
    const server = createServer();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    expect((server.address() as AddressInfo).port).toBe(port);
    await once(server.close(), 'close');
  }
});
