/** What the operator sees in the terminal. */

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';
import { afterEach, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function run(
  settings: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, DATA_DIR: mkdtempSync(join(tmpdir(), 'start-')), ...settings };
  const child = spawn(process.execPath, [MAIN, ...args], { env });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

test('a taken port is told in one sentence, with what to do', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  stops.push(() => other.close());
  const { code, err } = await run({ PORT: String(port) });
  expect(code).toBe(1);
  expect(err).toBe(
    `Port ${port} of 127.0.0.1 is taken: another program listens there, perhaps another npm start. Stop it, or start with another: PORT=2600 npm start\n`,
  );
});

test('bad settings are told by name', async () => {
  const { code, err } = await run({ PORT: 'high', JOURNAL: 'stone' });
  expect(code).toBe(1);
  expect(err).toContain('PORT=high: ');
  expect(err).toContain('JOURNAL=stone: ');
  expect(err).not.toMatch(/\n {4}at /);
});

test('an address of another machine is refused clearly', async () => {
  const { code, err } = await run({ HOST: '192.0.2.1', PORT: '0' });
  expect(code).toBe(1);
  expect(err).toMatch(/^The server may not listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\./);
});

test('--help lists the settings and ends', async () => {
  const { code, out } = await run({}, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/PORT +port .*\(2567\)/);
});

test('it is ready when it says so, and says goodbye within a second', async () => {
  const server = new ChildServer(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'start-')) });
  stops.push(() => server.end('SIGKILL'));
  await server.start();
  expect(await (await fetch(`${server.url}/health/ready`)).json()).toEqual({ ready: true });
  expect((await fetch(server.url)).status).toBe(200);
  await server.end('SIGTERM');
  await expect(fetch(server.url)).rejects.toThrow();
});
