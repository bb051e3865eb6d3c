/** The bridge at brokers that allow only what the table of topics allows. */
import { afterEach, describe, expect, test } from 'vitest';
import { FakeServer } from '../testing/fakeServer.ts';
import { noMosquitto, startAedes, startMosquitto, type TestBroker } from '../testing/guardedBrokers.ts';
import { atTheEnd, bridged, endAll, odometer, T, TestClient, topic, until, withRetries } from '../testing/index.ts';

afterEach(endAll);

const BROKERS = [
  { name: 'the embedded broker', start: startAedes as () => Promise<TestBroker>, missing: undefined },
  { name: 'mosquitto', start: () => startMosquitto({ devices: [T] }), missing: noMosquitto() },
];

describe.each(BROKERS)('at $name', ({ start, missing }) => {
  const that = test.skipIf(missing !== undefined);

  async function open() {
    const broker = await withRetries(start);
    atTheEnd(() => broker.stop());
    const join = async (account: string, ...filters: string[]) => {
      const port = account.startsWith('templo-') ? broker.port : broker.servicePort;
      const party = await TestClient.join(`mqtt://127.0.0.1:${port}`, filters, {
        ...broker.login(account),
        clientId: account,
      });
      atTheEnd(() => party.leave());
      return party;
    };
    return { broker, url: `mqtt://127.0.0.1:${broker.servicePort}`, join };
  }

  that('its account may do all that it does, from the first bead to the last trace of a temple', async () => {
    const { broker, url, join } = await open();
    const server = new FakeServer();
    const { link, logged } = bridged({ url, server, login: broker.login('bridge') });
    const device = await join(T, topic(`${T}/ack`), topic(`${T}/cmd`));
    const operator = await join('operator', topic('bridge/response/#'), topic(`${T}/+`));
    const home = await join('home', `homeassistant/device/#`);
    await device.publish(topic(`${T}/info`), { v: 1, fw: '1.0.0' }, { retain: true });
    await device.publish(topic(`${T}/odometer`), odometer(3), { retain: true });
    await until(() => expect(device.newest(topic(`${T}/ack`))?.sensed.war).toBe(3));
    await until(() => expect(home.newest(`homeassistant/device/${T}/config`)?.device.sw_version).toBe('1.0.0'));
    link.emit('command', { temple: T, command: { op: 'identify', transaction: 'a' } });
    await until(() => expect(device.newest(topic(`${T}/cmd`))?.op).toBe('identify'));
    await operator.publish(topic('bridge/request/temples/list'), { transaction: 'b' });
    await until(() => expect(operator.newest(topic('bridge/response/temples/list'))?.transaction).toBe('b'));
    server.forget(T);
    for (const name of ['odometer', 'info', 'ack']) {
      await until(() => expect(operator.texts(topic(`${T}/${name}`)).at(-1)).toBe(''));
    }
    await until(() => expect(home.texts(`homeassistant/device/${T}/config`).at(-1)).toBe(''));
    expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });

  that('with a wrong password it says why it cannot, once, and goes on trying', async () => {
    const { url } = await open();
    const { logged } = bridged({ url, login: { username: 'bridge', password: 'wrong' } });
    const warned = () => logged.filter((line) => JSON.parse(line).level >= 40);
    await until(() =>
      expect(logged.filter((line) => line.includes('the broker cannot be used')).length).toBeGreaterThan(2),
    );
    expect(warned()).toHaveLength(1);
    expect(warned()[0]).toMatch(/not authorized|user ?name or password/i);
    expect(logged.join('')).not.toContain('wrong');
  });
});
