/** `/mqtt`: temples in browsers reach the broker, and nothing else does through this door. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { startAedes, type TestBroker } from '@flower-war/bridge/broker';
import { topicOf } from '@flower-war/protocol/temple';
import type { Running } from '@flower-war/server';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { testServer } from '../support/server.ts';

const TEMPLE = 'templo-7f3a';
const LISTED = 'https://friends.example';
let broker: TestBroker;
let server: Running;

beforeAll(async () => {
  broker = await startAedes();
  const settings = { LIMITS: '0', ORIGINS: LISTED, OPERATOR_TOKEN, TRUST_PROXY: '1' };
  server = await testServer({ ...settings, TEMPLE_BROKER: `mqtt://127.0.0.1:${broker.port}` });
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});

const address = (path = '/mqtt') => `${server.address.replace('http', 'ws')}${path}`;

/** The status of the answer to a request for a socket; 101 if it was opened. */
async function statusOf(headers: Readonly<Record<string, string>>, path = '/mqtt', protocols = ['mqtt']) {
  const socket = new WebSocket(address(path), protocols, { headers });
  onTestFinished(() => socket.terminate());
  return Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, answer]) => (answer as { statusCode: number }).statusCode),
  ]);
}

async function opened(headers: Readonly<Record<string, string>> = {}): Promise<WebSocket> {
  const socket = new WebSocket(address(), ['mqtt'], { headers });
  onTestFinished(() => socket.terminate());
  socket.on('error', () => {});
  await once(socket, 'open');
  return socket;
}

const nextText = (client: MqttClient) =>
  new Promise<string>((resolve) => client.once('message', (_, payload) => resolve(String(payload))));

const login = () => ({ ...broker.login(TEMPLE), clientId: TEMPLE, protocolVersion: 4, reconnectPeriod: 0 }) as const;

test.each([4, 5] as const)(
  'a temple with version %i of MQTT says through it what it says to the broker, and hears its own',
  async (protocolVersion) => {
    const bridge = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      ...broker.login('bridge'),
      protocolVersion: 4,
    });
    onTestFinished(() => bridge.endAsync(true));
    await bridge.subscribeAsync(topicOf('odometer', TEMPLE), { qos: 1 });
    const temple = await connectAsync(address(), { ...login(), protocolVersion });
    onTestFinished(() => temple.endAsync(true));
    await temple.subscribeAsync(topicOf('ack', TEMPLE), { qos: 1 });
    const heard = nextText(bridge);
    await temple.publishAsync(topicOf('odometer', TEMPLE), '{"v":1}', { qos: 1, retain: true });
    expect(await heard).toBe('{"v":1}');
    const answered = nextText(temple);
    await bridge.publishAsync(topicOf('ack', TEMPLE), 'an answer', { qos: 1 });
    expect(await answered).toBe('an answer');
  },
);

test.each([
  ['no origin, as programs', {}, 101],
  ['the page of this server', { origin: 'own' }, 101],
  ['a page that the host has listed', { origin: LISTED }, 101],
  ['another page', { origin: 'https://evil.example' }, 403],
])('%s', async (_, { origin }: { readonly origin?: string }, status) => {
  const named = origin === 'own' ? server.address : origin;
  expect(await statusOf(named === undefined ? {} : { origin: named })).toBe(status);
});

test('a socket of another kind is refused, and so is plain HTTP, which finds the broker though; the port stays usable', async () => {
  expect(await statusOf({}, '/mqtt', [])).toBe(400);
  expect(await statusOf({}, '/mqtt', ['chat'])).toBe(400);
  expect(await statusOf({}, '/mqtt/', ['mqtt'])).toBe(404);
  expect((await fetch(`${server.address}/mqtt`)).status).toBe(400);
  expect((await fetch(`${server.address}/mqtt`, { method: 'POST', body: 'x' })).status).toBe(400);
  const halfAsked = request(`${server.address}/mqtt`, { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } });
  halfAsked.end();
  const [answer] = (await once(halfAsked, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(400);
});

test('a flood of frames, and a frame that is too long, end their connection and no other', async () => {
  const quiet = await connectAsync(address(), login());
  onTestFinished(() => quiet.endAsync(true));
  const long = await opened();
  long.send(Buffer.alloc(10_000));
  await once(long, 'close');
  const flooding = await opened();
  const cut = once(flooding, 'close');
  for (let n = 0; n < 5000; n++) flooding.send(Buffer.from([0xc0, 0]), () => {});
  await cut;
  expect(quiet.connected).toBe(true);
  await quiet.publishAsync(topicOf('odometer', TEMPLE), '{"v":1}', { qos: 1 });
});

test('a network that is banned loses its connections, and no other one does', async () => {
  const operator = operatorOf(() => server.address);
  const banned = { 'x-forwarded-for': '198.51.100.9' };
  const [one, other] = [await opened(banned), await opened({ 'x-forwarded-for': '203.0.113.9' })];
  const cut = once(one, 'close');
  await operator('POST /networks/ban', { body: { network: '198.51.100.0/24' } });
  await cut;
  expect(await statusOf(banned)).toBe(403);
  expect(other.readyState).toBe(WebSocket.OPEN);
});

test('when the broker is away, the connection ends, and the server goes on', async () => {
  await broker.kill();
  const socket = await opened();
  await once(socket, 'close');
  await broker.restart();
  const temple = await connectAsync(address(), login());
  await temple.endAsync(true);
});

test('there is room for a hundred; the network with the most gives one up', async () => {
  const all: WebSocket[] = [];
  for (let n = 0; n < 105; n++) all.push(await opened());
  await expect
    .poll(() => all.filter(({ readyState }) => readyState === WebSocket.OPEN).length)
    .toBeLessThanOrEqual(100);
  expect(all.at(-1)?.readyState).toBe(WebSocket.OPEN);
});
