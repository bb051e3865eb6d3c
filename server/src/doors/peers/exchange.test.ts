/** What another process answers, when its connection breaks. */
import { once } from 'node:events';
import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusal } from '@flower-war/protocol/errors';
import type { Request, Response } from 'express';
import { afterEach, expect, test } from 'vitest';
import { Exchange, type Passed } from './forwarder.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an answer that breaks off on a kept connection is not begun again', async () => {
  let asked = 0;
  const address = await serve((request, response) => {
    if (asked++ === 0) return void response.end('all');
    response.write('a part');
    setImmediate(() => request.socket.resetAndDestroy());
  });
  const passed: Passed[] = [];
  const agent = new Agent({ keepAlive: true });
  const url = await serve((request, response) => {
    const peer = { process: 'p', name: 'b', address };
    const passing = { peer, caller: '10.0.0.1', body: undefined };
    const [asking, answering] = [Object.assign(request, { originalUrl: '/' }), Object.assign(response, { locals: {} })];
    const exchange = new Exchange({
      ...passing,
      request: asking as never as Request,
      response: answering as never as Response,
    });
    void exchange.run('token', agent).then((one) => passed.push(one));
  });
  expect(await (await fetch(url)).text()).toBe('all');
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  await expect.poll(() => passed).toEqual(['answered', 'answered']);
  agent.destroy();
});

test('a peer that breaks off a writing may have done it, so the refusal does not say that nothing has changed', async () => {
  const address = await serve((request) => void request.once('data', () => request.socket.resetAndDestroy()));
  const agent = new Agent();
  const url = await serve((request, response) => {
    const [asking, answering] = [Object.assign(request, { originalUrl: '/' }), Object.assign(response, { locals: {} })];
    const exchange = new Exchange({
      peer: { process: 'p', name: 'b', address },
      caller: '10.0.0.1',
      body: Buffer.from('{}'),
      request: asking as never as Request,
      response: answering as never as Response,
    });
    exchange.run('token', agent).catch(({ code }) => response.end(JSON.stringify(refusal(code))));
  });
  const told = await (await fetch(url, { method: 'POST', body: '{}' })).json();
  expect(told).toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('nothing has changed') });
});
