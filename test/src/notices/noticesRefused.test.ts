/** Where notices are not sent: to internal addresses by default, and nowhere if the host says so. */

import { FlowerWarClient } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { Receiver } from '../support/receiver.ts';
import { testServer } from '../support/server.ts';

const names: Record<string, readonly string[]> = {
  'inside.example': ['192.168.1.1'],
  'moving.example': ['93.184.215.14'],
};
let server: Running;
let receiver: Receiver;
let ana: FlowerWarClient;

beforeAll(async () => {
  server = await testServer({}, { resolve: async (host) => names[host] ?? [] });
  receiver = await Receiver.open();
  ana = new FlowerWarClient({ url: server.address });
  await ana.signIn('Ana');
});
afterAll(async () => {
  await server?.stop();
  receiver?.close();
});

test.each([
  ['http://moving.example/', 'not-https'],
  ['https://me:secret@moving.example/', 'user-name'],
  ['https://moving.example:25/', 'port'],
  ['https://nowhere.example/', 'unknown-host'],
  ['https://inside.example/', 'private-address'],
  ['https://127.0.0.1:8443/', 'private-address'],
  ['https://[::ffff:127.0.0.1]/', 'private-address'],
  ['moving.example', 'not-a-url'],
])('%s is refused: %s', async (url, reason) => {
  await expect(ana.account.addWebhook(url)).rejects.toMatchObject({ code: 'bad-webhook', reason });
  expect(await ana.account.webhooks()).toEqual([]);
});

test('a name that moves inside later gets nothing, and the list says why', async () => {
  const { port } = new URL(receiver.url);
  const { webhook } = await ana.account.addWebhook(`https://moving.example:${port}/`);
  names['moving.example'] = ['127.0.0.1'];
  await ana.account.testWebhook(webhook);
  await expect.poll(async () => (await ana.account.webhooks())[0]?.lastFailure?.reason).toBe('private-address');
  expect(await ana.account.webhooks()).toMatchObject([{ pending: 1 }]);
  expect(receiver.arrived).toEqual([]);
});

test('where they are off, none is added, tested or written', async () => {
  const quiet = new ChildServer(await freePort(), { JOURNAL: 'memory', WEBHOOKS: 'off' });
  await quiet.start();
  const beto = new FlowerWarClient({ url: quiet.url });
  await beto.signIn('Beto');
  await expect(beto.account.addWebhook('https://example.org/')).rejects.toMatchObject({ code: 'webhooks-off' });
  expect(await beto.account.webhooks()).toEqual([]);
  expect(await quiet.end('SIGTERM')).toBe(0);
});
