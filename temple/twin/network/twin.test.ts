import { hasMosquitto, startAedes, startMosquitto, type TestBroker } from '@flower-war/bridge/testing';
import { type Odometer, odometer } from '@flower-war/protocol/temple';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwin } from '../index.ts';
import { Listener } from './listener.fixture.ts';
import { seeded } from '../device/seededRandom.ts';
import { type Network, NETWORK_FAULTS, type TwinOptions } from './network.ts';
import { Twin } from './twin.ts';

const BROKERS = [
  ['aedes', startAedes, true],
  ['mosquitto', startMosquitto, hasMosquitto],
] as const;
let serial = 0x1000;
const newId = () => `templo-${(serial++).toString(16)}`;

describe.each(BROKERS)('a temple on %s', (name, start, isThere) => {
  if (!isThere) {
    test.skip(`needs ${name}, which is not installed`, () => {});
    return;
  }
  let broker: TestBroker;
  let listener: Listener;
  const twins: Twin[] = [];

  beforeAll(async () => {
    broker = await start();
    listener = await Listener.at(broker);
  });
  afterAll(async () => {
    await Promise.all(twins.map((twin) => twin.stop()));
    await listener?.stop();
    await broker?.kill();
  });

  async function temple(options: Partial<TwinOptions> = {}): Promise<Twin> {
    const id = newId();
    const quick = { bootMs: [5, 20], reconnectMs: [20, 60], keepaliveS: 15 } as const;
    const twin = await startTwin({ broker: broker.url, id, password: 'secret', ...quick, ...options });
    twins.push(twin);
    return twin;
  }

  /** The odometer that the broker keeps for new subscribers. */
  async function retained({ id }: Twin): Promise<Odometer> {
    const late = await Listener.at(broker);
    await late.until('the odometer', () => late.texts('odometer', id).length > 0);
    await late.stop();
    return odometer.parse(late.last('odometer', id));
  }

  test.concurrent('keeps an odometer, an availability and an info with the broker', async () => {
    const twin = await temple({ protocolVersion: name === 'aedes' ? 4 : 5 });
    twin.drop('war');
    twin.drop('rain', 'double');
    await twin.connected();
    twin.drop('war', 'bounce');
    await twin.settled();
    expect(await retained(twin)).toMatchObject(twin.counted);
    expect(listener.texts('availability', twin.id)).toEqual(['online']);
    expect(listener.last('info', twin.id)).toMatchObject({ id: twin.id, proto: 'templo/1.0', flash: 'wal' });
  });

  test.concurrent.each(NETWORK_FAULTS)('loses no bead when the network suffers: %s', async (fault) => {
    const twin = await temple({ seed: 5 });
    await twin.settled();
    twin.wifi(fault, 300);
    for (const slot of ['war', 'rain', 'war'] as const) twin.drop(slot, 'double');
    await twin.settled();
    expect(twin.truth).toEqual({ war: 4, rain: 2 });
    expect(twin.counted).toEqual(twin.truth);
    await listener.until('the total', () => listener.last<Odometer>('odometer', twin.id)?.war === 4);
    expect(await retained(twin)).toMatchObject({ war: 4, rain: 2 });
  });

  test.concurrent('is called offline by its last will when the power is cut, and online again after', async () => {
    const twin = await temple({ keepaliveS: 1 });
    await twin.settled();
    twin.drop('war');
    await twin.settled();
    twin.powerOff();
    twin.drop('war');
    await listener.until('the last will', () => listener.texts('availability', twin.id).at(-1) === 'offline');
    twin.powerOn();
    await twin.settled();
    await listener.until('its return', () => listener.texts('availability', twin.id).at(-1) === 'online');
    expect(twin.truth).toEqual({ war: 2, rain: 0 });
    expect(await retained(twin)).toMatchObject({ war: 1, rain: 0, boot: 2 });
  });

  test.concurrent('ends as online when it comes back before anybody has noticed that it went', async () => {
    const twin = await temple();
    await twin.settled();
    twin.reboot();
    await twin.settled();
    const late = await Listener.at(broker);
    await late.until('availability', () => late.texts('availability', twin.id).length > 0);
    expect(late.texts('availability', twin.id)).toEqual(['online']);
    await late.stop();
  });

  test.concurrent('refuses a retained command and answers the same one when it is not', async () => {
    const id = newId();
    await listener.say('cmd', id, { op: 'show_code', transaction: 'old', code: 'OLDONE', time: 60 });
    const twin = await temple({ id });
    await twin.settled();
    await twin.until(
      'the retained command',
      ({ device: { power } }) => power.kind === 'on' && power.ram.heard.dropped === 1,
    );
    await listener.say('cmd', twin.id, { op: 'show_code', transaction: 'new', code: 'K7Q42M', time: 60 }, false);
    await listener.say('cmd', twin.id, { op: 'report', transaction: 'report' }, false);
    await listener.until('both results', () => listener.texts('result', twin.id).length === 2);
    expect(listener.texts('result', twin.id).map((text) => JSON.parse(text))).toEqual([
      { transaction: 'new', status: 'ok' },
      { transaction: 'report', status: 'ok' },
    ]);
    expect(twin.display.code).toBe('K7Q42M');
    expect(listener.texts('odometer', twin.id).length).toBe(2);
  });

  test.concurrent('says which settings it has taken, those kept by the broker too', async () => {
    const twin = await temple();
    await listener.say('config', twin.id, { v: 1, rev: 7, light: 20, name: 'Copal' });
    await listener.until('the revision', () => listener.last<{ configRev: number }>('info', twin.id)?.configRev === 7);
    twin.reboot();
    await twin.until('its name', ({ display }) => display.name === 'Copal');
  });

  test.concurrent('shows what became of its beads', async () => {
    const twin = await temple();
    await twin.settled();
    twin.drop('war');
    await twin.settled();
    expect(twin.display.slots.war).toMatchObject({ light: 'in-flight', inFlight: 1 });
    const [one, none] = [
      { war: 1, rain: 0 },
      { war: 0, rain: 0 },
    ];
    const last = { slot: 'war', ordinal: 1, verdict: 'held', why: 'not-your-turn' };
    const epoch = twin.odometer?.epoch;
    await listener.say('ack', twin.id, {
      v: 1,
      rev: 1,
      epoch,
      through: one,
      sensed: one,
      applied: none,
      held: one,
      refused: none,
      last,
    });
    await twin.answered();
    expect(twin.display.slots.war).toMatchObject({ light: 'held', inFlight: 0, held: 1 });
    expect(twin.display.why).toEqual({ slot: 'war', verdict: 'held', why: 'not-your-turn' });
  });

  test.concurrent.each([
    ['copied', 1],
    ['blank', 2],
  ] as const)(
    'a clone with a %s flash is seen as %d epochs that take the place of each other',
    async (flash, epochs) => {
      const twin = await temple();
      twin.drop('war');
      await twin.settled();
      const clone = await twin.clone(flash);
      twins.push(clone);
      const seen = () => listener.texts('odometer', twin.id).map((text) => odometer.parse(JSON.parse(text)));
      const changes = () =>
        seen().filter(
          ({ epoch, boot }, index, all) => epoch !== all[index - 1]?.epoch || boot !== all[index - 1]?.boot,
        );
      await listener.until('the change', () => changes().length >= 4);
      expect(new Set(seen().map(({ epoch }) => epoch)).size).toBe(epochs);
    },
  );
});

test('a bead that could not be kept is told on no connection', async () => {
  const told: string[] = [];
  /** A network in which everything happens at once. */
  const network: Network = {
    trouble: undefined,
    suffer() {},
    heal() {},
    vanish() {},
    reset() {},
    close: async () => {},
    dial(_, { opened }) {
      queueMicrotask(opened);
      return { publish: ({ name, text }) => void (name === 'odometer' && told.push(text)), end() {} };
    },
  };
  let isLost = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const keep = () => isLost && void twin.stop().then(end);
  const options = {
    broker: 'mqtt://127.0.0.1',
    id: newId(),
    password: 'secret',
    bootMs: [1, 1],
    writeMs: 1,
    keep,
  } as const;
  const parts = { random: seeded(1), network, start: () => Promise.reject(new Error('there is one')) };
  const twin = new Twin({ ...parts, options });
  twin.powerOn();
  await twin.connected();
  isLost = true;
  twin.drop('war');
  await ended;
  expect(told.map((text) => odometer.parse(JSON.parse(text)).war)).toEqual([0]);
});
