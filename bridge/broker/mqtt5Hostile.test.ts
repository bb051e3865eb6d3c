/** Clients with MQTT 5 that break its rules: only their own connection ends, and it ends with the reason. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { topicOf } from '@flower-war/protocol/temple';
import { generate, type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import {
  connectPacket,
  enter,
  OTHER,
  OWN,
  rawClient,
  type StartedBroker,
  settled,
  startedBroker,
} from '../testing/rawMqtt5Client.fixture.ts';

const ODOMETER = topicOf('odometer', OWN);
const v5 = (packet: Packet) => generate(packet, { protocolVersion: 5 });
const publish = (topic: string, more: object = {}) =>
  v5({ cmd: 'publish', topic, payload: Buffer.from('x'), qos: 1, retain: false, dup: false, messageId: 7, ...more });
const subscribe = (topic: string, more: object = {}) =>
  v5({ cmd: 'subscribe', messageId: 7, subscriptions: [{ topic, qos: 1 }], ...more });
/** The properties of a PUBLISH with QoS 0, byte by byte. */
const withProperties = (...bytes: readonly number[]) =>
  Buffer.concat([Buffer.from([0x30, 4 + bytes.length, 0, 1]), Buffer.from('x'), Buffer.from(bytes), Buffer.from('x')]);

const MALFORMED = 0x81;
const PROTOCOL_ERROR = 0x82;

describe('a client is cut off that sends', () => {
  it.each([
    ['a topic alias', publish(ODOMETER, { properties: { topicAlias: 1 } }), 0x94],
    ['a topic alias alone', publish('', { properties: { topicAlias: 1 } }), 0x94],
    ['a topic alias of zero', publish(ODOMETER, { properties: { topicAlias: 0 } }), PROTOCOL_ERROR],
    ['a message without a topic', publish(''), PROTOCOL_ERROR],
    ['a message with the number zero', publish(ODOMETER, { messageId: 0 }), PROTOCOL_ERROR],
    ['a message to a filter', publish('templo/#'), 0x90],
    ['a message to a deep topic', publish('x/'.repeat(30)), 0x90],
    [
      'a property that has no place there',
      publish(ODOMETER, { properties: { sessionExpiryInterval: 1 } }),
      PROTOCOL_ERROR,
    ],
    ['an identifier with a message', publish(ODOMETER, { properties: { subscriptionIdentifier: 1 } }), PROTOCOL_ERROR],
    ['a property twice', withProperties(4, 1, 1, 1, 1), PROTOCOL_ERROR],
    ['a property that nobody knows', withProperties(2, 0x7f, 0), MALFORMED],
    ['properties longer than the packet', withProperties(100, 1, 0), MALFORMED],
    ['half a property', withProperties(2, 2, 0), MALFORMED],
    ['a length of properties without end', withProperties(0xff, 0xff, 0xff, 0xff, 0xff), MALFORMED],
    ['a topic that is not text', Buffer.from([0x30, 5, 0, 2, 0xc3, 0x28, 0]), MALFORMED],
    ['QoS 3', Buffer.from([0x36, 3, 0, 1, 0x78]), MALFORMED],
    ['a second CONNECT', v5({ cmd: 'connect', protocolVersion: 5, clientId: OWN }), PROTOCOL_ERROR],
    ['AUTH', v5({ cmd: 'auth', reasonCode: 0x19 }), PROTOCOL_ERROR],
    ['what only a broker says', v5({ cmd: 'pingresp' }), PROTOCOL_ERROR],
    ['a CONNACK', v5({ cmd: 'connack', reasonCode: 0, sessionPresent: false }), PROTOCOL_ERROR],
    ['a SUBSCRIBE of nothing', Buffer.from([0x82, 3, 0, 7, 0]), MALFORMED],
    ['an UNSUBSCRIBE of nothing', Buffer.from([0xa2, 3, 0, 7, 0]), MALFORMED],
    ['an identifier of zero', subscribe('#', { properties: { subscriptionIdentifier: 0 } }), PROTOCOL_ERROR],
    ['a filter that is none', subscribe('templo#'), 0x8f],
    ['an empty filter', subscribe(''), 0x8f],
    ['reserved bits in a SUBSCRIBE', Buffer.from([0x82, 7, 0, 7, 0, 0, 1, 0x23, 0xc1]), MALFORMED],
    ['one number for two SUBSCRIBEs', Buffer.concat([subscribe('a'), subscribe('b')]), PROTOCOL_ERROR],
    ['an acknowledgement of nothing', Buffer.from([0x40, 0]), PROTOCOL_ERROR],
    ['a packet that the broker said is too large', Buffer.from([0x30, 0xff, 0xff, 0x7f]), 0x95],
    ['a type of packet that is reserved', Buffer.from([0x00, 0]), MALFORMED],
  ])('%s', async (_what, bytes, reasonCode) => {
    const broker = await startedBroker();
    const [other, own] = [await enter(broker, OTHER), await enter(broker, OWN)];
    own.send(bytes);
    await own.closed;
    expect(own.heard.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode });
    await settled(other);
  });

  it('packets without end', async () => {
    const own = await enter(await startedBroker({ packets: { perSecond: 0, burst: 1000 } }), OWN);
    own.send(Buffer.concat(Array<Buffer>(10_000).fill(Buffer.from([0xc0, 0]))));
    await own.closed;
    expect(own.heard.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x96 });
  });

  it('more messages with QoS 2 than may wait', async () => {
    const own = await enter(await startedBroker(), OWN);
    for (let messageId = 1; messageId <= 30; messageId += 1) own.send(publish(ODOMETER, { qos: 2, messageId }));
    await own.closed;
    expect(own.heard.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x93 });
  });

  it('much, before it has logged in', async () => {
    const broker = await startedBroker();
    const properties = { userProperties: Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`${n}`, 'x'])) };
    const login = connectPacket(broker, OWN);
    for (const first of [[{ ...login, properties }], [login, publish(ODOMETER, { properties })]]) {
      const own = rawClient(broker);
      own.send(...(first as Packet[]));
      await own.closed;
      expect(own.heard).toEqual([]);
    }
  });

  it('packets of which each is as much as many', async () => {
    const own = await enter(await startedBroker({ packets: { perSecond: 0, burst: 100 } }), OWN);
    own.send(...Array<Buffer>(10).fill(publish(ODOMETER, { payload: Buffer.alloc(10_000) })));
    await own.closed;
    expect(own.heard.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x96 });
  });

  it('everything at once, before the broker has looked at its password', async () => {
    const broker = await startedBroker();
    const own = rawClient(broker);
    own.send(connectPacket(broker, OWN), ...Array<Buffer>(50).fill(publish(ODOMETER)));
    await own.closed;
    expect(own.heard).toEqual([expect.objectContaining({ cmd: 'connack', reasonCode: 0x97 })]);
  });

  it.each([
    ['a CONNECT that is cut off', (bytes: Buffer) => Buffer.concat([Buffer.from([0x10, 20]), bytes.subarray(2, 22)])],
    ['a CONNECT with reserved bits', (bytes: Buffer) => Buffer.concat([Buffer.from([0x11]), bytes.subarray(1)])],
  ])('%s', async (_what, damaged) => {
    const broker = await startedBroker();
    const own = rawClient(broker);
    own.send(damaged(v5(connectPacket(broker, OWN))));
    await own.closed;
    expect(own.heard.every(({ cmd, reasonCode }) => cmd === 'connack' && reasonCode >= 0x80)).toBe(true);
  });
});

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

function dice(state: number): (many: number) => number {
  let now = state;
  return (many) => {
    now = (Math.imul(now, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((now / 2 ** 32) * many);
  };
}

const VALID: readonly ((id: number) => Buffer)[] = [
  (messageId) => publish(ODOMETER, { messageId }),
  (messageId) => publish(topicOf('info', OWN), { messageId, qos: 2, properties: { userProperties: { a: 'b' } } }),
  () => publish(topicOf('availability', OWN), { qos: 0, retain: true }),
  (messageId) => subscribe(topicOf('ack', OWN), { messageId, properties: { subscriptionIdentifier: 9 } }),
  (messageId) => v5({ cmd: 'unsubscribe', messageId, unsubscriptions: [topicOf('ack', OWN)] }),
  (messageId) => v5({ cmd: 'pubrel', messageId, reasonCode: 0 }),
  (messageId) => v5({ cmd: 'puback', messageId, reasonCode: 0x87, properties: { reasonString: 'no' } }),
  (messageId) => v5({ cmd: 'pubrec', messageId, reasonCode: 0x80 }),
  () => v5({ cmd: 'pingreq' }),
  () => v5({ cmd: 'disconnect', reasonCode: 4 }),
];

/** Bytes that are changed, lost, doubled or at random. */
function damaged(bytes: Buffer, random: (many: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const at = random(copy.length);
  switch (random(6)) {
    case 0:
      copy[at] = random(256);
      return copy;
    case 1:
      return copy.subarray(0, at);
    case 2:
      return Buffer.concat([copy, copy.subarray(at)]);
    case 3:
      return randomBytes(1 + random(60));
    default:
      return copy;
  }
}

async function attack(broker: StartedBroker, random: (many: number) => number, packets: number): Promise<void> {
  const client = rawClient(broker);
  const first = v5(connectPacket(broker, OWN, { properties: { receiveMaximum: 1 + random(3) } }));
  const rest = Array.from({ length: packets }, (_, at) => damaged(VALID[random(VALID.length)]!(1 + (at % 9)), random));
  const bytes = Buffer.concat([random(4) === 0 ? damaged(first, random) : first, ...rest]);
  for (let at = 0; at < bytes.length && !client.socket.destroyed; ) {
    const end = at + 1 + random(random(3) === 0 ? 4 : 2000);
    client.socket.write(bytes.subarray(at, end));
    at = end;
    if (random(4) === 0) await pause(random(3));
  }
  if (random(2) === 0) client.socket.end();
  else await pause(random(10));
  client.socket.destroy();
}

const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

it(`outlives whatever comes, and keeps no socket (SEED=${seed})`, async () => {
  const random = dice(seed);
  const broker = await startedBroker({
    packets: { perSecond: 1_000_000, burst: 1_000_000 },
    publishing: { perSecond: 1_000_000, burst: 1_000_000 },
  });
  const other = await enter(broker, OTHER);
  const before = openSockets();
  for (let round = 0; round < 25; round += 1)
    await Promise.all(Array.from({ length: 8 }, () => attack(broker, random, 50)));
  await expect.poll(openSockets, { timeout: 20_000 }).toBeLessThanOrEqual(before);
  await settled(other);
  const own = await enter(broker, OWN);
  own.send(publish(ODOMETER));
  expect(await own.hears('puback')).toMatchObject({ reasonCode: 0 });
});
