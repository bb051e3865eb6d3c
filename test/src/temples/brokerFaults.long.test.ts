/**
 * What only real brokers, real sockets and strangers can do to beads. A simulated house (test/src/simulation) tries all that fails in our
 * own programs; here beads fall while the broker, the radio or the device fails, or while a stranger attacks.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestMosquitto } from '@flower-war/bridge/broker';
import type { FlowerWarClient } from '@flower-war/client';
import { ack, isBalanced, SLOTS, type Tally, topicOf } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { FALLS, type Twin } from '@flower-war/temple/twin';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrokerKind, Hall, type Listener, quietMove, skipped, type Table, TEMPLE } from './stage.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const chance = fastChance(SEED);
/** The temple of a stranger, whose account the broker knows and no player owns. */
const STRANGER = 'templo-bad0bad0';
const CROWD = Array.from({ length: 50 }, (_, n) => `templo-c0${(n + 16).toString(16)}`);
const DEVICES = [TEMPLE, STRANGER, ...CROWD];
/** A machine may be busy; slowness proves nothing here. */
const PATIENCE_MS = 60_000;
const BETWEEN_BEADS_MS = 200;
const THINKING_MS = 20;

interface House {
  readonly hall: Hall;
  readonly twin: Twin;
  readonly owner: FlowerWarClient;
}

interface Fault {
  readonly happen: (house: House) => Promise<void>;
  /** Where it can happen, if not at every broker. */
  readonly at?: BrokerKind;
  /** The fault drops beads itself, when each can still be heard. */
  readonly isAlone?: boolean;
}

const BROKER_FAULTS: Readonly<Record<string, Fault>> = {
  'the broker is killed and comes back, twice': {
    happen: async ({ hall: { broker } }) => {
      for (let times = 0; times < 2; times++) {
        await pause(500 + chance.die(1000));
        await broker.kill();
        await broker.restart();
      }
    },
  },
  'the broker comes back without what it had retained': {
    at: 'mosquitto', // the embedded one stores nothing in any case
    happen: async ({ hall: { broker } }) => {
      await pause(500 + chance.die(1000));
      await broker.kill();
      rmSync(join(broker.folder, 'state/mosquitto.db'), { force: true });
      await broker.restart();
    },
  },
  'the broker cannot write to its disk, and is killed': {
    at: 'mosquitto',
    happen: async ({ hall: { broker } }) => {
      const state = join(broker.folder, 'state');
      renameSync(state, `${state}.away`);
      writeFileSync(state, '');
      await pause(2000); // it stores every second
      await broker.kill();
      await broker.restart();
      await pause(500);
      rmSync(state, { force: true });
      if (existsSync(`${state}.away`)) renameSync(`${state}.away`, state);
    },
  },
  'the broker lets devices publish no totals, which MQTT 3.1.1 does not tell them': {
    at: 'mosquitto',
    happen: async ({ hall }) => {
      const broker = hall.broker as TestMosquitto;
      const file = join(broker.folder, 'acl');
      const rules = readFileSync(file, 'utf8');
      writeFileSync(file, rules.replace(/^pattern \w+ .*\/odometer$/m, '# no totals'));
      await broker.admit(DEVICES);
      await pause(1500);
      writeFileSync(file, rules);
      await broker.admit(DEVICES);
    },
  },
};

const DEVICE_FAULTS: Readonly<Record<string, Fault>> = {
  'the radio fails in every way': {
    happen: async ({ hall, twin }) => {
      for (let times = 0; times < 4; times++) {
        await pause(chance.die(500));
        twin.wifi('rst', 0);
      }
      twin.wifi('stall', 2000);
      await pause(2000);
      twin.wifi('black-hole', PATIENCE_MS);
      await hall.pass(70, 2);
      twin.heal();
    },
  },
  'the device is away for ten minutes, in which thirty beads fall': {
    isAlone: true,
    happen: async ({ hall, twin }) => {
      twin.wifi('refused', PATIENCE_MS);
      for (let bead = 0; bead < 30; bead++) {
        twin.drop(chance.pick(SLOTS));
        await pause(30);
      }
      await hall.pass(600, 3);
      twin.heal();
    },
  },
  'the device loses its power, also in the middle of a write': {
    happen: async ({ twin }) => {
      for (const cut of [{}, { isTorn: true }, { isTold: true }]) {
        await pause(300 + chance.die(500));
        twin.drop('war');
        await pause(chance.die(60));
        twin.reboot(cut);
      }
    },
  },
  'the device loses its memory': {
    isAlone: true,
    happen: async ({ twin }) => {
      for (let times = 0; times < 2; times++) {
        for (const slot of SLOTS) twin.drop(slot);
        await twin.answered(PATIENCE_MS);
        twin.wipe();
      }
    },
  },
  'fifty other temples lose their connections with it, three times': { happen: crowd },
};

async function crowd({ hall, twin, owner }: House): Promise<void> {
  const { temples } = hall.server.services;
  const others = await Promise.all(CROWD.map((id) => hall.temple({ id })));
  for (const { id } of others) await hall.claim(owner, id);
  for (let times = 0; times < 3; times++) {
    for (const one of others) one.drop(times === 1 ? 'rain' : 'war');
    for (const one of [...others, twin]) one.wifi('rst', 0);
    await pause(700);
  }
  await Promise.all(others.map((one) => one.answered(PATIENCE_MS)));
  for (const { id, truth } of others) expect(temples.of(id).account.sensed, id).toEqual(truth);
  await Promise.all(others.map((one) => one.stop()));
}

interface Attack {
  readonly run: (house: House) => Promise<void>;
  /** How the server counts it: the metric, and the label. */
  readonly counted: readonly ['reports', 'old'] | readonly ['strays', string];
  /** The embedded broker stops some before any bridge hears of them. */
  readonly at?: BrokerKind;
}

/** Foreign topics, foreign client ids and wrong passwords: bridge/testing/access.contract.ts. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'an overheard report is sent again': {
    counted: ['reports', 'old'],
    run: async (house) => {
      const { epoch = 1, war = 0, rain = 0 } = house.twin.odometer ?? {};
      const old = { v: 1, epoch, war: Math.max(0, war - 3), rain: Math.max(0, rain - 3) };
      await publishAs(house, TEMPLE, [JSON.stringify(old)]);
    },
  },
  'a device sends what is not JSON': {
    counted: ['strays', 'not-json'],
    run: (house) => publishAs(house, STRANGER, ['{"v":1,', 'war=3', '\u0000\u0001']),
  },
  'a device sends impossible numbers': {
    counted: ['strays', 'bad-payload'],
    run: (house) => publishAs(house, STRANGER, ['-1', '9007199254740992', '1.5', '"3"', 'null', '1e400'].map(totals)),
  },
  'a device sends too much at once': {
    counted: ['strays', 'too-large'],
    at: 'mosquitto',
    run: (house) => publishAs(house, STRANGER, [totals(`1,"pad":"${'x'.repeat(2000)}"`), 'x'.repeat(9000)]),
  },
  'a device sends a thousand reports a second': {
    counted: ['strays', 'flood'],
    at: 'mosquitto',
    run: (house) =>
      publishAs(
        house,
        STRANGER,
        Array.from({ length: 1000 }, (_, war) => totals(war)),
        0,
      ),
  },
  'a command lies at the broker when the device comes back': {
    counted: ['strays', 'retained'],
    at: 'mosquitto',
    run: async ({ hall, twin }) => {
      const bridge = await connectAs(hall, 'bridge');
      twin.wifi('refused', PATIENCE_MS);
      const command = JSON.stringify({ op: 'identify', transaction: 'old' });
      await bridge.publishAsync(topicOf('cmd', TEMPLE), command, { qos: 1, retain: true });
      await hall.broker.restart(); // the bridges find it, too
      twin.heal();
      await twin.connected(PATIENCE_MS);
      await pause(200);
      expect(twin.display.isIdentifying).toBe(false);
      bridge.end(true);
    },
  },
};

const totals = (war: string | number) => `{"v":1,"epoch":7,"war":${war},"rain":0}`;

function connectAs({ broker }: Hall, account: string): Promise<MqttClient> {
  const port = account === 'bridge' ? broker.servicePort : broker.port;
  const clientId = account === 'bridge' ? 'bridge-stranger' : account;
  const how = { ...broker.login(account), clientId, protocolVersion: 4, reconnectPeriod: 0 } as const;
  return connectAsync(`mqtt://127.0.0.1:${port}`, how);
}

/** Publishes totals with the account of a device. A broker that ends the connection answers no more. */
async function publishAs({ hall }: House, account: string, payloads: readonly string[], qos: 0 | 1 = 1): Promise<void> {
  const client = await connectAs(hall, account);
  client.on('error', () => {});
  for (const payload of payloads) {
    const isOver = client.publishAsync(topicOf('odometer', account), payload, { qos, retain: true }).catch(() => {});
    await Promise.race([isOver, pause(500)]);
  }
  client.end(true);
}

const BROKERS = [
  ['aedes', 4],
  ['aedes', 5],
  ['mosquitto', 4],
  ['mosquitto', 5],
] as const;

describe.each(BROKERS)(`a temple on %s in version %i of MQTT, seed ${SEED}`, (kind, protocolVersion) => {
  if (kind === 'mosquitto' && skipped !== undefined) {
    test.skip(skipped, () => {});
    return;
  }
  let house: House;
  let guest: FlowerWarClient;
  let operator: Listener;
  const account = () => house.hall.server.services.temples.of(TEMPLE).account;

  beforeAll(async () => {
    const hall = await Hall.open(kind, { devices: DEVICES, bridges: 2 });
    const twin = await hall.temple({ protocolVersion });
    const owner = await hall.person('Itzel');
    house = { hall, twin, owner };
    operator = await hall.listener('operator', topicOf('ack', TEMPLE));
    guest = await hall.person('Ameyali');
    await hall.claim(owner);
  });
  afterAll(() => house?.hall.close());

  /** Drops beads of all kinds, no faster than a hand, until the fault is over. */
  async function dropDuring(fault: Promise<void>): Promise<void> {
    let isOver = false;
    const done = fault.finally(() => {
      isOver = true;
    });
    done.catch(() => {});
    while (!isOver) {
      house.twin.drop(chance.pick(SLOTS), chance.pick(FALLS));
      await pause(chance.die(BETWEEN_BEADS_MS));
    }
    await done;
  }

  async function answered(): Promise<void> {
    await house.hall.pass(31, 0.5); // a heartbeat repeats what was lost
    await house.twin.answered(PATIENCE_MS);
  }

  /** Every bead is counted once, and those that are applied are what the gods got; the broker holds the newest ledger. */
  async function expectExact(given: number): Promise<void> {
    const { hall, twin } = house;
    await answered();
    expect(account().sensed).toEqual(twin.counted);
    expect(isBalanced(account())).toBe(true);
    expect(sum(account().applied)).toBe(given);
    expect(sum(hall.server.services.temples.of(STRANGER).account.sensed)).toBe(0);
    const standing = () => JSON.parse(operator.newest(topicOf('ack', TEMPLE)) ?? '{}').rev;
    await expect.poll(standing).toBe(account().rev);
    for (const { text } of operator.heard.splice(0)) {
      const { applied, held, refused, sensed } = ack.parse(JSON.parse(text));
      for (const slot of SLOTS) expect(applied[slot] + held[slot] + refused[slot], text).toBe(sensed[slot]);
    }
  }

  /** A match in which seat 0 offers by beads alone. Returns how many skulls its beads gave to the gods. */
  async function during(deed: () => Promise<void>): Promise<number> {
    const table = await house.hall.table(house.owner, guest);
    const played = playAlong(table);
    await deed();
    await answered();
    // In a hidden window the answer comes only when both have answered: they play on until the match is over.
    table.other.resign().catch(() => {});
    await played;
    const { warTally, rainTally } = table.live.view;
    return warTally + rainTally;
  }

  // Faults of the device are the same in each version of MQTT.
  const tried = { ...BROKER_FAULTS, ...(protocolVersion === 4 && DEVICE_FAULTS) };
  const faults = Object.entries(tried).filter(([, { at }]) => at === undefined || at === kind);
  test.each(faults)('counts each bead once while %s', async (_, { happen, isAlone = false }) => {
    const before = sum(account().applied);
    const given = await during(() => (isAlone ? happen(house) : dropDuring(happen(house))));
    await expectExact(before + given);
  });

  const attacks = Object.entries(ATTACKS).filter(([, { at }]) => at === undefined || at === kind);
  test.each(attacks)('is not harmed when %s, which is counted', async (_, { run, counted: [metric, label] }) => {
    const { temples } = house.hall.server.services.metrics;
    const count = async () => {
      const { values } = await temples[metric].get();
      return values.reduce((n, { labels, value }) => (Object.values(labels).includes(label) ? n + value : n), 0);
    };
    const [before, known] = [sum(account().applied), await count()];
    const given = await during(() => dropDuring(run(house)));
    await house.hall.pass(70, 1); // bridges tell it once a minute
    await expect.poll(count).toBeGreaterThan(known);
    await expectExact(before + given);
  });
});

const sum = ({ war, rain }: Tally) => war + rain;

/** Both seats play without offerings, as slowly as people, until the match is over. */
async function playAlong({ live, other }: Table): Promise<void> {
  const decided = new Map<Table['live'], number | undefined>();
  for (; !live.isOver; await pause(THINKING_MS))
    for (const one of [live, other]) {
      if (one.legal.length === 0 || decided.get(one) === one.decision) continue;
      decided.set(one, one.decision);
      one.play(quietMove(one)).catch(() => {});
    }
}
