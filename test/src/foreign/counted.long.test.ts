/** The clients of strangers make nothing twice: where the answer to a new match is lost, they end and say so. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { MatchSummary, SignedIn } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CuttableLine } from '../support/cuttableLine.ts';
import { asking } from '../support/api.ts';
import { ROOT } from '../support/program.ts';
import { testServer } from '../support/server.ts';
import { GoCopy, whyNoGo } from './go.ts';
import { PYTHON, whyNoPython } from './python.ts';

let server: Running;
const ask = asking(() => server.address);

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const go = whyNoGo === undefined ? new GoCopy() : undefined;
beforeAll(async () => void (await go?.build()), 180_000);
afterAll(() => go?.remove());

const CLIENTS = [
  { name: 'Python', missing: whyNoPython, command: [PYTHON, 'client.py', '--game', 'tieqchieq'] },
  { name: 'Go', missing: whyNoGo, command: [go?.program ?? '', '-game', 'tieqchieq'] },
] as const;

/** How the answer to the first request is lost, although the server has done what it asked for. */
const LOSSES: readonly (readonly [how: string, lose: (response: ServerResponse) => unknown])[] = [
  ['the connection breaks', (response) => response.destroy()],
  ['a proxy has waited long enough', (response) => response.writeHead(504).end('<h1>Gateway Timeout</h1>')],
];

/** Passes each request on, loses the first answer, and refuses all that follow for good, so that no client stays. */
async function losing(lose: (response: ServerResponse) => unknown): Promise<string> {
  let requests = 0;
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const isFirst = requests++ === 0;
    const { method = '', url, headers } = request;
    const authorization = headers.authorization ?? '';
    const body = await text(request);
    await fetch(`${server.address}${url}`, { method, headers: { authorization }, ...(body !== '' && { body }) });
    if (isFirst) lose(response);
    else response.writeHead(404).end();
  };
  const proxy = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const guest = async () => (await ask<SignedIn>('POST /api/guests', { body: {} })).body;

async function matchesOf(player: string): Promise<number> {
  const lists = await Promise.all(
    ['open', 'running', 'ended'].map((status) =>
      ask<{ matches: readonly MatchSummary[] }>(`GET /api/matches?status=${status}`),
    ),
  );
  return lists.flatMap(({ body }) => body.matches).filter(({ host }) => host === player).length;
}

describe.each(CLIENTS)('the client in $name', ({ name, missing, command: [program, ...words] }) => {
  function start(url: string, token: string): ChildProcess {
    const given = { ...process.env, FLOWER_WAR_URL: url, FLOWER_WAR_TOKEN: token };
    const child = spawn(program, words, { cwd: join(ROOT, 'examples', name.toLowerCase()), env: given });
    onTestFinished(() => void child.kill());
    return child;
  }

  test.skipIf(missing !== undefined).for(LOSSES)('makes no second match where %s', async ([, lose]) => {
    const { player, token } = await guest();
    const child = start(await losing(lose), token);
    const [problems, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect(problems).toContain('may have counted nevertheless: look before you make it again');
    expect([code, await matchesOf(player)]).toEqual([1, 1]);
  });

  test.skipIf(missing !== undefined)('waits for a server that is not there yet', async () => {
    const { player, token } = await guest();
    const port = await freePort();
    const child = start(`http://127.0.0.1:${port}`, token);
    await once(child.stderr!, 'data');
    const line = await CuttableLine.to(server.address, port);
    onTestFinished(() => line.close());
    child.stdout!.resume();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await matchesOf(player)).toBe(1);
  });
});
