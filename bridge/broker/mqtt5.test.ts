/** What a client with MQTT 5 hears from the embedded broker. */
import { topicOf } from '@flower-war/protocol/temple';
import { generate, type ISubscription, type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import {
  connectPacket,
  enter,
  OTHER,
  OWN,
  publish,
  rawClient,
  settled,
  startedBroker,
  subscribe,
  texts,
  WITHIN,
  wish,
} from '../testing/rawMqtt5Client.fixture.ts';
import { MOST_PACKET_BYTES } from './access.ts';
import { versionOf } from './mqtt5Door.ts';
import { REASON } from './mqtt5Properties.ts';

const ODOMETER = topicOf('odometer', OWN);
const ACK = topicOf('ack', OWN);

/** A device and Home Assistant at one broker. */
async function both(properties = {}) {
  const broker = await startedBroker();
  return [await enter(broker, OWN), await enter(broker, 'home', { properties })] as const;
}

/** Home Assistant, which takes this many messages at once, when a device has sent five. */
async function fullOf(receiveMaximum: number) {
  const [own, home] = await both({ receiveMaximum });
  await subscribe(home, [wish(ODOMETER)]);
  for (const messageId of [1, 2, 3, 4, 5]) own.send(publish(ODOMETER, String(messageId), { messageId }));
  await settled(own);
  await expect.poll(() => texts(home), WITHIN).toEqual(['1', '2']);
  return home;
}

/** A client that sends this first is refused with the reason. */
async function expectRefused(reasonCode: number, first: (broker: Awaited<ReturnType<typeof startedBroker>>) => Sent) {
  const broker = await startedBroker();
  const client = rawClient(broker);
  client.send(first(broker));
  await client.closed;
  expect(client.heard).toEqual([expect.objectContaining({ cmd: 'connack', reasonCode })]);
}

type Sent = Packet | Buffer;

describe('CONNACK', () => {
  it('tells what the broker can do', async () => {
    const home = await enter(await startedBroker(), 'home', {
      clientId: '',
      keepalive: 0,
      properties: { sessionExpiryInterval: 9 },
    });
    expect(home.heard[0]).toMatchObject({
      sessionPresent: false,
      properties: {
        sessionExpiryInterval: 0,
        assignedClientIdentifier: expect.stringMatching(/^auto-/),
        serverKeepAlive: 120,
        receiveMaximum: 20,
        maximumPacketSize: MOST_PACKET_BYTES,
        topicAliasMaximum: 0,
        retainAvailable: true,
        wildcardSubscriptionAvailable: true,
        subscriptionIdentifiersAvailable: true,
        sharedSubscriptionAvailable: false,
      },
    });
  });

  it('leaves out what the client has decided itself', async () => {
    const home = await enter(await startedBroker(), 'home');
    for (const name of ['sessionExpiryInterval', 'assignedClientIdentifier', 'serverKeepAlive'])
      expect(home.heard[0]?.['properties']).not.toHaveProperty(name);
  });

  it.each([
    ['a wrong password', { password: Buffer.from('wrong') }, 0x86],
    ['the client id of another', { clientId: OTHER }, 0x85],
    ['an authentication of its own', { properties: { authenticationMethod: 'GS2-KRB5' } }, 0x8c],
    ['authentication data without a method', { properties: { authenticationData: Buffer.from('x') } }, 0x82],
    ['a receive maximum of zero', { properties: { receiveMaximum: 0 } }, 0x82],
  ] as const)('refuses %s', (_what, more, reasonCode) =>
    expectRefused(reasonCode, (broker) => connectPacket(broker, OWN, more)),
  );

  it('refuses a password without a name, which 3.1.1 does not know', async () => {
    const bytes = generate({ cmd: 'connect', protocolVersion: 5, clientId: 'x', username: 'secret' });
    const flags = bytes.indexOf('MQTT') + 5;
    bytes[flags] = (bytes[flags]! & ~0x80) | 0x40;
    await expectRefused(0x86, () => bytes);
  });

  it('refuses a version that is still to come', () =>
    expectRefused(0x84, (broker) => {
      const bytes = generate(connectPacket(broker, OWN));
      bytes[bytes.indexOf('MQTT') + 4] = 6;
      return bytes;
    }));

  it('comes before the answers to what the client sent with its CONNECT', async () => {
    const broker = await startedBroker();
    const client = rawClient(broker);
    client.send(
      connectPacket(broker, OWN),
      publish(ODOMETER, '1'),
      { cmd: 'subscribe', messageId: 8, subscriptions: [wish(ACK)] },
      { cmd: 'pingreq' },
    );
    await client.hears('pingresp');
    await client.hears('suback');
    expect(client.heard[0]).toMatchObject({ cmd: 'connack', reasonCode: 0 });
    expect(client.of('puback')).toEqual([expect.objectContaining({ messageId: 7, reasonCode: 0 })]);
    expect(client.of('pingresp')).toHaveLength(1);
  });
});

describe('acknowledgements', () => {
  it('say of each filter whether it was granted, and why not', async () => {
    const own = await enter(await startedBroker(), OWN);
    const filters = [ACK, topicOf('ack', OTHER), ACK, '$share/all/templo/v1/+/ack', '$SYS/#'];
    expect(
      await subscribe(
        own,
        filters.map((topic) => wish(topic)),
      ),
    ).toEqual([1, 0x87, 1, 0x9e, 0x87]);
    expect(await subscribe(own, [wish(topicOf('match', OWN), { qos: 0 })])).toEqual([0]);
    own.send({ cmd: 'unsubscribe', messageId: 5, unsubscriptions: [ACK, topicOf('ack', OTHER)] });
    expect(await own.hears('unsuback')).toMatchObject({ messageId: 5, granted: [0, 0x11] });
  });

  it.each([
    ['is taken', ODOMETER, '1', {}, 0],
    ['belongs to another', topicOf('odometer', OTHER), '1', {}, 0x87],
    ['is retained and must not be', topicOf('result', OWN), '1', { retain: true }, 0x87],
    ['is too large', ODOMETER, 'x'.repeat(1025), {}, 0x97],
  ] as const)('say of a message that it %s', async (_what, topic, text, more, reasonCode) => {
    const own = await enter(await startedBroker(), OWN);
    own.send(publish(topic, text, more));
    expect(await own.hears('puback')).toMatchObject({ messageId: 7, reasonCode });
  });

  it('refuse a message, and not the next one with its number', async () => {
    const own = await enter(await startedBroker(), OWN);
    own.send(publish(topicOf('odometer', OTHER), '1'), publish(ODOMETER, '1'));
    await settled(own);
    expect(own.of('puback').map(({ messageId, reasonCode }) => [messageId, reasonCode])).toEqual([
      [7, 0x87],
      [7, 0],
    ]);
  });

  it('say of a message that it is one too many', async () => {
    const own = await enter(await startedBroker({ publishing: { perSecond: 0, burst: 5 } }), OWN);
    own.send(...[1, 2, 3, 4, 5, 6].map((messageId) => publish(ODOMETER, '1', { messageId })));
    await settled(own);
    expect(own.of('puback').map(({ reasonCode }) => reasonCode)).toEqual([0, 0, 0, 0, 0, 0x97]);
  });

  it('go all the way with QoS 2', async () => {
    const broker = await startedBroker();
    const [own, bridge] = [await enter(broker, OWN), await enter(broker, 'bridge')];
    await subscribe(bridge, [wish(ODOMETER, { qos: 2 })]);
    own.send(publish(ODOMETER, 'once', { qos: 2 }));
    await own.hears('pubrec');
    own.send({ cmd: 'pubrel', messageId: 7, reasonCode: 0 });
    await own.hears('pubcomp');
    const { messageId } = await bridge.hears('publish');
    bridge.send({ cmd: 'pubrec', messageId, reasonCode: 0 });
    await bridge.hears('pubrel');
    bridge.send({ cmd: 'pubcomp', messageId, reasonCode: 0 });
    await settled(bridge);
    expect(texts(bridge)).toEqual(['once']);
  });
});

describe('a client gets', () => {
  it('no more messages at once than it can take, and the rest when it has answered', async () => {
    const home = await fullOf(2);
    await settled(home);
    for (const answered of [1, 2, 3]) {
      home.send({ cmd: 'puback', messageId: home.of('publish')[answered - 1]?.['messageId'], reasonCode: 0 });
      await expect.poll(() => texts(home), WITHIN).toHaveLength(2 + answered);
    }
    expect(texts(home)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('no more messages at once because it answers one of them twice', async () => {
    const home = await fullOf(2);
    const { messageId } = home.of('publish')[0]!;
    const answer = { cmd: 'puback', messageId, reasonCode: 0 } as const;
    home.send(answer, answer);
    await settled(home);
    expect(texts(home)).toEqual(['1', '2', '3']);
  });

  it('no packet that is larger than it can take', async () => {
    const [own, home] = await both({ maximumPacketSize: 100 });
    await subscribe(home, [wish(ODOMETER)]);
    own.send(publish(ODOMETER, 'x'.repeat(100)), publish(ODOMETER, 'small', { messageId: 8 }));
    await settled(own);
    await expect.poll(() => texts(home), WITHIN).toEqual(['small']);
  });

  it('messages of clients with 3.1.1 and 5 alike, without the properties of a message', async () => {
    const [own, home] = await both();
    await subscribe(home, [wish(ODOMETER)]);
    const properties = { contentType: 'text/plain', userProperties: { a: ['b', 'c'] }, messageExpiryInterval: 9 };
    own.send(publish(ODOMETER, 'with properties', { properties }));
    expect(await home.hears('publish')).toMatchObject({ topic: ODOMETER, qos: 1 });
    expect(home.of('publish')[0]).not.toHaveProperty('properties');
    expect(texts(home)).toEqual(['with properties']);
  });
});

describe('the end', () => {
  const will = { topic: topicOf('availability', OWN), payload: Buffer.from('offline'), qos: 1, retain: false } as const;

  it.each([
    ['a goodbye', [{ cmd: 'disconnect', reasonCode: 0 } as const], []],
    ['a goodbye without a reason', [Buffer.from([0xe0, 0])], []],
    ['a goodbye that asks for the last will', [{ cmd: 'disconnect', reasonCode: 4 } as const], ['offline']],
    ['a goodbye because of an error', [{ cmd: 'disconnect', reasonCode: 0x80 } as const], ['offline']],
    ['no goodbye', [], ['offline']],
  ] as const)('is told by the last will or not, after %s', async (_what, last, told) => {
    const broker = await startedBroker();
    const bridge = await enter(broker, 'bridge');
    await subscribe(bridge, [wish(will.topic), wish(ODOMETER)]);
    const own = await enter(broker, OWN, { will: { ...will, properties: { willDelayInterval: 60 } } });
    own.send(publish(ODOMETER, 'last', { qos: 0 }), ...last);
    if (last.length === 0) own.socket.end();
    await own.closed;
    await expect.poll(() => texts(bridge), WITHIN).toEqual(['last', ...told]);
    await settled(bridge);
    expect(texts(bridge)).toEqual(['last', ...told]);
  });

  it('says that a newer client has the name', async () => {
    const broker = await startedBroker();
    const [first] = [await enter(broker, OWN), await enter(broker, OWN)];
    expect(await first.hears('disconnect')).toMatchObject({ reasonCode: 0x8e });
    await first.closed;
  });

  it('says that the broker shuts down', async () => {
    const broker = await startedBroker();
    const own = await enter(broker, OWN);
    await broker.stop();
    expect(await own.hears('disconnect')).toMatchObject({ reasonCode: 0x8b });
  });

  it('says that the client was silent for too long; subscribing is not silence', async () => {
    const broker = await startedBroker();
    const own = await enter(broker, OWN, { keepalive: 2 });
    const until = Date.now() + 4000;
    for (let messageId = 1; Date.now() < until; messageId += 1) {
      own.send({ cmd: 'subscribe', messageId, subscriptions: [wish(ACK)] });
      await expect.poll(() => own.of('suback').length, WITHIN).toBe(messageId);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(own.of('disconnect')).toEqual([]);
    expect(await own.hears('disconnect')).toMatchObject({ reasonCode: 0x8d });
  });
});

// The options of subscriptions in MQTT 5, which 3.1.1 does not know.

const STATUS = topicOf('homeStatus', '');

describe('subscriptions', () => {
  it('have identifiers, all of which come with a message that several match', async () => {
    const [own, home] = await both();
    await subscribe(home, [wish('templo/v1/+/odometer')], 2);
    await subscribe(home, [wish(ODOMETER), wish(topicOf('info', OWN))], 300);
    await subscribe(home, [wish('templo/v1/#')]);
    for (const topic of [ODOMETER, topicOf('info', OWN), topicOf('availability', OWN)]) {
      own.send(publish(topic, topic));
      await settled(own);
    }
    const identifiers = () => home.of('publish').map(({ properties }) => properties?.subscriptionIdentifier);
    await expect.poll(identifiers, WITHIN).toEqual([[2, 300], 300, undefined]);
  });

  it.each([
    ['live messages without the flag', {}, [true, false]],
    ['live messages as they were published', { rap: true }, [true, true]],
    ['no retained messages', { rh: 2 }, [false]],
    ['no retained messages, but live ones as they were published', { rh: 2, rap: true }, [true]],
    ['retained messages if the subscription is new', { rh: 1 }, [true, false]],
  ])('that wish it get %s', async (_what, options: Partial<ISubscription>, flags) => {
    const [own, home] = await both();
    own.send(publish(ODOMETER, 'before', { retain: true }));
    await settled(own);
    await subscribe(home, [wish('templo/v1/+/odometer', options)]);
    await settled(home);
    if (options.rh === 1) await subscribe(home, [wish('templo/v1/+/odometer', options)]);
    own.send(publish(ODOMETER, 'after', { retain: true }));
    await settled(own);
    await settled(home);
    await expect.poll(() => home.of('publish').map(({ retain }) => retain), WITHIN).toEqual(flags);
  });

  it('leave out messages of the client itself, if it wishes so', async () => {
    const broker = await startedBroker();
    const [home, other] = [await enter(broker, 'home'), await enter(broker, 'home', { clientId: 'second' })];
    await subscribe(home, [wish(STATUS, { nl: true })]);
    await subscribe(other, [wish(STATUS)]);
    home.send(publish(STATUS, 'own'));
    await settled(home);
    other.send(publish(STATUS, 'of the other'));
    await settled(other);
    await settled(home);
    await expect.poll(() => texts(other), WITHIN).toEqual(['own', 'of the other']);
    await expect.poll(() => texts(home), WITHIN).toEqual(['of the other']);
  });

  it('end with UNSUBSCRIBE, and begin anew with the next SUBSCRIBE', async () => {
    const [own, home] = await both();
    const subscriptions = [wish(ODOMETER)];
    home.send(
      { cmd: 'subscribe', messageId: 1, subscriptions },
      { cmd: 'unsubscribe', messageId: 2, unsubscriptions: [ODOMETER] },
      { cmd: 'subscribe', messageId: 3, subscriptions },
    );
    await home.hears('suback', 3);
    own.send(publish(ODOMETER, 'heard'));
    await settled(own);
    await settled(home);
    await expect.poll(() => texts(home), WITHIN).toEqual(['heard']);
    home.send({ cmd: 'unsubscribe', messageId: 4, unsubscriptions: [ODOMETER] });
    await home.hears('unsuback', 4);
    own.send(publish(ODOMETER, 'unheard'));
    await settled(own);
    await settled(home);
    expect(texts(home)).toEqual(['heard']);
  });
});

it('of a device are so few that they fill no memory', async () => {
  const broker = await startedBroker();
  const greedy = await enter(broker, OWN);
  const parts = [
    ['templo', '+'],
    ['v1', '+'],
    [OWN, '+'],
    ['ack', 'cmd', '+'],
    ['', '#'],
  ];
  const filters = parts.reduce((all, level) => all.flatMap((head) => level.map((part) => `${head}/${part}`)), ['']);
  for (const [at, filter] of filters.entries()) {
    const topic = filter.slice(1).replace(/\/$/, '');
    greedy.send({ cmd: 'subscribe', messageId: at + 1, subscriptions: [wish(topic)] });
  }
  expect(await greedy.hears('disconnect')).toMatchObject({ reasonCode: REASON.tooFast });
  expect(greedy.of('suback').filter(({ granted }) => granted[0] < 0x80).length).toBeLessThanOrEqual(32);
});

const head = (version: number, length = [16]) =>
  Buffer.from([0x10, ...length, 0, 4, ...Buffer.from('MQTT'), version, 2, 0, 60, 0, 0]);

it.each([
  ['3.1.1', head(4), 4],
  ['5', head(5), 5],
  ['5 with a length of four bytes', head(5, [0x90, 0x80, 0x80, 0x00]), 5],
  ['a version to come', head(9), 9],
  ['a bridge of 3.1.1', head(132), 132],
  ['3.1, whose name is another', Buffer.from([0x10, 20, 0, 6, ...Buffer.from('MQIsdp'), 3]), 0],
  ['another packet', Buffer.from([0x30, 3, 0, 1, 120]), 0],
  ['a length that never ends', Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x80]), 0],
  ['nothing yet', Buffer.alloc(0), undefined],
] as const)('knows %s', (_what, bytes, version) => {
  expect(versionOf(bytes)).toBe(version);
});

it('waits for the version, however the bytes are cut', () => {
  const bytes = head(5, [0x90, 0x01]);
  const at = bytes.indexOf(Buffer.from('MQTT')) + 4;
  for (let end = 0; end <= at; end += 1) expect(versionOf(bytes.subarray(0, end))).toBeUndefined();
  expect(versionOf(bytes.subarray(0, at + 1))).toBe(5);
});
