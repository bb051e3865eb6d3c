/** The bridge on real brokers: beads, what is retained, and other bridges. */
import type { MatchTold } from '@flower-war/protocol/temple';
import { afterEach, expect } from 'vitest';
import { FakeServer } from '../testing/fakeServer.ts';
import {
  atTheEnd,
  bridged,
  endAll,
  joinBroker,
  odometer,
  onEachBroker,
  retainedAt,
  T,
  topic,
  until,
} from '../testing/index.ts';

afterEach(endAll);
const match: MatchTold = {
  v: 1,
  rev: 5,
  ttl: 120,
  match: 'K7Q42M',
  phase: 'offer',
  yourTurn: true,
  deadlineMs: 20_000,
  mayOffer: { war: true, rain: true },
  counts: { war: 1, rain: 2 },
};

onEachBroker(({ that, broker, version, start }) => {
  that('it speaks the newest version that the broker knows, and says that it is there', async () => {
    const { logged } = bridged({ url: broker().url });
    const party = await joinBroker(broker().url, topic('bridge/state'));
    await until(() => expect(party.newest(topic('bridge/state'))?.state).toBe('online'));
    expect(party.newest(topic('bridge/state'))).toEqual({
      state: 'online',
      proto: [1],
      version: '1.2.3',
      instance: 'one',
    });
    expect(logged.join('')).toContain(`"version":"${version}","msg":"connected with the broker"`);
  });

  that(
    'what became of beads is told once to the house, and lies at no broker; a bridge that starts again is silent',
    async () => {
      const server = new FakeServer();
      const { bridge } = bridged({ url: broker().url, server });
      const device = await joinBroker(broker().url, topic(`${T}/ack`), topic(`${T}/verdict`));
      const verdicts = () => device.texts(topic(`${T}/verdict`)).map((text) => JSON.parse(text));
      const report = async (war: number) => {
        await device.publish(topic(`${T}/odometer`), odometer(war), { retain: true });
        await until(() => expect(device.newest(topic(`${T}/ack`))?.held.war).toBe(war));
      };
      await report(1);
      await report(3);
      await until(() => expect(verdicts()).toMatchObject([{ slot: 'war', verdict: 'held', count: 2 }]));
      await bridge.stop();
      bridged({ url: broker().url, server });
      await report(3);
      await report(4);
      await until(() => expect(verdicts()).toMatchObject([{ count: 2 }, { count: 1 }]));
      expect(await retainedAt(broker().url, topic(`${T}/verdict`))).toEqual(new Map());
      server.forget(T);
    },
  );

  that('the house lets a temple show itself and sets its light level', async () => {
    const server = new FakeServer();
    bridged({ url: broker().url, server });
    const house = await joinBroker(broker().url, topic(`${T}/cmd`), topic('bridge/state'));
    await until(() => expect(house.newest(topic('bridge/state'))?.state).toBe('online'));
    await house.publish(topic(`${T}/set`), { identify: true });
    await until(() => expect(house.newest(topic(`${T}/cmd`))).toEqual({ op: 'identify', transaction: 'house' }));
    await house.publish(topic(`${T}/set`), { light: 40 });
    await until(() => expect(server.of('set')).toEqual([{ temple: T, light: 40 }]));
    server.forget(T);
  });

  that('of totals that lay at the broker nobody knows how old the beads are', async () => {
    const device = await joinBroker(broker().url);
    const recent = [['war', 9, 120]];
    await device.publish(topic(`${T}/odometer`), { ...odometer(9), recent }, { retain: true });
    const server = new FakeServer();
    bridged({ url: broker().url, server });
    await until(() => expect(server.of('observe')[0]).toMatchObject({ odometer: { recent: [] }, isOld: true }));
    await device.publish(topic(`${T}/odometer`), { ...odometer(9), recent }, { retain: true });
    await until(() => expect(server.of('observe')[1]?.odometer.recent?.[0]).toEqual(['war', 9, expect.any(Number)]));
    expect(server.of('observe')[1]?.isOld).toBeUndefined();
  });

  that('a broker that forgot everything gets all that is retained once more', async () => {
    const server = new FakeServer();
    const own = await start();
    atTheEnd(() => own.kill());
    const { link } = bridged({ url: own.url, server });
    const device = await joinBroker(own.url);
    await device.publish(topic(`${T}/odometer`), odometer(2), { retain: true });
    await until(() => expect(server.ackOf(T)?.rev).toBe(1));
    link.emit('temple', { temple: T, match, config: { v: 1, rev: 2, light: 40 } });
    await until(async () => expect(await retainedAt(own.url, '#')).toHaveProperty('size', 6));
    const before = await retainedAt(own.url, '#');
    before.delete(topic(`${T}/odometer`)); // only the device could publish it again, and the device is gone
    await device.leave();
    await own.kill();
    await own.start();
    await until(async () => expect(await retainedAt(own.url, '#')).toEqual(before));
    expect([...before.keys()].sort()).toEqual([
      `homeassistant/device/${T}/config`,
      topic('bridge/state'),
      topic(`${T}/ack`),
      topic(`${T}/config`),
      topic(`${T}/match`),
    ]);
  });

  that(
    'a forgotten temple leaves nothing behind; Home Assistant lets go of it first, and none of our words comes back',
    async () => {
      const server = new FakeServer();
      bridged({ url: broker().url, server });
      const device = await joinBroker(broker().url);
      await device.publish(topic(`${T}/odometer`), odometer(2), { retain: true });
      for (const [name, text] of [['availability', 'offline'] as const, ['info', '{"v":1,"fw":"1.0.0"}'] as const])
        await device.publish(topic(`${T}/${name}`), text, { retain: true });
      const left = async () => [...(await retainedAt(broker().url, '#')).keys()].filter((one) => one.includes(T));
      await until(async () => expect(await left()).toHaveLength(5));
      const home = await joinBroker(broker().url, 'homeassistant/#', topic(`${T}/#`));
      const known = home.seen.length;
      // The server takes its owner away first, and those messages are still on their way.
      const ack = { ...server.ackOf(T)!, rev: 9 };
      server.tell({ temple: T, ack, config: { v: 1, rev: 2, light: 30 } });
      server.forget(T);
      await until(() => expect(home.seen.slice(known).filter(({ text }) => text === '')).toHaveLength(7));
      const emptied = home.seen.slice(known).flatMap(({ topic: of, text }) => (text === '' ? [of] : []));
      expect(emptied[0]).toBe(`homeassistant/device/${T}/config`);
      await until(async () => expect(await left()).toEqual([]));
      expect(server.of('observe')).toHaveLength(1);
    },
  );

  that('a temple that is heard of again although it was forgotten is asked for all that it says', async () => {
    const server = new FakeServer();
    bridged({ url: broker().url, server });
    const device = await joinBroker(broker().url, topic(`${T}/#`));
    await device.publish(topic(`${T}/availability`), 'online', { retain: true });
    await device.publish(topic(`${T}/odometer`), odometer(2), { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`))?.sensed.war).toBe(2));
    server.forget(T);
    await until(() => expect(device.texts(topic(`${T}/availability`)).at(-1)).toBe(''));
    for (const war of [3, 4]) await device.publish(topic(`${T}/odometer`), odometer(war), { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`))?.through.war).toBe(4));
    expect(device.texts(topic(`${T}/cmd`)).map((text) => JSON.parse(text).op)).toEqual(['report']);
  });

  that('the last will of one bridge is not the last word while another lives', async () => {
    const server = new FakeServer();
    const party = await joinBroker(broker().url, topic('bridge/state'));
    bridged({ url: broker().url, server, instance: 'living' });
    const going = bridged({ url: broker().url, server, instance: 'going' });
    await until(() => expect(party.newest(topic('bridge/state'))?.instance).toBe('going'));
    await going.bridge.stop();
    await until(() =>
      expect(party.newest(topic('bridge/state'))).toMatchObject({ instance: 'living', state: 'online' }),
    );
    const states = party.texts(topic('bridge/state')).map((text) => JSON.parse(text));
    expect(states.filter(({ instance, state }) => instance === 'going' && state === 'offline')).toHaveLength(1);
  });

  that('two bridges count no bead twice', async () => {
    const server = new FakeServer();
    bridged({ url: broker().url, server, instance: 'left' });
    bridged({ url: broker().url, server, instance: 'right' });
    const device = await joinBroker(broker().url, topic(`${T}/ack`));
    for (let war = 1; war <= 20; war++) await device.publish(topic(`${T}/odometer`), odometer(war), { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`))?.sensed.war).toBe(20));
    expect(server.ackOf(T)?.sensed).toEqual({ war: 20, rain: 0 });
  });

  that('a flood of a thousand costs one question at a time, and the newest is heard', async () => {
    const server = new FakeServer();
    let open = 0;
    let most = 0;
    server.hold = async (name) => {
      if (name !== 'observe') return;
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open--;
    };
    bridged({ url: broker().url, server });
    const device = await joinBroker(broker().url);
    const all = Array.from({ length: 1000 }, (_, i) => device.publish(topic(`${T}/odometer`), odometer(i + 1)));
    await Promise.all(all);
    await until(() => expect(server.ackOf(T)?.sensed.war).toBe(1000));
    expect(server.of('observe').length).toBeLessThan(100);
    expect(most).toBe(1);
    await until(() => expect(server.of('strays')[0]).toMatchObject({ temple: T, what: 'flood' }));
  });
});
