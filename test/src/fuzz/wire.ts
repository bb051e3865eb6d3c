/** HTTP requests, WebSocket frames (RFC 6455) and packets of MQTT as bytes, valid, invalid and cut short, and a connection that sends them. */
import { connect } from 'node:net';
import type { Chance } from '@flower-war/rules';
import { bytes, damagedBytes, damagedText, once, text, times } from './dice.ts';

/** The server waits much longer than this for the rest of a request. */
const PATIENCE_MS = 150;
const MOST_HEARD = 65_536;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export function placeOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** Resolves with the answer, or with '' when none came, which is valid for bytes that are not a request. */
export function say(place: Address, said: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(place);
    const late = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('connect', () => {
      for (const part of said) socket.write(part);
    });
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      if (isWhole(heard) || heard.length > MOST_HEARD) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(late);
      resolve(heard);
    });
  });
}

function isWhole(heard: string): boolean {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(heard)?.[1];
  const head = heard.indexOf('\r\n\r\n');
  return length !== undefined && head >= 0 && heard.length >= head + 4 + Number(length);
}

export function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}

export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const METHODS = 'GET POST PUT DELETE HEAD OPTIONS PATCH TRACE CONNECT PROPFIND M-SEARCH'.split(' ');
const HEADERS = [
  ['Host', ['localhost', '', '[', 'a b', 'x:99999', '127.0.0.1:0']],
  ['Content-Length', ['0', '5', '-1', '99999999999', 'x', '1e3']],
  ['Transfer-Encoding', ['chunked', 'identity', 'gzip, chunked']],
  ['Content-Type', ['application/json', 'text/plain; charset=utf-99', 'multipart/form-data', '']],
  ['Content-Encoding', ['gzip', 'br', 'deflate', 'none']],
  ['Expect', ['100-continue', 'everything']],
  ['Origin', ['null', 'https://example.org', 'x', '']],
  ['X-Forwarded-For', ['1.2.3.4', '::1, unknown', 'x'.repeat(300)]],
  ['Connection', ['close', 'keep-alive', 'Upgrade', '']],
  ['Range', ['bytes=0-', 'bytes=9-1']],
  ['If-None-Match', ['*', 'W/"x"']],
  ['Authorization', ['Bearer x', 'Bearer a.b.c', 'Basic !!!', 'Basic Og==', 'Bearer']],
  ['Accept-Encoding', ['gzip', '*;q=0']],
] as const;
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

/** A header may hold any bytes except the end of its line. */
const inLine = (value: string) => value.replaceAll(/[\r\n]/g, '');

export function oddHeader(chance: Chance): readonly [string, string] {
  if (once(chance, 6)) return [inLine(text(chance, 10)), inLine(text(chance, 30))];
  const [name, values] = chance.pick([...HEADERS]);
  return [name, once(chance, 5) ? inLine(text(chance)) : chance.pick([...values])];
}

/** A request target in each form of HTTP (origin, absolute, authority, asterisk), or in an invalid form. */
export function target(chance: Chance, paths: readonly string[]): string {
  const path = chance.pick(paths);
  const odd = () => text(chance, 6).replaceAll(/[ \r\n]/g, '+');
  const form = chance.die(8);
  if (form <= 3) return path;
  if (form === 4) return damagedText(chance, path).replaceAll(/[ \r\n]/g, '');
  if (form === 5) return `${path}${chance.pick(['?', '&', '#', ';'])}${odd()}=${odd()}`;
  if (form === 6) return `${chance.pick(['http', 'ws', 'javascript', ''])}:${chance.pick(['//', ''])}${odd()}${path}`;
  if (form === 7) return `${chance.pick(['*', '@', ':', '.', ''])}${odd()}`;
  return `/${odd()}/${odd()}?${chance.pick(['sessionId', 'reconnectionToken', '__proto__'])}=${odd()}`;
}

export function upgradeOf(chance: Chance, paths: readonly string[]): Request {
  const usual: [string, string][] = [
    ['Host', 'localhost'],
    ['Connection', 'Upgrade'],
    ['Upgrade', once(chance, 8) ? chance.pick(['h2c', 'WebSocket', 'websocket, x', 'TLS/1.0']) : 'websocket'],
    ['Sec-WebSocket-Version', once(chance, 6) ? chance.pick(['8', '0', '99', 'x', '13, 13']) : '13'],
    ['Sec-WebSocket-Key', once(chance, 6) ? inLine(text(chance)) : KEY],
    ...(once(chance, 4) ? [['Sec-WebSocket-Protocol', inLine(text(chance, 12))] as [string, string]] : []),
    ...(once(chance, 4) ? [['Sec-WebSocket-Extensions', 'permessage-deflate; x=1; x=2'] as [string, string]] : []),
  ];
  const kept = usual.filter(() => !once(chance, 25));
  const method = chance.die(4) > 1 ? 'GET' : chance.pick(METHODS);
  const body = once(chance, 5) ? text(chance, 60) : '';
  return {
    method,
    target: target(chance, paths),
    headers: [...kept, ...times(chance, 2, () => oddHeader(chance))],
    body,
  };
}

export const anyMethod = (chance: Chance): string =>
  once(chance, 20) ? inLine(text(chance, 5)) : chance.pick(METHODS);

export function bytesOf({ method, target: path, headers, body }: Request): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body];
  return Buffer.from(lines.join('\r\n'));
}

export interface Asking extends Partial<Omit<Request, 'headers'>> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with what it needs, unless a header says otherwise. */
export function asking({ method = 'GET', target: path = '/', headers = {}, body = '' }: Asking): Buffer {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const all = { Host: 'x', Connection: 'close', ...length, ...headers };
  return bytesOf({ method, target: path, headers: Object.entries(all), body });
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': KEY,
};

/** Asks for a socket. */
export const opening = (path: string, headers: Asking['headers'] = {}): Buffer =>
  asking({ target: path, headers: { ...UPGRADE, ...headers } });

/** Damages the request sometimes, cuts it short, or sends it twice. */
export function onTheWire(chance: Chance, request: Request): Buffer {
  const whole = bytesOf(request);
  if (once(chance, 8)) return damagedBytes(chance, whole);
  if (once(chance, 8)) return whole.subarray(0, chance.die(whole.length));
  return once(chance, 12) ? Buffer.concat([whole, whole]) : whole;
}

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const MASKED = 0x80;
const LAST = 0x80;

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Whether the frame ends the message. */
  readonly isLast: boolean;
}

/** Masks with zeros, which RFC 6455 allows a client. */
export function frame({ opcode, payload, isLast }: Frame): Buffer {
  const { length } = payload;
  const head = [opcode | (isLast ? LAST : 0), MASKED | (length < 126 ? length : 126)];
  const wide = length < 126 ? [] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, ...wide, 0, 0, 0, 0]), payload]);
}

export function lawfulFrame(opcode: keyof typeof OPCODE, payload: Buffer = Buffer.alloc(0), isLast = true): Buffer {
  return frame({ opcode: OPCODE[opcode], payload, isLast });
}

/** Reserved bits and opcodes, wrong lengths, control frames that are too long or in pieces. */
export function oddFrame(chance: Chance): Buffer {
  if (once(chance, 6)) return bytes(chance, 30);
  const opcode = once(chance, 5) ? chance.die(16) - 1 : chance.pick(Object.values(OPCODE));
  const payload = once(chance, 10) ? Buffer.alloc(chance.die(6000)) : bytes(chance, 20);
  const whole = frame({ opcode, payload, isLast: !once(chance, 3) });
  if (once(chance, 10)) whole[0] = (whole[0] ?? 0) | (chance.die(8) << 4);
  if (once(chance, 10)) whole[1] = chance.die(256) - 1;
  return once(chance, 10) ? whole.subarray(0, chance.die(whole.length)) : whole;
}

/** The kinds of MQTT packets, with the flags that they must have. */
export const TYPE = {
  connect: 0x10,
  publish: 0x30,
  puback: 0x40,
  subscribe: 0x82,
  unsubscribe: 0xa2,
  ping: 0xc0,
  end: 0xe0,
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
