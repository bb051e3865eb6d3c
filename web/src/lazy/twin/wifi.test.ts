import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seeded } from '@flower-war/temple/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Wifi } from './wifi.ts';

const ACCOUNT = { id: 'templo-7f3a', password: 'secret', protocolVersion: 4, keepaliveS: 15 } as const;

test.each([
  [404, 'closed'],
  [400, undefined],
  [undefined, undefined],
])('a server that answers %s to the refused temple: the trouble is %s', async (status, trouble) => {
  const server = createServer((_, answer) => (status ? answer.writeHead(status).end() : answer.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const wifi = new Wifi(`ws://127.0.0.1:${port}/mqtt`, seeded(1));
  const asking = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => asking.mockRestore());
  const broker = new URL(`http://127.0.0.1:${port}`);
  await new Promise<string | undefined>((closed) =>
    wifi.dial({ ...ACCOUNT, broker }, { opened() {}, heard() {}, closed }),
  );
  await Promise.allSettled(asking.mock.results.map(({ value }) => value));
  await new Promise(setImmediate);
  const own = asking.mock.calls.filter(([address]) => String(address).includes(`:${port}/`)); // other files may ask meanwhile
  expect([own.length, wifi.trouble]).toEqual([1, trouble]);
});
