/**
 * The dearest inputs of strangers that we know of: at most 64 KB on one connection, with nothing that only members know. Each is
 * a list of writes.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  BODIES,
  isForHost,
  methodOf,
  OPERATOR_ROUTES,
  parametersOf,
  pathOf,
  QUERIES,
  ROUTES,
  type Route,
} from '@flower-war/protocol';
import { z } from 'zod';
import { FRAME } from '../support/sockets/rawClient.ts';
import { field, packet, TYPE } from './mqtt.ts';
import { bytesOf, frame, lawfulFrame, OPCODE, type Request } from './wire.ts';

export interface Input {
  /** What takes it: a route, an address, a packet. The table has one line for each. */
  readonly to: string;
  readonly name: string;
  readonly writes: readonly Buffer[];
  /** The caller reads no answer. */
  readonly isDeaf?: boolean;
  /** Goes through a socket of the lobby, for which the server gives a place to any guest. */
  readonly isInLobby?: boolean;
}

const MOST_BYTES = 65_536;
/** A head of TCP and IP. Who writes in many pieces sends one with each. */
const HEAD_BYTES = 40;
/** Node takes no longer head of a request. */
const HEAD = 15_000;
/** The server takes no longer body. */
const BODY = 8000;
/** One letter that becomes eighteen when it is normalised, one that is taken for others, one that turns text, a long family. */
const BOMBS = ['\ufdfa', '\u13aa', '\u202e', '\u{1f468}\u200d\u{1f469}\u200d\u{1f466}', 'a\u0301\u0302\u0303\u0304'];
const DIGITS = '9'.repeat(7000);

const filled = (piece: string, most: number) => piece.repeat(Math.floor(most / Buffer.byteLength(piece)));
const bombs = (most: number) => BOMBS.map((bomb) => filled(bomb, most / BOMBS.length)).join('');
const whole = (name: string, ...writes: readonly Buffer[]) => ({ name, writes });
/** As many copies as one may send. */
const often = (bytes: Buffer) => Buffer.concat(Array<Buffer>(Math.floor(MOST_BYTES / bytes.length)).fill(bytes));
/** Byte by byte. */
function bitten(bytes: Buffer): readonly Buffer[] {
  const most = Math.floor(MOST_BYTES / (HEAD_BYTES + 1));
  const bites = [...bytes.subarray(0, most - 1)].map((byte) => Buffer.from([byte]));
  return [...bites, bytes.subarray(most - 1, MOST_BYTES - most * HEAD_BYTES)];
}

interface Asked extends Partial<Omit<Request, 'headers'>> {
  readonly headers?: Readonly<Record<string, string>>;
}

function asking({ method = 'GET', target = '/', headers = {}, body = '' }: Asked): Buffer {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const all = { Host: 'x', Connection: 'close', ...length, ...headers };
  return bytesOf({ method, target, headers: Object.entries(all), body });
}

/** The ids that stand in the place of parameters. */
export type Ids = Readonly<Record<string, string>>;

export function inputsOf(ids: Ids): readonly Input[] {
  const ofRoutes = [...ROUTES, ...OPERATOR_ROUTES].flatMap((route) => toRoute(route, ids));
  const heads = Object.entries(HEADS).flatMap(([name, headers]) => toAddress(name, { headers }));
  const line = Object.entries(TARGETS).flatMap(([name, target]) => toAddress(name, { target }));
  return [...ofRoutes, ...heads, ...line, ...packedBodies(), ...pieces(), ...noise(), ...upgrades(ids), ...inLobby()];
}

function toRoute(route: Route, ids: Ids): readonly Input[] {
  const [method, path] = [methodOf(route), pathOf(route)];
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');
  const headers = isForHost(route) ? { Authorization: `Bearer ${'x'.repeat(2048)}` } : {};
  const ask = (more: Asked) => asking({ method, target, headers, ...more });
  const kept = ask({ headers: { ...headers, Connection: 'keep-alive' } });
  const inputs: Omit<Input, 'to'>[] = [
    whole('as it is', ask({})),
    { ...whole('again and again, nothing read', often(kept)), isDeaf: true },
  ];
  if (parametersOf(route).length > 0)
    inputs.push(whole('long ids', ask({ target: path.replaceAll(/\{\w+\}/g, filled('%EF%B7%BA', HEAD / 2)) })));
  if (route.query !== undefined)
    for (const [name, value] of Object.entries(VALUES))
      inputs.push(whole(`a query of ${name}`, ask({ target: `${target}?${queryOf(route.query, value)}` })));
  if (method !== 'GET') inputs.push(whole('a body of depth', ask({ body: ODD_BODIES.depth })));
  // The others refuse a caller without a token before they look at what the body says.
  if (route.body !== undefined && route.token === undefined) {
    for (const [name, body] of Object.entries(ODD_BODIES)) inputs.push(whole(`a body of ${name}`, ask({ body })));
    for (const [name, value] of Object.entries(VALUES))
      inputs.push(whole(`fields of ${name}`, ask({ body: bodyOf(BODIES[route.body], value) })));
  }
  return inputs.map((input) => ({ to: `${method} ${path}`, ...input }));
}

const VALUES: Readonly<Record<string, (most: number) => unknown>> = {
  digits: (most) => '9'.repeat(most),
  bombs,
  spaces: (most) => `a${filled(' ', most - 2)}a`,
  hex: (most) => filled('0123456789abcdef', most),
  'many things': (most) => Array(Math.floor(most / 2)).fill(0),
  'deep things': (most) => JSON.parse('['.repeat(most / 2 - 1) + ']'.repeat(most / 2 - 1)),
};

const ODD_BODIES = {
  depth: '['.repeat(BODY / 2) + ']'.repeat(BODY / 2),
  width: JSON.stringify(Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`k${n}`, n]))),
  'one number': DIGITS,
  escapes: `"${filled('\\u0000', BODY - 9)}"`,
  prototypes: `{${Array(300).fill('"__proto__":{"a":1}').join()}}`,
};

const fieldsOf = (schema: z.ZodType) =>
  Object.keys(
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
  );

function bodyOf(schema: z.ZodType, value: (most: number) => unknown): string {
  const names = fieldsOf(schema);
  const most = Math.floor((BODY - 40 * (names.length + 1)) / (names.length + 1) / 2) * 2;
  return JSON.stringify(Object.fromEntries([...names, 'other'].map((name) => [name, value(most)])));
}

function queryOf(query: keyof typeof QUERIES, value: (most: number) => unknown): string {
  const names = fieldsOf(QUERIES[query]);
  const most = Math.floor(HEAD / (names.length + 1) / 18) * 2;
  const pairs = [...names, 'other'].map((name) => `${name}=${encodeURIComponent(String(value(most)))}`);
  return pairs.join('&');
}

/** Every route meets these first. */
const HEADS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'many headers': Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`h${n}`, 'v'])),
  'a long header': { a: 'x'.repeat(HEAD) },
  'a header without end': { a: 'x'.repeat(60_000) },
  ...Object.fromEntries(
    [
      ['X-Forwarded-For', '1.2.3.4, '],
      ['Forwarded', 'for=1.2.3.4;'],
      ['Accept', 'a/b;q=0.1, '],
      ['Accept-Encoding', 'gzip;q=0.1, '],
      ['Accept-Language', 'en;q=0.1, '],
      ['If-None-Match', 'W/"x", '],
      ['Range', 'bytes=0-1,'],
      ['Cookie', 'a=b; '],
      ['Origin', 'http://xn--a.'],
      ['Connection', 'a, '],
      ['Expect', '100-continue, '],
      ['Content-Type', 'a/b; charset=x; '],
      ['flower-war-protocol', '1, '],
    ].map(([name = '', piece = '']) => [name, { [name]: filled(piece, HEAD) }]),
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

function toAddress(name: string, asked: Asked): readonly Input[] {
  const paths = asked.target === undefined ? ['/', '/api/games', '/nothing'] : [asked.target];
  return paths.flatMap((target) =>
    ['GET', 'POST'].map((method) => ({
      to: name,
      ...whole(`${method} ${target.slice(0, 20)}`, asking({ ...asked, method, target })),
    })),
  );
}

const ZEROS = Buffer.alloc(2 ** 25);

/** Bodies that grow when they are unpacked. */
function packedBodies(): readonly Input[] {
  const packs = { gzip: gzipSync(ZEROS), deflate: deflateSync(ZEROS), br: brotliCompressSync(ZEROS) };
  const inputs = Object.entries(packs).map(([how, packed]) => {
    const headers = { 'Content-Encoding': how, 'Content-Length': String(packed.length) };
    const head = asking({ method: 'POST', target: '/api/guests', headers });
    return { to: 'a packed body', ...whole(how, Buffer.concat([head, packed])) };
  });
  const twice = asking({
    method: 'POST',
    target: '/api/guests',
    headers: { 'Content-Encoding': filled('gzip, ', HEAD) },
  });
  return [...inputs, { to: 'a packed body', ...whole('packed a thousand times', twice) }];
}

/** Requests in many pieces. */
function pieces(): readonly Input[] {
  const headers = { 'Transfer-Encoding': 'chunked' };
  const head = asking({ method: 'POST', target: '/api/guests', headers });
  const chunks = (chunk: string) => Buffer.concat([head, Buffer.from(filled(chunk, 60_000))]);
  return Object.entries({
    'chunks of one byte': [chunks('1\r\n \r\n')],
    'chunks with words': [chunks(`1;${'a=b;'.repeat(20)}\r\n \r\n`)],
    'a long word after a chunk': [Buffer.concat([head, Buffer.from(`1;${'a'.repeat(60_000)}`)])],
    trailers: [Buffer.concat([head, Buffer.from(`0\r\n${filled('a: b\r\n', HEAD)}\r\n`)])],
    'a head in bites': bitten(asking({ headers: { a: 'x'.repeat(HEAD) } })),
    'a body in bites': bitten(asking({ method: 'POST', target: '/api/guests', body: ODD_BODIES.depth })),
    'chunks in bites': bitten(chunks('1\r\n \r\n')),
  }).map(([name, writes]) => ({ to: 'a request in pieces', name, writes }));
}

function noise(): readonly Input[] {
  return Object.entries({
    'empty lines': filled('\r\n', MOST_BYTES),
    zeros: '\0'.repeat(MOST_BYTES),
    'a request of HTTP/0.9': filled('GET /\r\n', MOST_BYTES),
    'half a request': 'GET / HTTP/1.1\r\n',
    'the shortest requests': filled('GET / HTTP/1.1\r\nHost:\r\n\r\n', MOST_BYTES),
    'http://[': 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
    'http://[, again and again': filled('GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n', MOST_BYTES),
    'expecting to go on': filled(
      'POST /api/guests HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n',
      MOST_BYTES,
    ),
  }).map(([name, said]) => ({ to: 'no lawful request', ...whole(name, Buffer.from(said)) }));
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
export const opening = (target: string, headers: Asked['headers'] = {}) =>
  asking({ target, headers: { ...UPGRADE, ...headers } });
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
    Object.entries(headers).flatMap(([name, more]) => [
      whole(name, opening(target, more)),
      whole(`${name}, again and again`, often(opening(target, more))),
    ]),
  );
  return [
    ...knocks.map((input) => ({ to: 'a socket', ...input })),
    ...Object.entries(frames()).map(([name, bytes]) => ({ to: 'frames at /mqtt', ...whole(name, TEMPLE, bytes) })),
    ...packets()
      .filter(({ to }) => !to.startsWith('packets'))
      .map(({ to, name, writes }) => {
        const framed = writes.map((payload) =>
          frame({ opcode: OPCODE.binary, payload: payload.subarray(0, 8000), isLast: true }),
        );
        return { to: `${to}, at /mqtt`, name, writes: [TEMPLE, ...framed] };
      }),
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
  const requests = Object.entries(UNPACKED).map(([name, payload]) => {
    const head = Buffer.from([FRAME.request, 1, 0xa3, ...Buffer.from('act')]);
    return [`requests with ${name}`, often(lawfulFrame('binary', Buffer.concat([head, payload])))] as const;
  });
  const said = [...Object.entries(frames()), ...requests];
  return said.map(([name, bytes]) => ({ to: 'frames in the lobby', ...whole(name, join, bytes), isInLobby: true }));
}

const text = (piece: string, most: number) => field(filled(piece, most));
function connecting(
  version: number,
  more: { properties?: Buffer; id?: string; name?: string; will?: readonly Buffer[] },
) {
  const { properties = Buffer.alloc(0), id = 'x', name = 'templo-aaaa', will } = more;
  const own = version < 5 ? [] : [varied(properties)];
  const flags = 0xc2 | (will === undefined ? 0 : 0x04);
  const head = [field('MQTT'), Buffer.from([version, flags, 0, 60]), ...own];
  return packet(TYPE.connect, ...head, field(id), ...(will ?? []), field(name), field('wrong'));
}

/** Properties, after their length. */
function varied(properties: Buffer): Buffer {
  const { length } = properties;
  const head =
    length < 128
      ? [length]
      : length < 16_384
        ? [(length & 127) | 128, length >> 7]
        : [(length & 127) | 128, ((length >> 7) & 127) | 128, length >> 14];
  return Buffer.concat([Buffer.from(head), properties]);
}

/** Each kind of packet, before and with CONNECT. */
export function packets(): readonly Input[] {
  const to = (name: string, inputs: Readonly<Record<string, Buffer | readonly Buffer[]>>) =>
    Object.entries(inputs).map(([one, bytes]) => ({
      to: name,
      name: one,
      writes: [bytes].flat() as readonly Buffer[],
    }));
  const user = Buffer.concat([Buffer.from([0x26]), field('a'), field('b')]);
  const connects = [3, 4, 5, 6, 131].flatMap((version) =>
    to(`CONNECT of version ${version}`, {
      'as it is': connecting(version, {}),
      'again and again': often(connecting(version, {})),
      'many properties': connecting(version, { properties: often(user).subarray(0, 15_001) }),
      'a long property': connecting(version, {
        properties: Buffer.concat([Buffer.from([0x26]), text('\ufdfa', 7000), text('a', 7000)]),
      }),
      'one property again and again': connecting(version, {
        properties: often(Buffer.from('2100ff', 'hex')).subarray(0, 15_000),
      }),
      'a long name': connecting(version, { name: filled('\ufdfa', HEAD) }),
      'a long id': connecting(version, { id: filled('\u202e', HEAD) }),
      'no text': Buffer.concat([connecting(version, {}).subarray(0, 14), Buffer.alloc(9000, 0xff)]),
      'a long will': connecting(version, {
        will: [...(version < 5 ? [] : [varied(often(user).subarray(0, 7000))]), text('a/', 4000), text('x', 2000)],
      }),
      'in bites': bitten(connecting(version, { name: 'x'.repeat(HEAD) })),
    }),
  );
  const before = Array.from({ length: 16 }, (_, kind) => kind << 4).flatMap((kind) => {
    const flagged = kind | ([0x60, 0x80, 0xa0].includes(kind) ? 2 : 0);
    const many = [
      often(packet(flagged)),
      often(packet(flagged, Buffer.from([0, 1]))),
      often(packet(flagged, Buffer.from([0, 1]), ...(kind === 0x30 ? [] : [field('a'), Buffer.from([0])]))),
      often(packet(flagged, Buffer.alloc(16_000, 0x61))),
    ];
    return many.flatMap((bytes, at) =>
      to(`packets of kind ${kind >> 4}`, {
        [`first, ${at}`]: bytes,
        ...Object.fromEntries(
          [4, 5].map((version) => [
            `after CONNECT of version ${version}, ${at}`,
            Buffer.concat([connecting(version, {}), bytes]),
          ]),
        ),
      }),
    );
  });
  return [
    ...connects,
    ...before,
    ...to('no packets', {
      zeros: Buffer.alloc(MOST_BYTES),
      'a length without end': Buffer.alloc(MOST_BYTES, 0xff),
      'a length without end, in bites': bitten(Buffer.alloc(MOST_BYTES, 0xff)),
      'the longest packet, in bites': bitten(Buffer.concat([Buffer.from([0x10, 0xff, 0x7f]), Buffer.alloc(16_000)])),
      'a request of HTTP': asking({}),
    }),
  ];
}
