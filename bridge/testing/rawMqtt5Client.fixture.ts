/** A client that says any packet, or any bytes, to a broker in this process, and notes the answers as they are. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import {
  generate,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscription,
  type Packet,
  parser,
} from 'mqtt-packet';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { whoIs } from '../broker/access.ts';
import { passwordOf } from '../broker/aedesHooks.ts';
import { type Limits, startBroker } from '../broker/broker.ts';

export const OWN = 'templo-7f3a';
export const OTHER = 'templo-b0b0';
const MQTT5 = { protocolVersion: 5 };
export const WITHIN = { timeout: 20_000, interval: 5 };

/** As tests read them: every field that any packet has. */
// biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect
type Heard = Record<string, any>;

export async function startedBroker(limits: Partial<Limits> = {}) {
  const key = randomBytes(32).toString('hex');
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
  const { port, stop } = await startBroker({ host: '127.0.0.1', port: 0, key, log, limits });
  onTestFinished(async () => {
    await stop();
    expect(errors).toEqual([]);
  });
  const secretOf = (account: string) => {
    const who = whoIs(account);
    return who === undefined ? '' : passwordOf(who, key);
  };
  return { port, stop, secretOf };
}

export type StartedBroker = Awaited<ReturnType<typeof startedBroker>>;

export function rawClient({ port }: StartedBroker) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const heard: Heard[] = [];
  const reading = parser(MQTT5);
  reading.on('packet', (packet) => heard.push(packet));
  reading.on('error', (error) => heard.push({ cmd: 'nonsense', error }));
  socket.on('data', (bytes) => reading.parse(bytes));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    heard,
    closed,
    send: (...packets: readonly (Packet | Buffer)[]) =>
      void socket.write(Buffer.concat(packets.map((one) => (Buffer.isBuffer(one) ? one : generate(one, MQTT5))))),
    /** The first packet of this kind, or the one with this number, once it has come. */
    hears: (cmd: Packet['cmd'], messageId?: number): Promise<Heard> =>
      vi.waitFor(() => {
        const found = heard.find(
          (packet) => packet['cmd'] === cmd && (messageId === undefined || packet['messageId'] === messageId),
        );
        if (found === undefined) throw new Error(`no ${cmd} came`);
        return found;
      }, WITHIN),
    of: (cmd: Packet['cmd']) => heard.filter((packet) => packet['cmd'] === cmd),
  };
}

export type RawClient = ReturnType<typeof rawClient>;

export function connectPacket(broker: StartedBroker, account: string, more: Partial<IConnectPacket> = {}): Packet {
  const password = Buffer.from(broker.secretOf(account));
  return { cmd: 'connect', protocolVersion: 5, clientId: account, keepalive: 60, username: account, password, ...more };
}

/** A client that the broker has let in. */
export async function enter(broker: StartedBroker, account: string, more: Partial<IConnectPacket> = {}) {
  const client = rawClient(broker);
  client.send(connectPacket(broker, account, more));
  expect(await client.hears('connack')).toMatchObject({ reasonCode: 0 });
  return client;
}

/** What the client hears up to the answer to a ping. */
export async function settled(client: RawClient): Promise<void> {
  const before = client.of('pingresp').length;
  client.send({ cmd: 'pingreq' });
  await vi.waitFor(() => expect(client.of('pingresp').length).toBe(before + 1), WITHIN);
}

export function publish(topic: string, text: string, more: Partial<IPublishPacket> = {}): IPublishPacket {
  const payload = Buffer.from(text);
  return { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false, messageId: 7, ...more };
}

export const wish = (topic: string, more: Partial<ISubscription> = {}): ISubscription => ({ topic, qos: 1, ...more });

/** Subscribes, and gives the reason codes of the answer. */
export async function subscribe(client: RawClient, subscriptions: ISubscription[], subscriptionIdentifier?: number) {
  const messageId = 100 + client.of('suback').length;
  const properties = subscriptionIdentifier === undefined ? {} : { subscriptionIdentifier };
  client.send({ cmd: 'subscribe', messageId, subscriptions, properties });
  const { granted } = await client.hears('suback', messageId);
  await settled(client);
  return granted;
}

/** The messages that the client has heard. */
export const texts = (client: RawClient) => client.of('publish').map(({ payload }) => String(payload));
