import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { topicOf } from '@flower-war/protocol/temple';
import { writeToStream } from 'mqtt-packet';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dialOnce, fence, refusalOf } from '../testing/brokerClients.fixture.ts';
import type { TestBroker } from '../testing/guardedBrokers.ts';
import { whoIs } from './access.ts';
import { passwordOf } from './aedesHooks.ts';
import { type Limits, startBroker } from './broker.ts';

const OWN = 'templo-7f3a';

/** Starts a broker in this process, and keeps its log. */
async function started(limits: Partial<Limits> = {}) {
  const key = randomBytes(32).toString('hex');
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const { port, stop } = await startBroker({ host: '127.0.0.1', port: 0, key, log, limits });
  onTestFinished(stop);
  const login = (username: string) => ({ username, password: passwordOf(whoIs(username)!, key) });
  const broker = {
    port,
    servicePort: port,
    login,
    key,
    folder: '',
    kill: stop,
    restart: stop,
    stop,
  } satisfies TestBroker;
  return { broker, lines, told: () => lines.filter(({ msg }) => msg === 'dropped or refused') };
}

/** A client that connects again at once whenever it is refused. */
async function comeIn(broker: TestBroker) {
  for (;;) {
    const own = await dialOnce(broker, OWN).catch(() => undefined);
    if (own !== undefined) return own;
  }
}

describe('the embedded broker', () => {
  it('makes no buffer for each number', async () => {
    const { broker } = await started();
    await dialOnce(broker, OWN);
    expect(writeToStream.cacheNumbers).toBe(false);
  });

  it('does not even parse what a stranger sends in thousands of packets', async () => {
    const { broker, told } = await started();
    const pings = Buffer.alloc(60_000, Buffer.from('c000', 'hex'));
    const socket = connect(broker.port, '127.0.0.1').on('error', () => undefined);
    socket.resume().end(pings);
    await once(socket, 'close');
    await broker.stop();
    expect(told()).toMatchObject([{ account: 'unknown', flood: 1 }]);
  });

  it('counts what it drops, and tells it once for each account', async () => {
    const { broker, told } = await started();
    const bridge = await dialOnce(broker, 'bridge');
    const own = await dialOnce(broker, OWN);
    await own.listen(topicOf('bridge', ''), topicOf('ack', 'templo-b0b0'));
    await own.say(topicOf('odometer', OWN), 'x'.repeat(1025), true);
    for (let n = 0; n < 3; n += 1) await own.say(topicOf('ack', OWN), 'mine');
    await bridge.say(topicOf('cmd', OWN), '{}', true);
    await refusalOf(broker, { ...broker.login(OWN), clientId: 'x' });
    await refusalOf(broker, { username: OWN, clientId: OWN, password: 'x' });
    await refusalOf(broker, { username: 'mallory', clientId: 'x', password: 'x' });
    await fence(bridge, own);
    expect(told()).toEqual([]);
    await broker.stop();
    const own1 = { 'too-large': 1, 'foreign-topic': 4, 'bad-client-id': 1, 'bad-password': 1 };
    const rest = [
      { account: 'bridge', retained: 1 },
      { account: 'unknown', 'bad-password': 1 },
    ];
    expect(told()).toHaveLength(3);
    expect(told()).toEqual(
      expect.arrayContaining([{ account: OWN, ...own1 }, ...rest].map((line) => expect.objectContaining(line))),
    );
  });

  it('drops what one device says too fast, over all its connections, and nobody else for it', async () => {
    const { broker, told } = await started({ publishing: { perSecond: 0, burst: 8 } });
    const bridge = await dialOnce(broker, 'bridge');
    await bridge.listen('templo/v1/+/odometer');
    for (const many of [3, 10]) {
      const own = await dialOnce(broker, OWN);
      for (let n = 0; n < many; n += 1) await own.say(topicOf('odometer', OWN), `own ${n}`, true);
    }
    const other = await dialOnce(broker, 'templo-b0b0');
    await other.say(topicOf('odometer', 'templo-b0b0'), 'other');
    await bridge.hears('other');
    const said = [0, 1, 2, 0, 1, 2, 3, 4].map((n) => `own ${n}`);
    expect(bridge.heard.map(({ text }) => text)).toEqual([...said, 'other']);
    await broker.stop();
    expect(told()).toEqual([expect.objectContaining({ account: OWN, flood: 5 })]);
  });

  it('keeps no session, so that nothing piles up for whoever is away', async () => {
    const { broker } = await started();
    const bridge = await dialOnce(broker, 'bridge');
    const own = await dialOnce(broker, OWN, { clean: false });
    await own.listen(topicOf('match', OWN), topicOf('bridge', ''));
    await own.client.endAsync(true);
    await bridge.say(topicOf('match', OWN), 'missed');
    const again = await dialOnce(broker, OWN, { clean: false });
    await again.listen(topicOf('bridge', ''));
    await fence(bridge, again);
    expect(again.heard.map(({ text }) => text)).not.toContain('missed');
  });

  it('refuses to subscribe to what nobody may hear, rather than to grant it in vain', async () => {
    const { broker } = await started();
    const own = await dialOnce(broker, OWN);
    await expect(own.client.subscribeAsync(topicOf('ack', 'templo-b0b0'))).rejects.toThrow();
    await expect(own.client.subscribeAsync('$share/all/templo/v1/+/ack')).rejects.toThrow();
    await expect(own.client.subscribeAsync(topicOf('ack', OWN))).resolves.toEqual([
      expect.objectContaining({ qos: 0 }),
    ]);
  });

  it('has room for that many connections, of which the account that holds most gives one up', async () => {
    const { broker, told } = await started({ connections: 3 });
    const bridge = await dialOnce(broker, 'bridge');
    const [first, second] = [await dialOnce(broker, 'home', { clientId: 'a' }), await dialOnce(broker, 'home')];
    const own = await dialOnce(broker, OWN);
    await vi.waitFor(() => expect(first.isOpen()).toBe(false), { timeout: 20_000 });
    expect([bridge, second, own].map((one) => one.isOpen())).toEqual([true, true, true]);
    await broker.stop();
    expect(told()).toEqual([expect.objectContaining({ account: 'unknown', 'too-many-connections': 1 })]);
  });

  it.each([
    ['pings', Buffer.from([0xc0, 0])],
    ['subscriptions to everything', Buffer.from([0x82, 6, 0, 1, 0, 1, 0x23, 1])],
    ['unknown topics', Buffer.concat([Buffer.from([0x30, 3, 0, 1]), Buffer.from('x')])],
  ])('cuts off a device that sends %s without end, before others wait for it', async (_what, packet) => {
    const { broker, told } = await started({ packets: { perSecond: 0, burst: 1000 } });
    const own = await dialOnce(broker, OWN);
    const cut = once(own.client.stream, 'close');
    own.client.stream.write(Buffer.concat(Array<Buffer>(5000).fill(packet)));
    await cut;
    expect(await refusalOf(broker, { ...broker.login(OWN), clientId: OWN })).toBe(3);
    const other = await dialOnce(broker, 'templo-b0b0');
    expect(other.isOpen()).toBe(true);
    await broker.stop();
    expect(told()).toEqual([expect.objectContaining({ account: OWN, flood: expect.any(Number) })]);
  });

  it('cuts off a device that has subscribed too often, and leaves none connected that hears nothing', async () => {
    const { broker } = await started({ packets: { perSecond: 0, burst: 22 } });
    const own = await dialOnce(broker, OWN);
    const cut = once(own.client.stream, 'close');
    own.client.subscribe(['ack', 'match', 'config'].map((name) => `templo/v1/${OWN}/${name}`));
    await cut;
    expect(own.isOpen()).toBe(false);
    await broker.stop();
  });

  it('lets in again who was cut off, as soon as its first words get through, however quickly it tries', async () => {
    const { broker } = await started({ packets: { perSecond: 200, burst: 1000 } });
    const bridge = await dialOnce(broker, 'bridge');
    await bridge.listen('templo/v1/+/availability');
    const flooding = await dialOnce(broker, OWN);
    const cut = once(flooding.client.stream, 'close');
    flooding.client.stream.write(Buffer.concat(Array<Buffer>(5000).fill(Buffer.from([0xc0, 0]))));
    await cut;
    const own = await comeIn(broker);
    await own.listen(...['ack', 'match', 'config', 'cmd'].map((name) => `templo/v1/${OWN}/${name}`));
    for (const name of ['availability', 'info', 'odometer'] as const) await own.say(topicOf(name, OWN), name, true);
    await bridge.hears('availability');
    expect(own.isOpen()).toBe(true);
  });

  it('passes on that a device is gone, also one that has said too much', async () => {
    const { broker } = await started({ publishing: { perSecond: 0, burst: 5 } });
    const bridge = await dialOnce(broker, 'bridge');
    await bridge.listen('templo/v1/+/availability');
    const will = {
      topic: topicOf('availability', OWN),
      payload: Buffer.from('offline'),
      qos: 1,
      retain: true,
    } as const;
    const own = await dialOnce(broker, OWN, { will });
    for (let n = 0; n < 10; n += 1) await own.say(topicOf('odometer', OWN), `own ${n}`, true);
    (own.client.stream as Socket).resetAndDestroy();
    await bridge.hears('offline');
  });

  it('lets strangers take the places of strangers, and never that of a device that has come in', async () => {
    const { broker, told } = await started({ strangers: 2 });
    const own = await dialOnce(broker, OWN);
    const silent = Array.from({ length: 5 }, () => connect(broker.port, '127.0.0.1'));
    await Promise.all(silent.slice(0, 3).map((socket) => once(socket, 'close')));
    const other = await dialOnce(broker, 'templo-b0b0');
    expect([own.isOpen(), other.isOpen()]).toEqual([true, true]);
    await broker.stop();
    expect(told()).toEqual([expect.objectContaining({ account: 'unknown', 'too-many-connections': 4 })]);
  });

  it('cuts off a stranger who announces a packet of megabytes', async () => {
    const { broker, told } = await started();
    const socket = connect(broker.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await once(socket, 'close');
    await broker.stop();
    expect(told()).toEqual([expect.objectContaining({ account: 'unknown', 'too-large': 1 })]);
  });

  it('stops with connections open, some of which have not said who they are', async () => {
    const { broker } = await started();
    const own = await dialOnce(broker, OWN);
    const silent = connect(broker.port, '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await broker.stop();
    await closed;
    await vi.waitFor(() => expect(own.isOpen()).toBe(false), { timeout: 20_000 });
  });

  it('says who is there when its port is taken', async () => {
    const { broker } = await started();
    const log = pino({ level: 'silent' });
    const again = startBroker({ host: '127.0.0.1', port: broker.port, key: broker.key, log });
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
