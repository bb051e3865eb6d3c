/** Calls of every HTTP route, upgrades, and sockets in every kind of room: valid, damaged, and raw bytes. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import {
  actions,
  BODIES,
  methodOf,
  OPERATOR_ROUTES,
  pathOf,
  QUERIES,
  ROUTES,
  type Route,
  type SeatedAnswer,
} from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { pack } from 'msgpackr';
import { FRAME } from '../support/sockets/rawClient.ts';
import { bytes, damaged, damagedBytes, json, lawful, once, text, times } from './dice.ts';
import { idFor, post, type Target, tokenFor } from './target.ts';
import {
  anyMethod,
  bytesOf,
  frame,
  lawfulFrame,
  oddFrame,
  oddHeader,
  OPCODE,
  onTheWire,
  placeOf,
  type Request,
  say,
  statusOf,
  target,
  upgradeOf,
} from './wire.ts';

/** Leaves out `drain`: a server that takes no new matches would stop the honest players too. */
const ATTACKED = [...ROUTES, ...OPERATOR_ROUTES].filter(({ id }) => id !== 'drain');

/** Resolves with what went wrong, or with undefined when the docs allow the answer. */
export type Attack = (chance: Chance, target: Target) => Promise<string | undefined>;

export const attackRoute: Attack = (chance, target) => ask(target, onTheWire(chance, callOf(chance, target)));

export const attackUpgrade: Attack = (chance, attacked) => {
  const { matches } = chance.pick(attacked.guests);
  const paths = ['/', ...matches.map(({ match }) => `/x/${match}?sessionId=${text(chance, 9).replaceAll(/\s/g, '')}`)];
  return ask(attacked, onTheWire(chance, upgradeOf(chance, paths)));
};

async function ask({ house }: Target, bytes: Buffer): Promise<string | undefined> {
  const answer = await say(placeOf(house.url), [bytes]);
  const isOurFault = (statusOf(answer) ?? 0) >= 500 || answer.includes('"code":"internal"');
  return isOurFault ? `${JSON.stringify(bytes.toString('latin1'))} was answered ${answer.slice(0, 300)}` : undefined;
}

function callOf(chance: Chance, attacked: Target): Request {
  const route = chance.pick(ATTACKED);
  const body = bodyOf(chance, route);
  const path = pathOf(route).replaceAll(/\{\w+\}/g, () => inPath(idFor(chance, attacked))) + queryOf(chance, route);
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

export const attackSocket: Attack = async (chance, target) => {
  const connection = await placeIn(chance, target);
  if (connection === undefined) return undefined;
  const { processId, roomId, sessionId } = connection;
  const path = `/${processId}/${roomId}?sessionId=${sessionId}`;
  const sent = Array.from({ length: chance.die(FRAMES) }, () => anyFrame(chance, target));
  if (once(chance, 6)) sent.push(...Array.from({ length: 3000 }, () => sent[0] ?? Buffer.alloc(0)));
  const heard = await talk(connect(placeOf(target.house.url)), [opening(path), ...sent]);
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

function opening(target: string): Buffer {
  const key = randomBytes(16).toString('base64');
  const usual = { Host: 'localhost', Connection: 'Upgrade', Upgrade: 'websocket' };
  const headers = Object.entries({ ...usual, 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': key });
  return bytesOf({ method: 'GET', target, headers, body: '' });
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
