import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { atTheEnd, endAll, topic, until } from '../testing/index.ts';
import { MqttLink } from './mqttLink.ts';

afterEach(endAll);

test('what was not acknowledged when the connection broke is not sent again behind the back of whoever has newer words', async () => {
  const taken: string[] = [];
  const aedes = await Aedes.createBroker();
  aedes.authorizePublish = (_, { topic, payload }, answer) => {
    if (topic.startsWith('templo')) taken.push(String(payload));
    if (String(payload) !== 'old') answer(null); // this one is never acknowledged
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    aedes.handle(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.close());
  atTheEnd(() => new Promise<void>((resolve) => aedes.close(resolve)));
  let ups = 0;
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const say = (payload: string) => ({ topic: topic('bridge/state'), payload, isRetained: true });
  const own = { url, user: 'bridge', clientId: 'bridge-one', filters: [topic('+/odometer')], random: () => 0 };
  const broker = new MqttLink(
    { ...own, will: { topic: 'will', payload: 'gone', isRetained: false }, log: pino({ level: 'silent' }) },
    { onMessage: () => {}, onUp: () => ups++, onDown: () => {} },
  );
  atTheEnd(() => broker.drop());
  broker.open();
  await until(() => expect(ups).toBe(1));
  expect(writeToStream.cacheNumbers).toBe(false); // else it holds 10 MB
  const lost = broker.publish(say('old'), new AbortController().signal).catch((error: unknown) => error);
  await until(() => expect(taken).toEqual(['old']));
  for (const socket of sockets) socket.destroy();
  await until(() => expect(ups).toBe(2));
  await broker.publish(say('new'), new AbortController().signal);
  expect(await lost).toBeInstanceOf(Error);
  expect(taken).toEqual(['old', 'new']);
});
