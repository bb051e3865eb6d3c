/**
 * Attacks of callers who keep to the letter of a protocol and not to its manners: they ask for much at once and read nothing, name
 * other servers, never hang up, listen to all, and write what a terminal obeys.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { devicePassword, MOST_TOPIC_BYTES, pathOf, ROUTES, TOPICS } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { type Body, forge } from '../protocol/forge.ts';
import { Scribe, SIGNING_KEY } from '../protocol/scribe.ts';
import type { Attack } from './calls.ts';
import { once as onceIn, text, times } from './dice.ts';
import { opening } from './inputs.ts';
import { field, packet, TYPE } from './mqtt.ts';
import { idFor, type Target } from './target.ts';
import { bytesOf, placeOf, say, statusOf } from './wire.ts';

const MOST_BYTES = 65_536;
const QUIET_MS = 200;
/** A busy server may pause between two answers. */
const PAUSE_MS = 2000;
const LET_GO_WITHIN_MS = 5000;

/** More than wait on the way, also when the requests arrive in a few parts. */
const MOST_ANSWERS = 100;

/** Much is asked at once, and nothing is read for a while. */
export const attackPipeline: Attack = async (chance, target) => {
  const [at, place] = chance.pick(Object.entries(target.places));
  const method = onceIn(chance, 6) ? chance.pick(['HEAD', 'POST', 'DELETE', 'OPTIONS']) : 'GET';
  const asked = `${method} ${pathFor(chance, target)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const socket = connect(place).on('error', () => {});
  socket.pause().write(asked.repeat(Math.floor(MOST_BYTES / asked.length)));
  await setTimeout(QUIET_MS);
  const answers = await answersOn(socket);
  return answers > MOST_ANSWERS ? `the ${at} gave ${answers} answers to one write of ${asked}` : undefined;
};

async function answersOn(socket: Socket): Promise<number> {
  let answers = 0;
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1').match(/^HTTP\/1\.1 \d/gm)?.length ?? 0;
    if (answers > MOST_ANSWERS) socket.destroy();
  });
  socket.setTimeout(PAUSE_MS, () => socket.destroy()).resume();
  await closing(socket);
  return answers;
}

const closing = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

function pathFor(chance: Chance, attacked: Target): string {
  const inPath = () => encodeURIComponent(idFor(chance, attacked).toWellFormed());
  return pathOf(chance.pick(ROUTES)).replaceAll(/\{\w+\}/g, inPath);
}

/** A target that names a server must lead where its path leads, and never to that server. */
export const attackTarget: Attack = async (chance, target) => {
  const { places, peers, trap } = target;
  const [at, place] = chance.pick(Object.entries({ ...places, peers }));
  const named = chance.pick(['x', '127.0.0.1', `127.0.0.1:${trap.port}`, `a:b@127.0.0.1:${trap.port}`, '[::1]', 'x:0']);
  const path = pathFor(chance, target);
  const absolute = `${chance.pick(['http', 'HTTP', 'https', 'ws'])}://${named}${path}`;
  const answers = [path, absolute].map((one) => say(place, [asking(one)]));
  const [expected, status] = (await Promise.all(answers)).map(statusOf);
  if (trap.calls() > 0) return `the ${at} called a server that a target names: ${absolute}`;
  const isSame = expected === undefined || status === undefined || status === expected;
  return isSame ? undefined : `the ${at} answers ${absolute} with ${status}, and its path with ${expected}`;
};

function asking(path: string, ...more: readonly (readonly [string, string])[]): Buffer {
  return bytesOf({ method: 'GET', target: path, headers: [['Host', 'x'], ['Connection', 'close'], ...more], body: '' });
}

/** Requests after which the connection ends, also if the caller keeps its half open. */
const LAST: readonly ((path: string) => Buffer)[] = [
  (path) => asking(path),
  (path) => asking(path, ['Upgrade', 'h2c']),
  (path) => Buffer.from(`GET ${path} HTTP/1.0\r\n\r\n`),
  (path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n`),
  () => Buffer.from('GET / HTTP/9.9\r\n\r\n'),
  () => opening('/'),
  () => opening('/mqtt', { Origin: 'http://x' }),
  () => opening('/x/y?sessionId=z'),
];
const LAST_PACKETS = [packet(TYPE.connect, field('x')), packet(TYPE.ping), packet(TYPE.subscribe, field('#'))];

/** The caller keeps its half of the connection open for ever. */
export const attackHalf: Attack = async (chance, target) => {
  const { places, house } = target;
  const [at, place] = chance.pick(Object.entries({ ...places, broker: placeOf(house.mqtt.replace('mqtt', 'http')) }));
  const said = at === 'broker' ? chance.pick(LAST_PACKETS) : chance.pick(LAST)(pathFor(chance, target));
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
    await setTimeout(20);
    if (hasEnded) socket.write('x');
  }
  return socket.destroyed;
}

/** A connection of a device has no more filters, and no longer ones. */
const MOST_FILTERS = 32;
const MOST_FILTER_BYTES = MOST_TOPIC_BYTES + '/#'.length;

/** A device listens to all that it may, and to more. */
export const attackListening: Attack = async (chance, target) => {
  const device = `templo-${(65_535 + chance.die(2 ** 20)).toString(16)}`;
  const filters = times(chance, 60, () => filterFor(chance, device));
  const flags = Buffer.from([4, 0xc2, 0, 60]);
  const login = [field(device), field(device), field(devicePassword(target.key, device))];
  const wishes = filters.map((filter, at) =>
    packet(TYPE.subscribe, Buffer.from([1, at]), field(filter), Buffer.from([1])),
  );
  const codes = await acknowledged(target, [packet(TYPE.connect, field('MQTT'), flags, ...login), ...wishes]);
  const granted = new Set(filters.filter((_, at) => (codes.get(at) ?? 128) < 128));
  const odd = [...granted].find((filter) => !isOfUse(filter, device));
  if (odd !== undefined) return `the broker grants a device ${odd.length} letters: ${odd.slice(0, 200)}`;
  return granted.size > MOST_FILTERS ? `the broker grants a device ${granted.size} filters` : undefined;
};

function filterFor(chance: Chance, device: string): string {
  const own = chance.pick(Object.values(TOPICS)).path.replaceAll(/<\w+>/g, () => (onceIn(chance, 4) ? '+' : device));
  const levels = own.split('/');
  return chance.pick([
    own,
    `${own}/${times(chance, 6, () => chance.pick(['a', '+', ''])).join('/')}`,
    `${own}/${'a/'.repeat(chance.die(4000))}#`,
    levels.map((level) => (chance.coin() ? '+' : level)).join('/'),
    `${levels.slice(0, chance.die(levels.length)).join('/')}/#`,
    `$share/a/${own}`,
    `${own}${text(chance, 9)}`,
  ]);
}

/** The codes of the SUBACKs by the number of the wish. All packets from the broker are short. */
async function acknowledged({ house }: Target, packets: readonly Buffer[]): Promise<ReadonlyMap<number, number>> {
  const socket = connect(placeOf(house.mqtt.replace('mqtt', 'http'))).on('error', () => {});
  let heard = Buffer.alloc(0);
  socket.on('data', (bytes) => (heard = Buffer.concat([heard, bytes])));
  socket.write(packets[0] ?? '');
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closing(socket)]);
  for (const one of packets.slice(1)) socket.write(one);
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  await closing(socket);
  const codes = new Map<number, number>();
  for (let at = 0; at + 4 < heard.length; at += 2 + (heard[at + 1] ?? 0))
    if (heard[at] === 0x90) codes.set(heard[at + 3] ?? 0, heard[at + 4] ?? 128);
  return codes;
}

/** Whether any topic that a device reads could match. */
function isOfUse(filter: string, device: string): boolean {
  if (Buffer.byteLength(filter) > MOST_FILTER_BYTES) return false;
  const read = Object.values(TOPICS).filter(({ readers }) => readers.some((reader) => reader === 'device'));
  return read.some(({ path }) => matches(filter.split('/'), path.replace('<id>', device).split('/')));
}

function matches(filter: readonly string[], topic: readonly string[]): boolean {
  const isAny = (part = '') => part === '+' || part.startsWith('<');
  const end = filter.indexOf('#');
  if (end < 0 && filter.length !== topic.length) return false;
  const first = end < 0 ? filter : filter.slice(0, end);
  return first.every((part, at) => part === topic[at] || (at < topic.length && (isAny(part) || isAny(topic[at]))));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
export const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const ORDERS = ['\u001b[2J', '\u009b1A', '\r', '\u0007', '\u0008', '\u202e', '\u2066', '\u2028', '\u061c', '\u007f'];
const HONEST = new Scribe({ turnCap: 100 }).start('player', 'player').play().end();
const RECORD_TOOLS = ['verify', 'replay'];

/** A record, or the answer of a server, says what a terminal obeys. */
export const attackTerminal: Attack = async (chance, target) => {
  const order = times(chance, 3, () => chance.pick(ORDERS)).join('a') + chance.pick(ORDERS);
  if (onceIn(chance, 4)) return saidOf(await playAt(target, order), 'play');
  const file = join(target.house.folder, `forged-${chance.die(2 ** 30)}.jsonl`);
  writeFileSync(
    file,
    forge(HONEST.lines, (bodies) => spoil(chance, bodies, order), SIGNING_KEY),
  );
  const tool = chance.pick(RECORD_TOOLS);
  const out = await outputOf([join(target.tree, `server/tools/records/${tool}.ts`), file]);
  rmSync(file);
  return saidOf(out, tool);
};

const saidOf = (out: string, tool: string) =>
  OBEYED.test(out) ? `${tool} writes what a terminal obeys: ${JSON.stringify(out.slice(0, 300))}` : undefined;

/** Adds the order to a text or to a name somewhere in an entry. */
function spoil(chance: Chance, bodies: Body[], order: string): void {
  let inside: Body = chance.pick([bodies[0], bodies[1], bodies.at(-1), chance.pick(bodies)]);
  let name = chance.pick(Object.keys(inside));
  while (typeof inside[name] === 'object' && Object.keys(inside[name] ?? {}).length > 0) {
    inside = inside[name];
    name = chance.pick(Object.keys(inside));
  }
  const isName = onceIn(chance, 4);
  inside[isName ? name + order : name] = isName ? inside[name] : `${inside[name]}${order}`;
}

/** A player comes to a server that refuses everything in its own words. */
async function playAt({ tree, house }: Target, order: string): Promise<string> {
  const refused = JSON.stringify({ code: order, reason: order, detail: order, message: order });
  const server = createServer((_, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(refused),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const out = await outputOf([join(tree, 'terminal/src/play.ts'), '--auto', '--url', `http://127.0.0.1:${port}`], {
    XDG_STATE_HOME: house.folder,
  });
  server.close();
  server.closeAllConnections();
  return out;
}

function outputOf(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', LC_ALL: 'C.UTF-8', ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env, timeout: 30_000 }, (_, out, problems) =>
      resolve(out + problems),
    ).stdin?.end();
  });
}
