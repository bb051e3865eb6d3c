/**
 * What the dearest inputs of strangers that we know of cost: processor time, and memory that stays. Each is a list of writes of at most
 * 64 KB on one connection, with nothing that only members know.
 */
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  BODIES,
  isForHost,
  methodOf,
  OPERATOR_ROUTES,
  parametersOf,
  pathOf,
  QUERIES,
  type Route,
  ROUTES,
  type SeatedAnswer,
} from '@flower-war/protocol';
import { z } from 'zod';
import { FRAME } from '../support/sockets/rawClient.ts';
import { openTarget, post, type Program, type Target } from './target.ts';
import { type Address, type Asking, asking, field, frame, lawfulFrame, OPCODE, opening, packet, TYPE } from './wire.ts';

export const MOST = { milliseconds: 50, bytes: 1024 * 1024 };
/** An input that seems dear at its second time is measured this often. At the first time, code is compiled. */
const TIMES = 5;
const CHEAP_MS = MOST.milliseconds / 4;
/** A program that has been silent for this long has said all. */
const QUIET_MS = 40;

interface Cost extends Input {
  readonly at: Program;
  readonly milliseconds: number;
  /** What stays. */
  readonly bytes: number;
}

export const isTooMuch = ({ milliseconds, bytes }: Pick<Cost, 'milliseconds' | 'bytes'>): boolean =>
  milliseconds > MOST.milliseconds || bytes > MOST.bytes;

/** The costs of all inputs, or of those whose name or address has the words, the dearest first. */
export async function costs(tree: string | undefined, words: string): Promise<readonly Cost[]> {
  const target = await openTarget(tree);
  const found: Cost[] = [];
  for (const [at, input] of inputsFor(target))
    if (`${at} ${input.to} ${input.name}`.includes(words)) found.push(await costOf(target, at, input));
  await target.stop();
  return found.toSorted((one, other) => other.milliseconds - one.milliseconds);
}

export function lineOf({ at, to, name, milliseconds, bytes }: Cost): string {
  const figures = `${milliseconds.toFixed(1).padStart(8)} ms ${(bytes / 1024).toFixed(0).padStart(7)} KB`;
  return `${figures}  ${at.padEnd(8)} ${to}: ${name}`;
}

function inputsFor({ guests: [guest] }: Target): readonly (readonly [Program, Input])[] {
  const [match] = guest?.matches ?? [];
  const web = inputsOf({ match: match?.match ?? '', player: guest?.player ?? '', game: match?.game ?? '' });
  const atBoth = web.filter(({ name, to }) => !/^[A-Z]+ \//.test(to) || name.startsWith('again'));
  return [
    ...web.map((input) => ['server', input] as const),
    ...atBoth.map((input) => ['door', input] as const),
    ...packets().map((input) => ['broker', input] as const),
  ];
}

async function costOf(target: Target, at: Program, input: Input): Promise<Cost> {
  const { gauge, places } = target;
  const give = async () => send(places[at], input.isInLobby ? await enteringLobby(target, input) : input);
  await give();
  const { bytes: before } = await gauge.read(at, 'collect');
  const times: number[] = [];
  do {
    await give();
    times.push((await gauge.read(at, 'look')).milliseconds);
  } while (times.length < TIMES && (times[0] ?? 0) > CHEAP_MS);
  const { bytes } = await gauge.read(at, 'collect');
  const median = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
  return { ...input, at, milliseconds: median, bytes: (bytes - before) / times.length };
}

async function enteringLobby({ house, guests: [guest] }: Target, input: Input): Promise<Input> {
  const { connection } = await post<SeatedAnswer>(`${house.url}/api/lobby`, {}, guest?.token);
  const { processId, roomId, sessionId } = connection;
  return { ...input, writes: [opening(`/${processId}/${roomId}?sessionId=${sessionId}`), ...input.writes] };
}

/** Resolves when the other end closes the connection, or is silent. */
async function send(place: Address, { writes, isDeaf = false }: Input): Promise<void> {
  const socket = connect({ ...place, noDelay: true }).on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  if (isDeaf) socket.pause();
  else socket.on('data', () => socket.setTimeout(QUIET_MS));
  for (const bytes of writes) {
    socket.write(bytes);
    await setImmediate();
  }
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  await closed;
}

interface Input {
  /** What takes it: a route, an address, a packet. */
  readonly to: string;
  readonly name: string;
  readonly writes: readonly Buffer[];
  /** The caller reads no answer. */
  readonly isDeaf?: boolean;
  /** Goes through a socket of the lobby, for which the server gives a place to any guest. */
  readonly isInLobby?: boolean;
}

const MOST_BYTES = 65_536;
/** A head of TCP and IP. A caller who writes in many pieces sends one with each. */
const HEAD_BYTES = 40;
/** Node takes no longer head of a request. */
const HEAD = 15_000;
/** The server takes no longer body. */
const BODY = 8000;
/** One letter that becomes eighteen when it is normalised, one that is taken for others, one that turns text, a long family. */
const BOMBS = ['\ufdfa', '\u13aa', '\u202e', '\u{1f468}\u200d\u{1f469}\u200d\u{1f466}', 'a\u0301\u0302\u0303\u0304'];

const filled = (piece: string, most: number) => piece.repeat(Math.floor(most / Buffer.byteLength(piece)));
/** As many copies as one may send. */
const often = (bytes: Buffer) => Buffer.concat(Array<Buffer>(Math.floor(MOST_BYTES / bytes.length)).fill(bytes));

/** Byte by byte. */
function bitten(bytes: Buffer): readonly Buffer[] {
  const most = Math.floor(MOST_BYTES / (HEAD_BYTES + 1));
  const bites = [...bytes.subarray(0, most - 1)].map((byte) => Buffer.from([byte]));
  return [...bites, bytes.subarray(most - 1, MOST_BYTES - most * HEAD_BYTES)];
}

type Bytes = string | Buffer | readonly Buffer[];

/** Inputs by their names, all to one address. */
function inputsTo(to: string, inputs: Readonly<Record<string, Bytes>>): readonly Input[] {
  const writesOf = (bytes: Bytes) => (typeof bytes === 'string' ? [Buffer.from(bytes)] : [bytes].flat());
  return Object.entries(inputs).map(([name, bytes]) => ({ to, name, writes: writesOf(bytes) }));
}

/** The ids that stand in the place of parameters. */
type Ids = Readonly<Record<string, string>>;

function inputsOf(ids: Ids): readonly Input[] {
  const ofRoutes = [...ROUTES, ...OPERATOR_ROUTES].flatMap((route) => toRoute(route, ids));
  const heads = Object.entries(HEADS).flatMap(([name, headers]) => toAddress(name, { headers }));
  const line = Object.entries(TARGETS).flatMap(([name, target]) => toAddress(name, { target }));
  return [...ofRoutes, ...heads, ...line, ...packedBodies(), ...pieces(), ...noise(), ...upgrades(ids), ...inLobby()];
}

function toRoute(route: Route, ids: Ids): readonly Input[] {
  const [method, path] = [methodOf(route), pathOf(route)];
  const to = `${method} ${path}`;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');
  const headers = isForHost(route) ? { Authorization: `Bearer ${'x'.repeat(2048)}` } : {};
  const ask = (more: Asking) => asking({ method, target, headers, ...more });
  const kept = ask({ headers: { ...headers, Connection: 'keep-alive' } });
  const inputs: Record<string, Buffer> = { 'as it is': ask({}) };
  if (parametersOf(route).length > 0)
    inputs['long ids'] = ask({ target: path.replaceAll(/\{\w+\}/g, filled('%EF%B7%BA', HEAD / 2)) });
  if (route.query !== undefined)
    for (const [name, value] of Object.entries(VALUES))
      inputs[`a query of ${name}`] = ask({ target: `${target}?${queryOf(route.query, value)}` });
  if (method !== 'GET') inputs['a body of depth'] = ask({ body: ODD_BODIES.depth });
  // The others refuse a caller without a token before they look at what the body says.
  if (route.body !== undefined && route.token === undefined) {
    for (const [name, body] of Object.entries(ODD_BODIES)) inputs[`a body of ${name}`] = ask({ body });
    for (const [name, value] of Object.entries(VALUES))
      inputs[`fields of ${name}`] = ask({ body: bodyOf(BODIES[route.body], value) });
  }
  const deaf = { to, name: 'again and again, nothing read', writes: [often(kept)], isDeaf: true };
  return [deaf, ...inputsTo(to, inputs)];
}

const VALUES: Readonly<Record<string, (most: number) => unknown>> = {
  digits: (most) => '9'.repeat(most),
  bombs: (most) => BOMBS.map((bomb) => filled(bomb, most / BOMBS.length)).join(''),
  spaces: (most) => `a${filled(' ', most - 2)}a`,
  hex: (most) => filled('0123456789abcdef', most),
  'many things': (most) => Array(Math.floor(most / 2)).fill(0),
  'deep things': (most) => JSON.parse('['.repeat(most / 2 - 1) + ']'.repeat(most / 2 - 1)),
};

const ODD_BODIES = {
  depth: '['.repeat(BODY / 2) + ']'.repeat(BODY / 2),
  width: JSON.stringify(Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`k${n}`, n]))),
  'one number': '9'.repeat(7000),
  escapes: `"${filled('\\u0000', BODY - 9)}"`,
  prototypes: `{${Array(300).fill('"__proto__":{"a":1}').join()}}`,
};

function fieldsOf(schema: z.ZodType): readonly string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return [...Object.keys(properties), 'other'];
}

function bodyOf(schema: z.ZodType, value: (most: number) => unknown): string {
  const names = fieldsOf(schema);
  const most = Math.floor((BODY - 40 * names.length) / names.length / 2) * 2;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, value(most)])));
}

function queryOf(query: keyof typeof QUERIES, value: (most: number) => unknown): string {
  const names = fieldsOf(QUERIES[query]);
  const most = Math.floor(HEAD / names.length / 18) * 2;
  return names.map((name) => `${name}=${encodeURIComponent(String(value(most)))}`).join('&');
}

const LONG_HEADERS = {
  'X-Forwarded-For': '1.2.3.4, ',
  Forwarded: 'for=1.2.3.4;',
  Accept: 'a/b;q=0.1, ',
  'Accept-Encoding': 'gzip;q=0.1, ',
  'Accept-Language': 'en;q=0.1, ',
  'If-None-Match': 'W/"x", ',
  Range: 'bytes=0-1,',
  Cookie: 'a=b; ',
  Origin: 'http://xn--a.',
  Connection: 'a, ',
  Expect: '100-continue, ',
  'Content-Type': 'a/b; charset=x; ',
  'flower-war-protocol': '1, ',
};

/** Every route meets these first. */
const HEADS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'many headers': Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`h${n}`, 'v'])),
  'a long header': { a: 'x'.repeat(HEAD) },
  'a header without end': { a: 'x'.repeat(60_000) },
  ...Object.fromEntries(
    Object.entries(LONG_HEADERS).map(([name, piece]) => [name, { [name]: filled(piece, HEAD) }] as const),
  ),
  'a token of another head': { Authorization: `Bearer ${'eyJhbGciOiJub25lIn0.'.repeat(100)}` },
  'a token with our head': { Authorization: `Bearer ${'eyJhbGciOiJIUzI1NiJ9.'}${'A'.repeat(2000)}.${'A'.repeat(20)}` },
  'a long password': { Authorization: `Basic ${'OjpB'.repeat(512)}` },
};

const TARGETS = {
  'a long path': `/${'a/'.repeat(HEAD / 2)}`,
  escapes: `/${filled('%EF%B7%BA', HEAD)}`,
  'wrong escapes': `/${filled('%', HEAD)}`,
  'many parameters': `/api/matches?${filled('a=1&', HEAD)}`,
  'nested parameters': `/api/matches?a${filled('[a]', HEAD)}=1`,
  'a long scheme': `${'a'.repeat(HEAD)}://x/api/matches`,
  'a name of many labels': `http://${filled('xn--a.', HEAD)}/api/matches`,
  'a name to normalise': `http://${filled('%EF%B7%BA', HEAD)}/`,
  'no address': `http://[${filled(':', HEAD)}`,
  'dots and slashes': `/${filled('../', HEAD)}assets/x.js`,
};

function toAddress(to: string, asked: Asking): readonly Input[] {
  const targets = asked.target === undefined ? ['/', '/api/games', '/nothing'] : [asked.target];
  const calls = targets.flatMap((target) => ['GET', 'POST'].map((method) => ({ ...asked, method, target })));
  const nameOf = ({ method, target }: (typeof calls)[number]) => `${method} ${target.slice(0, 20)}`;
  return inputsTo(to, Object.fromEntries(calls.map((call) => [nameOf(call), asking(call)])));
}

const toGuests = (headers: Readonly<Record<string, string>>, body = '') =>
  asking({ method: 'POST', target: '/api/guests', headers, body });

/** Bodies that grow when they are unpacked. */
function packedBodies(): readonly Input[] {
  const zeros = Buffer.alloc(2 ** 25);
  const packed = (how: string, body: Buffer) =>
    Buffer.concat([toGuests({ 'Content-Encoding': how, 'Content-Length': String(body.length) }), body]);
  return inputsTo('a packed body', {
    gzip: packed('gzip', gzipSync(zeros)),
    deflate: packed('deflate', deflateSync(zeros)),
    br: packed('br', brotliCompressSync(zeros)),
    'packed a thousand times': toGuests({ 'Content-Encoding': filled('gzip, ', HEAD) }),
  });
}

function pieces(): readonly Input[] {
  const chunked = (rest: string) => Buffer.concat([toGuests({ 'Transfer-Encoding': 'chunked' }), Buffer.from(rest)]);
  const small = chunked(filled('1\r\n \r\n', 60_000));
  return inputsTo('a request in pieces', {
    'chunks of one byte': small,
    'chunks with words': chunked(filled(`1;${'a=b;'.repeat(20)}\r\n \r\n`, 60_000)),
    'a long word after a chunk': chunked(`1;${'a'.repeat(60_000)}`),
    trailers: chunked(`0\r\n${filled('a: b\r\n', HEAD)}\r\n`),
    'a head in bites': bitten(asking({ headers: { a: 'x'.repeat(HEAD) } })),
    'a body in bites': bitten(toGuests({}, ODD_BODIES.depth)),
    'chunks in bites': bitten(small),
  });
}

function noise(): readonly Input[] {
  const waiting = 'POST /api/guests HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n';
  const broken = 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n';
  return inputsTo('no lawful request', {
    'empty lines': filled('\r\n', MOST_BYTES),
    zeros: '\0'.repeat(MOST_BYTES),
    'a request of HTTP/0.9': filled('GET /\r\n', MOST_BYTES),
    'half a request': 'GET / HTTP/1.1\r\n',
    'the shortest requests': filled('GET / HTTP/1.1\r\nHost:\r\n\r\n', MOST_BYTES),
    'http://[': broken,
    'http://[, again and again': filled(broken, MOST_BYTES),
    'expecting to go on': filled(waiting, MOST_BYTES),
  });
}

const TEMPLE = opening('/mqtt', { 'Sec-WebSocket-Protocol': 'mqtt' });

function upgrades({ match = '' }: Ids): readonly Input[] {
  const targets = [
    '/',
    `/x/${match}?sessionId=x`,
    `${'/a'.repeat(7000)}/x/y?sessionId=x`,
    `/x/y?${filled('sessionId=x&', 1000)}`,
    `/x/y?${filled('protocol=x&', HEAD)}`,
    '/mqtt',
  ];
  const headers = {
    'nothing odd': {},
    'many protocols': { 'Sec-WebSocket-Protocol': filled('a, ', HEAD) },
    'many extensions': {
      'Sec-WebSocket-Protocol': 'mqtt',
      'Sec-WebSocket-Extensions': filled('permessage-deflate; a=1, ', HEAD),
    },
    'a long origin': { Origin: `http://${filled('xn--a.', HEAD)}` },
  };
  const knocks = targets.flatMap((target) =>
    Object.entries(headers).flatMap(([name, more]) => {
      const knock = opening(target, more);
      return inputsTo('a socket', { [name]: knock, [`${name}, again and again`]: often(knock) });
    }),
  );
  const framed = (payload: Buffer) =>
    frame({ opcode: OPCODE.binary, payload: payload.subarray(0, 8000), isLast: true });
  return [
    ...knocks,
    ...Object.entries(frames()).flatMap(([name, bytes]) => inputsTo('frames at /mqtt', { [name]: [TEMPLE, bytes] })),
    ...packets()
      .filter(({ to }) => !to.startsWith('packets'))
      .map(({ to, name, writes }) => ({ to: `${to}, at /mqtt`, name, writes: [TEMPLE, ...writes.map(framed)] })),
  ];
}

/** After a socket is open. */
function frames(): Readonly<Record<string, Buffer>> {
  const begun = lawfulFrame('binary', Buffer.from([1]), false);
  const more = (bytes: number) => lawfulFrame('more', Buffer.alloc(bytes), false);
  return {
    pings: often(lawfulFrame('ping')),
    'long pings': often(lawfulFrame('ping', Buffer.alloc(125))),
    pongs: often(lawfulFrame('pong')),
    'empty frames': often(lawfulFrame('binary')),
    'frames of one byte': often(lawfulFrame('binary', Buffer.from([0x10]))),
    'long frames': often(lawfulFrame('binary', Buffer.alloc(4000, 0xff))),
    pieces: Buffer.concat([begun, often(more(0))]),
    'long pieces': Buffer.concat([begun, often(more(400))]),
    text: often(lawfulFrame('text', Buffer.alloc(125, 0xc3))),
    'a closing without end': often(lawfulFrame('close', Buffer.alloc(125, 0xc3))),
    'a frame of 2^53 bytes': Buffer.from([0x82, 0xff, 0, 0x1f, ...Array(6).fill(0xff), 0, 0, 0, 0]),
  };
}

/** What a room might unpack: things that say how long they are. */
const UNPACKED = {
  'a long list': Buffer.from('ddffffffff', 'hex'),
  'a long table': Buffer.from('dfffffffff', 'hex'),
  'a long text': Buffer.from('dbffffffff', 'hex'),
  'a deep list': Buffer.alloc(4000, 0x91),
  'a deep table': Buffer.alloc(4000, Buffer.from('81a161', 'hex')),
  'many texts': Buffer.concat([Buffer.from('dc0fa0', 'hex'), Buffer.alloc(3990, 0xa0)]),
  'a record': Buffer.from('d4724091a1619101', 'hex'),
};

/** The first frames in a room. */
function inLobby(): readonly Input[] {
  const join = lawfulFrame('binary', Buffer.from([FRAME.join]));
  const head = Buffer.from([FRAME.request, 1, 0xa3, ...Buffer.from('act')]);
  const requests = Object.entries(UNPACKED).map(
    ([name, payload]) =>
      [`requests with ${name}`, often(lawfulFrame('binary', Buffer.concat([head, payload])))] as const,
  );
  return [...Object.entries(frames()), ...requests]
    .flatMap(([name, bytes]) => inputsTo('frames in the lobby', { [name]: [join, bytes] }))
    .map((input) => ({ ...input, isInLobby: true }));
}

interface Connecting {
  readonly properties?: Buffer;
  readonly id?: string;
  readonly name?: string;
  readonly will?: readonly Buffer[];
}

function connecting(version: number, more: Connecting): Buffer {
  const { properties = Buffer.alloc(0), id = 'x', name = 'templo-aaaa', will } = more;
  const own = version < 5 ? [] : [varied(properties)];
  const flags = 0xc2 | (will === undefined ? 0 : 0x04);
  const head = [field('MQTT'), Buffer.from([version, flags, 0, 60]), ...own];
  return packet(TYPE.connect, ...head, field(id), ...(will ?? []), field(name), field('wrong'));
}

/** Properties, after their length. */
const varied = (properties: Buffer): Buffer => packet(0, properties).subarray(1);
const longText = (piece: string, most: number) => field(filled(piece, most));

/** Each kind of packet, before and with CONNECT. */
function packets(): readonly Input[] {
  return [
    ...[3, 4, 5, 6, 131].flatMap(connects),
    ...Array.from({ length: 16 }, (_, kind) => kind).flatMap(packetsOfKind),
    ...inputsTo('no packets', {
      zeros: Buffer.alloc(MOST_BYTES),
      'a length without end': Buffer.alloc(MOST_BYTES, 0xff),
      'a length without end, in bites': bitten(Buffer.alloc(MOST_BYTES, 0xff)),
      'the longest packet, in bites': bitten(Buffer.concat([Buffer.from([0x10, 0xff, 0x7f]), Buffer.alloc(16_000)])),
      'a request of HTTP': asking({}),
    }),
  ];
}

function connects(version: number): readonly Input[] {
  const user = Buffer.concat([Buffer.from([0x26]), field('a'), field('b')]);
  const long = Buffer.concat([Buffer.from([0x26]), longText('\ufdfa', 7000), longText('a', 7000)]);
  const one = often(Buffer.from('2100ff', 'hex')).subarray(0, 15_000);
  const ofWill = version < 5 ? [] : [varied(often(user).subarray(0, 7000))];
  return inputsTo(`CONNECT of version ${version}`, {
    'as it is': connecting(version, {}),
    'again and again': often(connecting(version, {})),
    'many properties': connecting(version, { properties: often(user).subarray(0, 15_001) }),
    'a long property': connecting(version, { properties: long }),
    'one property again and again': connecting(version, { properties: one }),
    'a long name': connecting(version, { name: filled('\ufdfa', HEAD) }),
    'a long id': connecting(version, { id: filled('\u202e', HEAD) }),
    'no text': Buffer.concat([connecting(version, {}).subarray(0, 14), Buffer.alloc(9000, 0xff)]),
    'a long will': connecting(version, { will: [...ofWill, longText('a/', 4000), longText('x', 2000)] }),
    'in bites': bitten(connecting(version, { name: 'x'.repeat(HEAD) })),
  });
}

const PUBLISH = 3;
/** PUBREL, SUBSCRIBE and UNSUBSCRIBE, which must have a flag. */
const FLAGGED = [6, 8, 10];

function packetsOfKind(kind: number): readonly Input[] {
  const type = (kind << 4) | (FLAGGED.includes(kind) ? 2 : 0);
  const rest = kind === PUBLISH ? [] : [field('a'), Buffer.from([0])];
  const many = [
    packet(type),
    packet(type, Buffer.from([0, 1])),
    packet(type, Buffer.from([0, 1]), ...rest),
    packet(type, Buffer.alloc(16_000, 0x61)),
  ].map(often);
  return many.flatMap((bytes, at) =>
    inputsTo(`packets of kind ${kind}`, {
      [`first, ${at}`]: bytes,
      [`after CONNECT of version 4, ${at}`]: Buffer.concat([connecting(4, {}), bytes]),
      [`after CONNECT of version 5, ${at}`]: Buffer.concat([connecting(5, {}), bytes]),
    }),
  );
}
