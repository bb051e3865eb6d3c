/** Attacks the embedded broker with bytes: valid packets of MQTT 3.1.1 and 5 on known topics, damaged ones, and noise. */
import { connect } from 'node:net';
import { accountPassword, devicePassword, TOPICS, type TopicName, topicOf } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import type { Attack } from './calls.ts';
import { bytes, damaged, damagedBytes, json, lawful, once, text, times } from './dice.ts';
import type { Target } from './target.ts';
import { placeOf } from './wire.ts';

const LISTENS_MS = 100;
export const TYPE = {
  connect: 0x10,
  publish: 0x30,
  puback: 0x40,
  subscribe: 0x82,
  unsubscribe: 0xa2,
  ping: 0xc0,
  end: 0xe0,
};
type Version = 4 | 5;
const VERSIONS: readonly Version[] = [4, 5];
/** Properties of MQTT 5: a user property, an expiry, an identifier, an alias, one that nobody knows. */
const PROPERTIES = ['26000161000162', '0200000009', '0b05', '230001', '7f00'].map((hex) => Buffer.from(hex, 'hex'));
const TEMPLES = ['templo-aaaa', 'templo-bbbb', 'templo-0001'];

export const attackBroker: Attack = async (chance, target) => {
  const version = chance.pick(VERSIONS);
  const packets = [connectPacket(chance, target, version), ...times(chance, 25, () => anyPacket(chance, version))];
  if (once(chance, 8)) packets.push(...Array.from({ length: 3000 }, () => packets.at(-1) ?? Buffer.alloc(0)));
  const socket = connect(placeOf(target.house.mqtt.replace('mqtt', 'http')));
  await new Promise<void>((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.write(Buffer.concat(packets));
    setTimeout(() => (once(chance, 2) ? socket.end() : socket.destroy()), LISTENS_MS);
    setTimeout(() => socket.destroy(), LISTENS_MS * 2);
  });
  return undefined;
};

export function field(value: string | Buffer): Buffer {
  const body = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([body.length >> 8, body.length & 0xff]), body]);
}

export function packet(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}

/** Most clients know a password, and some bring a will. */
function connectPacket(chance: Chance, { key }: Target, version: Version): Buffer {
  if (once(chance, 8)) return bytes(chance, 60);
  const device = chance.pick(TEMPLES);
  const account = chance.pick([device, device, 'operator', 'home', text(chance, 10)]);
  const known = TEMPLES.includes(account) ? devicePassword(key, account) : accountPassword(key, 'operator');
  const password = account === 'home' ? accountPassword(key, 'home') : known;
  const hasWill = once(chance, 3);
  const more = () => properties(chance, version);
  const will = hasWill
    ? [more(), field(topicOf('availability', device)), field(payloadOf(chance, 'availability'))]
    : [];
  const flags = 0xc2 | (hasWill ? 0x24 : 0);
  const head = [field('MQTT'), Buffer.from([once(chance, 10) ? chance.die(6) : version, flags, 0, 60]), more()];
  const id = TEMPLES.includes(account) ? account : `fuzz-${chance.die(9)}`;
  const whole = packet(TYPE.connect, ...head, field(id), ...will, field(account), field(password));
  return once(chance, 10) ? damagedBytes(chance, whole) : whole;
}

/** None in 3.1.1. */
function properties(chance: Chance, version: Version): Buffer {
  if (version === 4) return Buffer.alloc(0);
  const all = Buffer.concat(once(chance, 4) ? times(chance, 2, () => chance.pick(PROPERTIES)) : []);
  return Buffer.concat([Buffer.from([all.length]), all]);
}

function anyPacket(chance: Chance, version: Version): Buffer {
  const kind = chance.die(12);
  if (kind === 1) return bytes(chance, 20);
  if (kind === 2) return packet(chance.die(256) - 1, bytes(chance, 12));
  if (kind === 3) return packet(chance.pick(Object.values(TYPE)), bytes(chance, 4));
  const whole = kind < 7 ? subscription(chance, version) : publishing(chance, version);
  return once(chance, 8) ? damagedBytes(chance, whole) : whole;
}

function subscription(chance: Chance, version: Version): Buffer {
  const filter = once(chance, 3) ? chance.pick(['#', '+/+', '$SYS/#', text(chance, 20)]) : topic(chance);
  const type = once(chance, 5) ? TYPE.unsubscribe : TYPE.subscribe;
  const head = [Buffer.from([0, chance.die(255)]), properties(chance, version)];
  return packet(type, ...head, field(filter), Buffer.from([chance.die(4) - 1]));
}

function publishing(chance: Chance, version: Version): Buffer {
  const name = chance.pick(Object.keys(TOPICS) as TopicName[]);
  const where = once(chance, 8) ? text(chance, 80) : topic(chance, name);
  const qos = chance.die(once(chance, 8) ? 4 : 2) - 1;
  const id = qos > 0 ? Buffer.from([0, chance.die(255)]) : Buffer.alloc(0);
  const flags = (qos << 1) | (chance.coin() ? 1 : 0) | (once(chance, 8) ? 8 : 0);
  return packet(
    TYPE.publish | flags,
    field(where),
    id,
    properties(chance, version),
    Buffer.from(payloadOf(chance, name)),
  );
}

const topic = (chance: Chance, name = chance.pick(Object.keys(TOPICS) as TopicName[])) =>
  topicOf(name, once(chance, 6) ? text(chance, 12) : chance.pick([...TEMPLES, 'temples/list', 'permit_pair']));

function payloadOf(chance: Chance, name: TopicName): string {
  const { payload } = TOPICS[name];
  if (payload === 'text')
    return chance.pick(['online', 'offline', '', text(chance), JSON.stringify(json(chance)) ?? '']);
  const fit = lawful(chance, payload);
  return once(chance, 10) ? text(chance, 300) : (JSON.stringify(chance.coin() ? damaged(chance, fit) : fit) ?? '');
}
