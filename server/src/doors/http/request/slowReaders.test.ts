/** An answer in pages lets other work have its turn, also when its reader takes every page at once. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { SlowReaders } from './slowReaders.ts';

const PAGES = 100;
const MS_FOR_EACH = 1;

/** Pages that take time to make, without waiting for anything. */
async function* slowPages(): AsyncGenerator<string> {
  for (let page = 0; page < PAGES; page++) {
    for (const until = performance.now() + MS_FOR_EACH; performance.now() < until; );
    yield 'x';
  }
}

test('a reader who reads everything at once holds nobody up', async () => {
  let turns = 0;
  const serve = async (response: ServerResponse) => {
    let isSending = true;
    const count = () => void (isSending && ++turns && setImmediate(count));
    setImmediate(count);
    await new SlowReaders().send({ address: 'one', response: response as never }, slowPages());
    isSending = false;
  };
  const server = createServer((_, response) => void serve(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await (await fetch(`http://127.0.0.1:${port}`)).text()).length).toBe(PAGES);
  server.closeAllConnections();
  server.close();
  expect(turns).toBeGreaterThan(2);
});
