/** The front door of several server processes: one port, which passes requests and sockets on. A process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LISTENING, oneByOne } from '@flower-war/protocol/hosting';
import { Forwarding, forwardUpgrade } from './forward.ts';
import { type Heard, type News, Upstreams } from './upstreams.ts';

if (process.argv.includes('--help')) process.exit(0);

const { HOST = '127.0.0.1', PORT = '2567', TRUST_PROXY = '0' } = process.env;
const upstreams = new Upstreams();
const door = { upstreams, isBehindProxy: TRUST_PROXY !== '0' };

const http = createServer(
  LISTENING,
  oneByOne((request, response) => new Forwarding(door, request, response).go()),
);
http.on('upgrade', (request, socket, head) => forwardUpgrade(door, { request, socket, head }));
// Later errors concern one connection: no file handle is free, for example.
http.on('error', (error: NodeJS.ErrnoException) => (http.listening ? undefined : end(explain(error))));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
process.on('message', ({ count, processes }: News) => {
  upstreams.tell(processes);
  process.send?.({ heard: count } satisfies Heard);
});
if (/^\d{1,5}$/.test(PORT) && Number(PORT) < 65536) http.listen(Number(PORT), HOST, tell);
else end('PORT must be a number from 0 to 65535.');

function tell(): void {
  const { address, port } = http.address() as AddressInfo;
  process.send?.({ address: `http://${address.includes(':') ? `[${address}]` : address}:${port}` });
}

function end(reason: string): void {
  console.error(reason);
  process.exit(1);
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return `Port ${PORT} of ${HOST} is taken: another program listens there, perhaps another npm start. Stop it, or start with another: PORT=2600 npm start`;
  return `The front door may not listen on ${HOST}:${PORT} (${message}). Choose another HOST or PORT.`;
}
