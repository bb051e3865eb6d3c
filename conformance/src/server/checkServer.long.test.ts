/** The kit passes a real server, wherever its sockets are, and finds each fault that is planted before it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalServer } from '../client/localServer.ts';
import { Gateway } from '../gateway/gateway.ts';
import { checkServer } from './checkServer.ts';
import { FAULTS } from './faults.fixture.ts';

let server: LocalServer;

beforeAll(async () => {
  server = await LocalServer.started();
});
afterAll(() => server?.remove());

test('a server whose sockets stand at another address in every answer passes', { timeout: 300_000 }, async () => {
  const gateway = await Gateway.before(server.url);
  const lines: string[] = [];
  const report = await checkServer({ url: gateway.url, seed: 1, tell: (line) => lines.push(line) });
  gateway.close();
  expect(report.failed, lines.join('\n')).toEqual([]);
  expect(report.passed.length).toBeGreaterThan(30);
  expect(lines.at(-1)).toBe(`${report.passed.length} passed, 0 failed`);
  expect(new Set(gateway.links.map(({ path }) => path.split('/')[1])).size).toBeGreaterThan(40);
});

test.concurrent.for(FAULTS)('$name is found', { timeout: 120_000 }, async ({ tampering, parts, found }, { expect }) => {
  const gateway = await Gateway.before(server.url, tampering());
  const report = await checkServer({ url: gateway.url, seed: 1, games: ['tieqchieq'], parts });
  gateway.close();
  expect(report.failed).toContainEqual(expect.stringContaining(found));
});

const PROGRAM = fileURLToPath(new URL('../../tools/server.ts', import.meta.url));

function program(...words: readonly string[]): Promise<{ readonly code: unknown; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { timeout: 60_000 }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : error.code, out: out + problems }),
    );
  });
}

test('the program tells each check in a line, and its exit code says whether all hold', async () => {
  const { code, out } = await program('--url', server.url, '--games', 'tieqchieq');
  expect(out).toMatch(/^ok {4}tieqchieq: a random match/m);
  expect(out).toMatch(/\n\d+ passed, 0 failed\n$/);
  expect(code).toBe(0);
  const away = await program('--url', 'http://127.0.0.1:9');
  expect(away.out).toMatch(/\n0 passed, \d+ failed\n$/);
  expect(away.code).toBe(1);
  expect(await program()).toMatchObject({ code: 2, out: expect.stringContaining('--url') });
});
