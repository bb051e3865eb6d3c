/** Headers as they go through the front door, as flat lists like `rawHeaders`: their order and doubles stay. */
import type { IncomingMessage } from 'node:http';

/** Each connection has its own. The door itself answers `expect`. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** What a caller could say about itself if no proxy stands before the door. */
const CLAIMS = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto'];
/** A request without these would be another one, so a caller cannot name them in `connection`. */
const LASTING = ['content-length', 'host'];

/** The headers of a request for a server process. The address of the caller stands last in `X-Forwarded-For`. */
export function requestHeaders(request: IncomingMessage, isBehindProxy: boolean): string[] {
  const { headers, socket } = request;
  const passed = without(request, ['x-forwarded-for', ...(isBehindProxy ? [] : CLAIMS)]);
  const before = isBehindProxy ? [headers['x-forwarded-for'] ?? []].flat() : [];
  const host = headers.host === undefined ? ['Host', '127.0.0.1'] : [];
  return [...passed, ...host, 'X-Forwarded-For', [...before, plain(socket.remoteAddress)].join(', ')];
}

/** Without it the body of a request in chunks would be taken for the next request. */
export function framing({ headers }: IncomingMessage): string[] {
  return headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function responseHeaders(response: IncomingMessage): string[] {
  return without(response, []);
}

function without({ rawHeaders, headers }: IncomingMessage, names: readonly string[]): string[] {
  const ofConnection = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...names, ...ofConnection.filter((name) => !LASTING.includes(name))]);
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

/** A listener for both families gives addresses of IPv4 a prefix. */
function plain(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
