/** A server for one test, which answers as the test says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export type Answer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

type Answering = (request: IncomingMessage) => Answer | undefined | Promise<Answer | undefined>;

let server: Server | undefined;
export const asked: string[] = [];

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  asked.length = 0;
});

/** Starts a server that answers each request and notes its path and token. */
export async function serving(answer: Answering): Promise<string> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.url} ${request.headers.authorization ?? '-'}`);
    const given = await answer(request);
    if (given === undefined) return;
    const [status, body, headers] = given;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const running = createServer((request, response) => void respond(request, response));
  server = running;
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
}

export const session = (token: string, expiresAt = Date.now() + 3_600_000) => ({
  player: 'p',
  name: 'Ana',
  token,
  expiresAt,
  refresh: 'r',
});
export const UNAUTHORIZED: Answer = [401, { code: 'unauthorized', message: 'no' }];

/** Stops the server: from now on its address does not answer. */
export function stop(): Promise<void> {
  return new Promise((resolve) => server?.close(() => resolve()));
}
