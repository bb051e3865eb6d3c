/** Answers a request for a socket by HTTP, since the socket is not open yet. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Code, refusal, statusOf } from '@flower-war/protocol';

export interface Refusing {
  readonly code: Code;
  readonly reason?: string;
}

export function refuseUpgrade(socket: Duplex, { code, reason }: Refusing): void {
  const body = JSON.stringify(refusal(code, reason));
  const status = statusOf(code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.once('finish', () => socket.destroy()); // the other end may never close its half
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
