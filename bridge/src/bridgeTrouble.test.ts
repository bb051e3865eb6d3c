/** The bridge on real brokers when the server is slow or away, and when others send what they should not. */
import { afterEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fakeServer.ts';
import {
  atTheEnd,
  bridged,
  endAll,
  joinBroker,
  ManualClock,
  odometer,
  onEachBroker,
  retainedAt,
  startAedes,
  T,
  TestClient,
  topic,
  until,
} from '../testing/index.ts';

afterEach(endAll);
onEachBroker(({ that, broker }) => {
  that('what a slow server does not answer is asked again with the newest totals', async () => {
    const server = new FakeServer();
    server.hold = () => new Promise(() => {});
    const { link } = bridged({ url: broker().url, server });
    const device = await joinBroker(broker().url);
    await until(() => expect(link.isConnected).toBe(true));
    await until(async () => {
      await device.publish(topic(`${T}/odometer`), odometer(1), { retain: true });
      expect(server.of('observe')).toHaveLength(1);
    });
    await device.publish(topic(`${T}/odometer`), odometer(4), { retain: true });
    link.disconnect();
    server.hold = async () => {};
    link.connect();
    await until(() => expect(server.ackOf(T)?.sensed.war).toBe(4));
  });

  that('an odometer that lay at the broker is not a sign of life', async () => {
    const [clock, server] = [new ManualClock(), new FakeServer()];
    bridged({ url: broker().url, server, clock });
    const device = await joinBroker(broker().url);
    await device.publish(topic(`${T}/odometer`), odometer(1), { retain: true });
    await until(() => expect(server.of('presence')).toContainEqual({ temple: T, is: 'online' }));
    clock.advance(70_000);
    const before = server.of('observe').length;
    // A client with the bridge's name makes the broker cut the bridge off. The bridge comes back and reads all topics.
    await (await TestClient.join(broker().url, [], { clientId: 'bridge-one' })).leave();
    await until(() => expect(server.of('observe').length).toBeGreaterThan(before));
    clock.advance(10_000);
    await until(() => expect(server.of('presence').at(-1)).toEqual({ temple: T, is: 'offline' }));
  });

  that('poison changes nothing, and the server is told how much there was', async () => {
    const server = new FakeServer();
    bridged({ url: broker().url, server });
    const device = await joinBroker(broker().url, topic(`${T}/ack`));
    const poison = ['', '{', Buffer.from([0xff, 0xfe]), odometer(-1), odometer(1, 0, 0), 'y'.repeat(2000)];
    for (const payload of poison) await device.publish(topic(`${T}/odometer`), payload, { retain: true });
    await device.publish(topic(`${T}/availability`), 'perhaps');
    await device.publish(topic('TEMPLO-0006/odometer'), odometer(5));
    await device.publish(topic(`${T}/odometer`), odometer(6), { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`))?.sensed.war).toBe(6));
    const mine = server.of('observe');
    expect(mine.map(({ odometer: said }) => said)).toEqual([odometer(6)]);
    const told = server.of('strays');
    expect(new Set(told.map(({ what }) => what))).toEqual(
      new Set(['not-json', 'bad-payload', 'too-large', 'foreign-topic']),
    );
  });

  that('a command is not retained, and one that a client retained is cleared away', async () => {
    const server = new FakeServer();
    const party = await joinBroker(broker().url, topic(`${T}/cmd`));
    await party.publish(topic(`${T}/cmd`), { op: 'identify', transaction: 'old' }, { retain: true });
    const { link } = bridged({ url: broker().url, server });
    await until(async () => expect(await retainedAt(broker().url, topic(`${T}/cmd`))).toEqual(new Map()));
    expect(server.of('strays')).toContainEqual({ temple: T, what: 'retained', count: 1 });
    for (const transaction of ['a', 'b']) {
      link.emit('command', { temple: T, command: { op: 'report', transaction } });
    }
    const got = () => party.texts(topic(`${T}/cmd`)).filter((text) => text.includes('report'));
    await until(() => expect(got().map((text) => JSON.parse(text).transaction)).toEqual(['a', 'b']));
    expect(await retainedAt(broker().url, topic(`${T}/cmd`))).toEqual(new Map());
    await party.publish(topic(`${T}/cmd/result`), { transaction: 'a', status: 'ok' });
    await until(() => expect(server.of('result')).toEqual([{ temple: T, result: { transaction: 'a', status: 'ok' } }]));
  });

  that('an operator is answered once, with the same transaction; a retained request is none', async () => {
    const server = new FakeServer();
    server.onRequest = ({ data }) => ({ kind: 'response', response: { status: 'ok', data: { asked: data } } });
    const party = await joinBroker(broker().url, topic('bridge/response/#'));
    await party.publish(topic('bridge/request/temples/list'), { transaction: 'lying there' }, { retain: true });
    bridged({ url: broker().url, server });
    await until(() => expect(server.of('strays')).toContainEqual({ what: 'retained', count: 1 }));
    await party.publish(topic('bridge/request/temples/list'), '', { retain: true });
    await party.publish(topic('bridge/request/temple/forget'), { temple: T, transaction: 'x1' });
    await until(() =>
      expect(party.newest(topic('bridge/response/temple/forget'))).toMatchObject({ transaction: 'x1' }),
    );
    expect(party.texts(topic('bridge/response/temple/forget'))).toHaveLength(1);
    expect(server.of('request').map(({ verb }) => verb)).toEqual(['temple/forget']);
  });

  that('Home Assistant that has started hears of the temples again', async () => {
    const server = new FakeServer();
    const home = await joinBroker(broker().url, 'homeassistant/device/#');
    const { link } = bridged({ url: broker().url, server });
    await until(() => expect(link.isConnected).toBe(true));
    link.emit('temple', { temple: T, config: { v: 1, rev: 1, name: 'Of the hall' } });
    const discovery = `homeassistant/device/${T}/config`;
    await until(() => expect(home.newest(discovery)?.device.name).toBe('Of the hall'));
    await until(async () => {
      const before = home.texts(discovery).length;
      await home.publish('homeassistant/status', 'online');
      await until(() => expect(home.texts(discovery).length).toBeGreaterThan(before));
    });
  });

  that('ten seconds without the server, and it says so until the server answers', async () => {
    const clock = new ManualClock();
    const { link } = bridged({ url: broker().url, clock });
    const party = await joinBroker(broker().url, topic('bridge/state'));
    await until(() => expect(party.newest(topic('bridge/state'))?.state).toBe('online'));
    link.disconnect();
    clock.advance(9999);
    link.connect();
    link.disconnect();
    clock.advance(9999);
    expect(party.texts(topic('bridge/state')).join('')).not.toContain('offline');
    const until10 = (state: string) =>
      until(() => {
        clock.advance(100); // in so fast a time the bridge may have given up an answer of the broker
        expect(party.newest(topic('bridge/state'))?.state).toBe(state);
      });
    await until10('offline');
    link.connect();
    await until10('online');
  });

  that('an acknowledgement never falls: an older one of another bridge is corrected', async () => {
    const server = new FakeServer();
    bridged({ url: broker().url, server });
    const device = await joinBroker(broker().url, topic(`${T}/ack`));
    for (const war of [1, 2, 3]) {
      await device.publish(topic(`${T}/odometer`), odometer(war), { retain: true });
      await until(() => expect(device.newest(topic(`${T}/ack`))?.rev).toBe(war));
    }
    const { rev: _, ...older } = device.newest(topic(`${T}/ack`));
    await device.publish(topic(`${T}/ack`), { ...older, rev: 1 }, { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`)).rev).toBe(3));
    server.tell({ temple: T, ack: { ...older, rev: 2 } });
    await device.publish(topic(`${T}/odometer`), odometer(4), { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`)).rev).toBe(4));
    const revs = device.texts(topic(`${T}/ack`)).map((text) => JSON.parse(text).rev);
    expect(revs.filter((rev, i) => rev < (revs[i - 1] ?? 0))).toEqual([1]); // only this test made a revision fall
  });
});

test('a client that invents temples by the thousand is not listened to', async () => {
  const broker = await startAedes();
  atTheEnd(() => broker.kill());
  const server = new FakeServer();
  const crowd = await joinBroker(broker.url, topic('bridge/state'));
  bridged({ url: broker.url, server });
  await until(() => expect(crowd.newest(topic('bridge/state'))?.state).toBe('online'));
  const ids = Array.from({ length: 2001 }, (_, n) => `templo-${(0x1000 + n).toString(16)}`);
  for (const id of ids) void crowd.publish(topic(`${id}/odometer`), odometer(1));
  await until(() => expect(server.of('strays')).toContainEqual({ what: 'flood', count: 1 }));
  expect(new Set(server.of('observe').map(({ temple }) => temple)).size).toBe(2000);
});
