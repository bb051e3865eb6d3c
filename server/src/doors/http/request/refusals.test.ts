/** An answer that has begun and cannot end is told in the log, and cut for its reader. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../base/log.ts';
import { RefusedFor } from '../../../base/refused.ts';
import { Elsewhere } from '../../../store/ownership/processes.ts';
import type { Services } from '../../services.ts';
import { refusing } from './answers.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server whose only handler is this one, and what it logs. */
async function serving(handler: RequestHandler) {
  const lines: { readonly msg: string; readonly err: { readonly message: string }; readonly path: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ LOG_LEVEL: 'info' }, { destination });
  const app = express()
    .use(handler)
    .use(refusing({ log } as Services));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/record`, lines };
}

test('an answer that breaks off is cut for its reader, and is one line of the log', async () => {
  const { url, lines } = await serving(async (_request, response) => {
    response.write('the first page');
    throw new Error('the store is gone');
  });
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(lines).toMatchObject([
    { msg: 'an answer broke off', err: { message: 'the store is gone' }, path: '/a/record' },
  ]);
});

test.each([new Elsewhere('M', { process: 'p', name: 'b', address: '' }), new RefusedFor('unavailable', 1)])(
  'an answer that ends because its match moves is not an error: %s',
  async (error) => {
    const { url, lines } = await serving(async (_request, response) => {
      response.write('the first line');
      throw error;
    });
    await expect((await fetch(url)).text()).rejects.toThrow('terminated');
    expect(lines).toEqual([]);
  },
);

test('a failure before the answer is told to the caller without its reason', async () => {
  const { url, lines } = await serving(() => Promise.reject(new Error('the store is gone')));
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('store')]);
  expect(lines).toMatchObject([{ msg: 'a request failed', err: { message: 'the store is gone' } }]);
});
