/** Answers in pages let other work have its turn, and keep the readers who read. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { LongAnswers, SlowReaders } from './answers.ts';

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

test('a reader who reads slowly is kept while a crowd comes that does not read', async () => {
  const readers = new SlowReaders();
  const send = (address: string, response: Writable) =>
    readers.send({ address, response: response as never }, pages(20)).catch(() => {});
  const reader = taking((done) => void setTimeout(done, 20));
  const read = Promise.all([finished(reader), send('reader', reader)]);
  const crowd = Array.from({ length: 150 }, () => taking(() => {}));
  const come = Promise.all(crowd.map((response, n) => send(`crowd ${n}`, response)));
  await read; // an answer that is cut off fails here
  while (crowd.filter(({ destroyed }) => destroyed).length < crowd.length - 64) await new Promise(setImmediate);
  for (const response of crowd) response.destroy();
  await come;
});

/** Takes a page at a time, each when `take` is done with it. */
const taking = (take: (done: () => void) => void) =>
  new Writable({ highWaterMark: 1, write: (_page, _encoding, done) => take(done) });

async function* pages(count: number): AsyncGenerator<string> {
  for (let page = 0; page < count; page++) yield 'page';
}

test('long work for one address is done one after the other, and one too many is refused', async () => {
  const long = new LongAnswers();
  const { promise: first, resolve: end } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (address: string, until?: Promise<void>) =>
    long.make(address, 'steps', async () => {
      begun.push(address);
      await until;
    });
  const waiting = Array.from({ length: 50 }, (_, n) => ask(`2001:db8::${n + 1}`, first));
  const tooMany = ask('2001:db8::51', first).catch((error: unknown) => error);
  await ask('10.0.0.1');
  expect(begun).toEqual(['2001:db8::1', '10.0.0.1']);
  end();
  expect(await tooMany).toMatchObject({ code: 'too-many', reason: 'steps' });
  await Promise.all(waiting);
  await ask('2001:db8::52');
  expect(begun).toHaveLength(52);
});
