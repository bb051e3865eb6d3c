/** Passes a socket on to the process that its path names. */
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import { letGo, pathIn, refuseUpgrade } from '@flower-war/protocol/hosting';
import type { Door } from './forwardRequest.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import type { Upstream } from './upstream.ts';

/** A socket of a caller, with what came after its request. */
export interface Caller {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

export function forwardUpgrade(door: Door, caller: Caller): void {
  caller.socket.on('error', () => caller.socket.destroy());
  caller.request.url = pathIn(caller.request.url);
  tryNext(door, caller, new Set());
}

function tryNext(door: Door, caller: Caller, tried: Set<Upstream>): void {
  const named = door.upstreams.named(caller.request.url ?? '');
  const upstream = named && !tried.has(named) ? named : door.upstreams.leastBusy(tried);
  if (upstream === undefined) return refuseUpgrade(caller.socket, { code: 'unavailable', reason: 'starting' });
  tried.add(upstream);
  const sent = open(door, caller.request, upstream);
  const leave = () => sent.destroy();
  caller.socket.once('close', leave);
  hold(upstream, sent);
  sent.once('upgrade', (answer, socket: Duplex, head: Buffer) => {
    upstream.open.delete(sent);
    hold(upstream, socket);
    join(caller, { answer, socket, head });
  });
  sent.once('response', (answer) => passRefusal(caller, answer));
  sent.once('error', () => {
    caller.socket.off('close', leave);
    if (!caller.socket.destroyed) tryNext(door, caller, tried);
  });
}

function open({ isBehindProxy }: Door, request: IncomingMessage, { port }: Upstream): ClientRequest {
  const headers = requestHeaders(request, isBehindProxy);
  const upgrading = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
  const sent = send({ host: '127.0.0.1', port, path: request.url, headers: [...headers, ...upgrading], agent: false });
  return sent.end();
}

function hold({ open }: Upstream, one: ClientRequest | Duplex): void {
  open.add(one);
  one.once('close', () => open.delete(one));
}

interface Taken {
  readonly answer: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function join(caller: Caller, { answer, socket, head }: Taken): void {
  socket.on('error', () => socket.destroy());
  const upgraded = ['Connection', 'Upgrade', 'Upgrade', answer.headers.upgrade ?? ''];
  caller.socket.write(headOf(answer, [...responseHeaders(answer), ...upgraded]));
  caller.socket.write(head);
  socket.write(caller.head);
  caller.socket.pipe(socket).once('close', () => caller.socket.destroy());
  socket.pipe(caller.socket).once('close', () => socket.destroy());
}

/** The process answered the request, and opens no socket. */
function passRefusal({ socket }: Caller, answer: IncomingMessage): void {
  socket.write(headOf(answer, [...responseHeaders(answer), 'Connection', 'close']));
  answer.pipe(letGo(socket));
}

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
