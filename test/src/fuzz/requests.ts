/** HTTP requests as bytes: valid, invalid, and cut short. */
import type { Chance } from '@flower-war/rules';
import { damagedBytes, damagedText, once, text, times } from './dice.ts';

export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'M-SEARCH',
];
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
const OWN_KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

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
    ['Sec-WebSocket-Key', once(chance, 6) ? inLine(text(chance)) : OWN_KEY],
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

export function anyMethod(chance: Chance): string {
  return once(chance, 20) ? inLine(text(chance, 5)) : chance.pick(METHODS);
}

export function bytesOf({ method, target: path, headers, body }: Request): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body];
  return Buffer.from(lines.join('\r\n'));
}

/** Damages the request sometimes, cuts it short, or sends it twice. */
export function onTheWire(chance: Chance, request: Request): Buffer {
  const whole = bytesOf(request);
  if (once(chance, 8)) return damagedBytes(chance, whole);
  if (once(chance, 8)) return whole.subarray(0, chance.die(whole.length));
  return once(chance, 12) ? Buffer.concat([whole, whole]) : whole;
}
