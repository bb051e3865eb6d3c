/** The access rules that every broker must keep. The tests run on aedes and on mosquitto. */
import { setTimeout as pause } from 'node:timers/promises';
import { filterOf, TOPICS, type TopicName, topicOf } from '@flower-war/protocol/temple';
import type { IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dial,
  dialOnce,
  fence,
  hangUp,
  type ReceivedMessage,
  refusalOf,
  type Speaker,
} from './brokerClients.fixture.ts';
import type { TestBroker } from './guardedBrokers.ts';

export const OWN = 'templo-7f3a';
export const OTHER = 'templo-b0b0';

type Reader = 'own' | 'other' | 'bridge' | 'operator' | 'home';
const ALL_READERS: readonly Reader[] = ['own', 'other', 'bridge', 'operator', 'home'];

/** Written by hand, not derived from the table of topics. `own` is the temple that the topic names. */
const ALLOWED: Record<TopicName, { readonly write: readonly Reader[]; readonly read: readonly Reader[] }> = {
  odometer: { write: ['own'], read: ['bridge', 'operator', 'home'] },
  availability: { write: ['own'], read: ['bridge', 'operator', 'home'] },
  info: { write: ['own'], read: ['bridge', 'operator', 'home'] },
  ack: { write: ['bridge'], read: ['own', 'bridge', 'operator', 'home'] },
  verdict: { write: ['bridge'], read: ['bridge', 'operator', 'home'] },
  match: { write: ['bridge'], read: ['own', 'bridge', 'operator', 'home'] },
  config: { write: ['bridge'], read: ['own', 'bridge', 'operator', 'home'] },
  cmd: { write: ['bridge'], read: ['own', 'bridge'] },
  result: { write: ['own'], read: ['bridge'] },
  set: { write: ['home'], read: ['bridge'] },
  bridge: { write: ['bridge'], read: ['own', 'other', 'bridge', 'operator', 'home'] },
  request: { write: ['operator'], read: ['bridge'] },
  response: { write: ['bridge'], read: ['bridge', 'operator'] },
  discovery: { write: ['bridge'], read: ['bridge', 'home'] },
  homeStatus: { write: ['home'], read: ['bridge', 'home'] },
};

const NAMES = Object.keys(TOPICS) as TopicName[];
const topicFor = (name: TopicName) => topicOf(name, TOPICS[name].path.includes('<verb>') ? 'temples/list' : OWN);
/** What the bridge clears when a temple is forgotten. */
const CLEARED: readonly TopicName[] = ['odometer', 'availability', 'info'];
/** What the bridge tells one temple. */
const TOLD: readonly TopicName[] = ['ack', 'match', 'config'];

/** Whether the message is not for the other temple. */
function isForeign({ topic }: ReceivedMessage): boolean {
  const toOther = TOLD.map((name) => topicOf(name, OTHER));
  return ![...toOther, topicOf('bridge', '')].includes(topic);
}

export interface Brokers {
  readonly start: () => Promise<TestBroker>;
  /** The bridge may also write the topics that it may clear, because an access file cannot tell the two apart. */
  readonly mayOverwrite: boolean;
}

/** The versions of MQTT, as CONNECT numbers them. */
const VERSIONS = [
  { name: '3.1.1', protocolVersion: 4 },
  { name: '5', protocolVersion: 5 },
] as const;

export function accessContract(brokers: Brokers): void {
  describe.each(VERSIONS)('with MQTT $name', ({ protocolVersion }) => contractFor(brokers, { protocolVersion }));
}

function contractFor({ start, mayOverwrite }: Brokers, version: IClientOptions): void {
  const call = (account: string, options: IClientOptions = {}) => dial(broker, account, { ...version, ...options });
  const callOnce = (account: string, options: IClientOptions = {}) =>
    dialOnce(broker, account, { ...version, ...options });
  const refused = (options: IClientOptions) => refusalOf(broker, { ...version, ...options });
  let broker: TestBroker;
  let all: Record<Reader, Speaker>;
  let said = 0;
  const unique = () => `said ${++said}`;

  beforeAll(async () => {
    broker = await start();
    all = {
      own: await call(OWN),
      other: await call(OTHER),
      bridge: await call('bridge'),
      operator: await call('operator'),
      home: await call('home'),
    };
    for (const who of ALL_READERS)
      await all[who].listen(...(who === 'bridge' ? NAMES.map(filterOf) : NAMES.map(topicFor)));
  });
  afterAll(async () => {
    await hangUp(...Object.values(all ?? {}));
    await broker?.stop();
  });

  /** The clients that received this text. */
  async function hearers(of: string): Promise<readonly Reader[]> {
    await fence(all.bridge, ...Object.values(all));
    return ALL_READERS.filter((who) => all[who].heard.some(({ text }) => text === of));
  }

  describe.each(NAMES)('%s', (name) => {
    const { write, read } = ALLOWED[name];
    it.each(ALL_READERS)(`is written by ${write.join()} alone, read by ${read.join()} alone: %s`, async (who) => {
      const text = unique();
      await all[who].say(topicFor(name), text, TOPICS[name].isRetained);
      const isWritten = write.includes(who) || (who === 'bridge' && mayOverwrite && CLEARED.includes(name));
      expect(await hearers(text)).toEqual(isWritten ? read : []);
    });
  });

  it('lets the bridge clear what a forgotten temple left', async () => {
    for (const name of CLEARED) {
      const text = unique();
      await all.own.say(topicFor(name), text, true);
      await all.bridge.hears(text);
      await all.bridge.say(topicFor(name), '', true);
    }
    const late = await callOnce('operator', { clientId: 'operator-late' });
    await late.listen(...CLEARED.map(topicFor), topicOf('bridge', ''));
    await fence(all.bridge, late);
    expect(late.heard.filter(({ topic }) => topic !== topicOf('bridge', ''))).toEqual([]);
    // On mosquitto both clients had the same id, so that the first was cut off.
    if (!all.operator.isOpen()) all = { ...all, operator: await listening('operator') };
  });

  async function listening(account: string): Promise<Speaker> {
    const speaker = await call(account);
    await speaker.listen(...NAMES.map(topicFor));
    return speaker;
  }

  it('gives a device that asks for everything nothing but its own, be it retained or new', async () => {
    for (const temple of [OWN, OTHER]) await all.bridge.say(topicOf('ack', temple), `retained ${temple}`, true);
    const [curious] = await replaced(OTHER, ['#', '+/#', 'templo/#', 'templo/v1/+/ack', topicOf('ack', OWN)]);
    for (const temple of [OWN, OTHER]) await all.bridge.say(topicOf('match', temple), `new ${temple}`, true);
    await all.own.say(topicOf('odometer', OWN), unique(), true);
    await fence(all.bridge, curious);
    expect(curious.heard.map(({ text }) => text)).toContain(`retained ${OTHER}`);
    expect(curious.heard.map(({ text }) => text)).toContain(`new ${OTHER}`);
    expect(curious.heard.filter(isForeign)).toEqual([]);
  });

  /** The device connects again with other subscriptions. */
  async function replaced(temple: typeof OWN | typeof OTHER, filters: readonly string[]): Promise<[Speaker]> {
    const who = temple === OWN ? 'own' : 'other';
    await hangUp(all[who]);
    const speaker = await call(temple);
    all = { ...all, [who]: speaker };
    await speaker.listen(...filters, topicOf('bridge', ''));
    return [speaker];
  }

  it('takes no retained command from a device, not even its own', async () => {
    const command = unique();
    await all.own.say(topicOf('cmd', OWN), command, true);
    const [again] = await replaced(OWN, NAMES.map(topicFor));
    await fence(all.bridge, again);
    expect(again.heard.filter(({ text }) => text === command)).toEqual([]);
  });

  it('keeps $SYS to itself', async () => {
    const [curious] = await replaced(OTHER, ['$SYS/#', '$denied/#', '$share/all/templo/v1/+/ack']);
    for (const topic of ['$SYS/broker/uptime', '$SYS/x/new/clients', '$denied/flood']) await curious.say(topic, OWN);
    await fence(all.bridge, curious);
    expect(curious.heard.filter(isForeign)).toEqual([]);
    expect(all.own.isOpen()).toBe(true);
  });

  it('publishes the last will of a device on its own topics alone', async () => {
    const before = all.bridge.heard.length;
    for (const topic of [topicOf('availability', OWN), topicOf('odometer', OWN), topicOf('ack', OTHER)]) {
      await dieWith(topic, unique());
    }
    const own = unique();
    await dieWith(topicOf('availability', OTHER), own);
    await all.bridge.hears(own);
    expect(all.bridge.heard.slice(before).map(({ text }) => text)).toEqual([own]);
  });

  async function dieWith(topic: string, payload: string): Promise<void> {
    await hangUp(all.other);
    const dying = await call(OTHER, { will: { topic, payload, qos: 1, retain: false } as never });
    all = { ...all, other: dying };
    dying.client.stream.destroy();
  }

  it.each([
    ['nobody', {}],
    ['somebody unknown', { username: 'mallory', password: 'x' }],
    ['a device with a wrong password', { username: OWN, clientId: 'x', password: 'wrong' }],
    ['a device without a password', { username: OWN, clientId: OWN }],
    ['a device with an empty password', { username: OWN, clientId: OWN, password: '' }],
    ['an account with a wrong password', { username: 'bridge', clientId: 'bridge-x', password: 'wrong' }],
    ['a name with a wildcard', { username: '+', clientId: '+', password: 'x' }],
    ['a name that every object has', { username: 'constructor', clientId: '__proto__', password: 'x' }],
  ])('does not let in %s', async (_who, options) => {
    expect(await refused(options)).toEqual(expect.any(Number));
    expect(all.own.isOpen()).toBe(true);
  });

  it('does not let in a device with the password of another', async () => {
    const { password } = broker.login(OTHER);
    expect(await refused({ username: OWN, clientId: OWN, password })).toEqual(expect.any(Number));
  });

  it('lets nobody take the client id of a device', async () => {
    for (const account of [OTHER, 'home', 'operator']) {
      await refused({ ...broker.login(account), clientId: OWN });
    }
    const text = unique();
    await all.own.say(topicOf('odometer', OWN), text, true);
    await all.bridge.hears(text);
    expect(all.own.isOpen()).toBe(true);
    const others = ['other', 'operator', 'home'] as const;
    for (const who of others) all = { ...all, [who]: await listening(who === 'other' ? OTHER : who) };
  });

  it('has room for several bridges, whose wills are their own', async () => {
    const will = { topic: topicOf('bridge', ''), payload: Buffer.from(unique()), qos: 1, retain: false } as const;
    const [one, two] = [await callOnce('bridge', { will }), await callOnce('bridge')];
    for (const each of [one, two]) {
      const text = unique();
      await each.say(topicOf('ack', OWN), text, true);
      await all.own.hears(text);
    }
    one.client.stream.destroy();
    await all.own.hears(String(will.payload));
    expect(two.isOpen()).toBe(true);
  });

  it('drops what is too large, and takes what comes after it from the same connection', async () => {
    const [large, small] = ['x'.repeat(13_000), unique()];
    const before = all.bridge.heard.length;
    // With QoS 1, mosquitto answers with a code that MQTT 5 forbids there, and MQTT.js then closes the connection.
    await all.own.client.publishAsync(topicOf('odometer', OWN), large, { qos: 0, retain: true });
    await all.own.say(`${topicOf('odometer', OWN)}/${'y'.repeat(100)}`, unique());
    await all.own.say(topicOf('odometer', OWN), small, true);
    await all.bridge.hears(small);
    expect(all.bridge.heard.slice(before).map(({ text }) => text)).toEqual([small]);
    expect(all.own.isOpen()).toBe(true);
  });

  it('cuts off whoever sends a packet larger than any can be, and lets it come back', async () => {
    const cut = new Promise<void>((resolve) => all.other.client.once('close', () => resolve()));
    all.other.client.publish(topicOf('odometer', OTHER), 'x'.repeat(100_000), { qos: 0 });
    await cut;
    all = { ...all, other: await listening(OTHER) };
    const text = unique();
    await all.other.say(topicOf('odometer', OTHER), text, true);
    expect(all.other.isOpen()).toBe(true);
  });

  it('still hears an honest message after a flood, over the same connection', async () => {
    await Promise.all(Array.from({ length: 200 }, () => all.own.say(topicOf('odometer', OWN), unique(), true)));
    const honest = unique();
    const isHeard = () => all.bridge.heard.some(({ text }) => text === honest);
    for (let tries = 0; tries < 50 && !isHeard(); tries += 1) {
      await all.own.say(topicOf('odometer', OWN), honest, true);
      await Promise.race([all.bridge.hears(honest), pause(50)]).catch(() => undefined);
    }
    expect(isHeard()).toBe(true);
    expect(all.own.isOpen()).toBe(true);
  });
}
