/**
 * The kinds of attack. Calls of every HTTP route, upgrades, sockets in every kind of room, and packets of MQTT 3.1.1 and 5 at the
 * broker: valid, damaged, and raw bytes. And callers who never close their half of a connection.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  accountPassword,
  actions,
  BODIES,
  devicePassword,
  methodOf,
  OPERATOR_ROUTES,
  pathOf,
  QUERIES,
  ROUTES,
  type Route,
  type SeatedAnswer,
  TOPICS,
  type TopicName,
  topicOf,
} from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { pack } from 'msgpackr';
import { FRAME } from '../support/sockets/rawClient.ts';
import { bytes, damaged, damagedBytes, json, lawful, once, text, times } from './dice.ts';
import { idFor, post, type Target, tokenFor } from './target.ts';
import {
  anyMethod,
  asking,
  field,
  frame,
  lawfulFrame,
  oddFrame,
  oddHeader,
  OPCODE,
  onTheWire,
  opening,
  packet,
  type Request,
  say,
  statusOf,
  TYPE,
  target,
  upgradeOf,
} from './wire.ts';

/** Leaves out `drain`: a server that takes no new matches would stop the honest players too. */
const ATTACKED = [...ROUTES, ...OPERATOR_ROUTES].filter(({ id }) => id !== 'drain');

/** Resolves with what went wrong, or with undefined when the docs allow the answer. */
type Attack = (chance: Chance, target: Target) => Promise<string | undefined>;

const attackRoute: Attack = (chance, target) => ask(target, onTheWire(chance, callOf(chance, target)));

const attackUpgrade: Attack = (chance, attacked) => {
  const { matches } = chance.pick(attacked.guests);
  const paths = ['/', ...matches.map(({ match }) => `/x/${match}?sessionId=${text(chance, 9).replaceAll(/\s/g, '')}`)];
  return ask(attacked, onTheWire(chance, upgradeOf(chance, paths)));
};

async function ask({ places }: Target, bytes: Buffer): Promise<string | undefined> {
  const answer = await say(places.server, [bytes]);
  const isOurFault = (statusOf(answer) ?? 0) >= 500 || answer.includes('"code":"internal"');
  return isOurFault ? `${JSON.stringify(bytes.toString('latin1'))} was answered ${answer.slice(0, 300)}` : undefined;
}

function callOf(chance: Chance, attacked: Target): Request {
  const route = chance.pick(ATTACKED);
  const body = bodyOf(chance, route);
  const path = pathFor(chance, attacked, route) + queryOf(chance, route);
  return {
    method: once(chance, 12) ? anyMethod(chance) : methodOf(route),
    target: once(chance, 12) ? target(chance, [path]) : path,
    headers: [
      ['Host', 'localhost'],
      ['Connection', 'close'],
      ['Authorization', `Bearer ${tokenFor(chance, attacked, route.token).replaceAll(/[\r\n]/g, '')}`],
      ...(body === '' ? [] : ([['Content-Length', String(Buffer.byteLength(body))]] as const)),
      ...times(chance, 1, () => oddHeader(chance)),
    ],
    body,
  };
}

const pathFor = (chance: Chance, attacked: Target, route: Route): string =>
  pathOf(route).replaceAll(/\{\w+\}/g, () => inPath(idFor(chance, attacked)));

/** Escapes half of the ids properly. */
const inPath = (id: string) => (id.length % 2 === 0 ? encodeURIComponent(id.toWellFormed()) : id.replaceAll(/\s/g, ''));

function bodyOf(chance: Chance, route: Route): string {
  if (route.body === undefined && !once(chance, 10)) return '';
  if (once(chance, 15)) return text(chance, 200);
  const fit = route.body === undefined ? json(chance) : lawful(chance, BODIES[route.body]);
  return JSON.stringify(chance.coin() ? damaged(chance, fit) : fit) ?? '';
}

function queryOf(chance: Chance, { query }: Route): string {
  if (query === undefined && !once(chance, 10)) return '';
  const fit = query === undefined ? json(chance) : lawful(chance, QUERIES[query]);
  const given = chance.coin() ? damaged(chance, fit) : fit;
  const pairs = Object.entries(Object(given) as object).map(([name, value]) => `${name}=${inPath(String(value))}`);
  return `?${pairs.join('&').replaceAll(/\s/g, '')}`;
}

const FRAMES = 60;
const LISTENS_MS = 100;
const NAMES = ['act', 'observe', 'request', 'presence', 'info', 'result', 'strays', '__proto__', ''];

const attackSocket: Attack = async (chance, target) => {
  const connection = await placeIn(chance, target);
  if (connection === undefined) return undefined;
  const { processId, roomId, sessionId } = connection;
  const path = `/${processId}/${roomId}?sessionId=${sessionId}`;
  const sent = Array.from({ length: chance.die(FRAMES) }, () => anyFrame(chance, target));
  if (once(chance, 6)) sent.push(...Array.from({ length: 3000 }, () => sent[0] ?? Buffer.alloc(0)));
  const heard = await talk(connect(target.places.server), [opening(path), ...sent]);
  return heard.includes('internal') ? `a socket in ${path} was answered: ${heard.slice(-300)}` : undefined;
};

/** A seat, a place to watch from, the lobby, or the room of bridges. */
async function placeIn(chance: Chance, target: Target): Promise<SeatedAnswer['connection'] | undefined> {
  const { commitment, match } = chance.pick(chance.pick(target.guests).matches);
  const sit = { commitment, contribution: randomBytes(16).toString('hex') };
  const [path, body, wanted] = chance.pick([
    [`/api/matches/${match}/seat`, sit, undefined],
    [`/api/matches/${match}/watch`, {}, undefined],
    ['/api/lobby', {}, undefined],
    ['/api/bridge/connection', {}, 'bridge'],
  ]);
  const token = tokenFor(chance, target, wanted).replaceAll(/[^!-~]/g, '');
  return (await post<Partial<SeatedAnswer>>(target.house.url + path, body, token)).connection;
}

function anyFrame(chance: Chance, target: Target): Buffer {
  if (once(chance, 8)) return oddFrame(chance);
  if (once(chance, 8)) return lawfulFrame(chance.pick(['ping', 'pong', 'text', 'binary']), bytes(chance, 60));
  const payload = message(chance, target);
  return frame({ opcode: once(chance, 20) ? OPCODE.text : OPCODE.binary, payload, isLast: !once(chance, 20) });
}

function message(chance: Chance, target: Target): Buffer {
  if (once(chance, 6)) return Buffer.concat([Buffer.from([chance.pick(Object.values(FRAME))]), bytes(chance, 40)]);
  if (once(chance, 4)) return Buffer.from([chance.pick([FRAME.join, FRAME.ping])]);
  const known = Object.entries(actions);
  const [name, schema] = chance.pick(known);
  const fit = lawful(chance, schema);
  const payload = chance.die(3) === 1 ? fit : once(chance, 3) ? json(chance) : damaged(chance, fit);
  const called = once(chance, 5) ? chance.pick([...NAMES, text(chance, 30), idFor(chance, target)]) : name;
  const word = Buffer.from(called).subarray(0, 31);
  const head = [FRAME.request, chance.die(127), 0xa0 | word.length];
  const whole = Buffer.concat([Buffer.from(head), word, packed(payload)]);
  return once(chance, 10) ? damagedBytes(chance, whole) : whole;
}

/** Text that is not valid Unicode cannot be packed. */
function packed(payload: unknown): Buffer {
  try {
    return pack(payload);
  } catch {
    return Buffer.from([0xc1]);
  }
}

/** Sends the first part, and all others after the first answer. */
function talk(socket: Socket, [first = Buffer.alloc(0), ...rest]: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    socket.write(first);
    socket.once('data', () => {
      socket.write(Buffer.concat([lawfulFrame('binary', Buffer.from([FRAME.join])), ...rest]));
      setTimeout(() => socket.destroy(), LISTENS_MS);
    });
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    socket.setTimeout(LISTENS_MS * 20, () => socket.destroy());
  });
}

const LET_GO_WITHIN_MS = 5000;

/** Requests after which the connection ends, also if the caller keeps its half open. */
const LAST: readonly ((path: string) => Buffer)[] = [
  (path) => asking({ target: path }),
  (path) => asking({ target: path, headers: { Upgrade: 'h2c' } }),
  (path) => Buffer.from(`GET ${path} HTTP/1.0\r\n\r\n`),
  (path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n`),
  () => Buffer.from('GET / HTTP/9.9\r\n\r\n'),
  () => opening('/'),
  () => opening('/mqtt', { Origin: 'http://x' }),
  () => opening('/x/y?sessionId=z'),
];
const LAST_PACKETS = [packet(TYPE.connect, field('x')), packet(TYPE.ping), packet(TYPE.subscribe, field('#'))];

/** The caller keeps its half of the connection open for ever. */
const attackHalf: Attack = async (chance, target) => {
  const [at, place] = chance.pick(Object.entries(target.places));
  const path = pathFor(chance, target, chance.pick(ROUTES)).replaceAll(/\s/g, '');
  const said = at === 'broker' ? chance.pick(LAST_PACKETS) : chance.pick(LAST)(path);
  const socket = connect({ ...place, allowHalfOpen: true }).on('error', () => {});
  socket.resume().write(said);
  const isLetGo = await isGone(socket);
  socket.destroy();
  return isLetGo ? undefined : `the ${at} keeps a connection after its last answer, to ${JSON.stringify(String(said))}`;
};

/** A byte for a connection that the other end has closed comes back as an error. */
async function isGone(socket: Socket): Promise<boolean> {
  let hasEnded = false;
  socket.on('end', () => (hasEnded = true));
  for (const since = performance.now(); performance.now() - since < LET_GO_WITHIN_MS && !socket.destroyed; ) {
    await pause(20);
    if (hasEnded) socket.write('x');
  }
  return socket.destroyed;
}

type Version = 4 | 5;
const VERSIONS: readonly Version[] = [4, 5];
/** Properties of MQTT 5: a user property, an expiry, an identifier, an alias, one that no program knows. */
const PROPERTIES = ['26000161000162', '0200000009', '0b05', '230001', '7f00'].map((hex) => Buffer.from(hex, 'hex'));
const TEMPLES = ['templo-aaaa', 'templo-bbbb', 'templo-0001'];

const attackBroker: Attack = async (chance, target) => {
  const version = chance.pick(VERSIONS);
  const packets = [connectPacket(chance, target, version), ...times(chance, 25, () => anyPacket(chance, version))];
  if (once(chance, 8)) packets.push(...Array.from({ length: 3000 }, () => packets.at(-1) ?? Buffer.alloc(0)));
  const socket = connect(target.places.broker);
  await new Promise<void>((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.write(Buffer.concat(packets));
    setTimeout(() => (once(chance, 2) ? socket.end() : socket.destroy()), LISTENS_MS);
    setTimeout(() => socket.destroy(), LISTENS_MS * 2);
  });
  return undefined;
};

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

export const ATTACKS: Readonly<Record<string, Attack>> = {
  route: attackRoute,
  upgrade: attackUpgrade,
  socket: attackSocket,
  broker: attackBroker,
  half: attackHalf,
};
