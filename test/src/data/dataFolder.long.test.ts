/** A data folder serves one server only, and a server refuses a folder of which a part is missing. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT, runProgram } from '../support/program.ts';
import { ChildServer } from '../support/server.ts';
import { newPerson } from '../support/sockets/rawClient.ts';

const MAIN = join(ROOT, 'server/src/main.ts');
const RESTORE = join(ROOT, 'server/tools/restore.ts');
const BACKUP = join(ROOT, 'server/tools/backup.ts');
const servers: ChildServer[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGKILL');
});

const at = (name: string) => join(folder, name);

async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<ChildServer> {
  const server = new ChildServer(await freePort(), { DATA_DIR: at('data'), ...settings });
  servers.push(server);
  await server.start();
  return server;
}

/** Runs a program that ends by itself, as a server does that refuses to start. */
const told = (...words: string[]) =>
  runProgram(words, '', { folder, state: folder, env: { DATA_DIR: at('data'), PORT: '0' } });

/** Starts a server, waits until it has written data and a new mark, and kills it. */
async function killedServer(settings: Readonly<Record<string, string>> = {}): Promise<ChildServer> {
  const server = await startServer(settings);
  const mark = () => readFileSync(at('data/flower-war.mark'), 'utf8');
  const first = mark();
  await newPerson(server.url, 'Ana');
  await expect.poll(mark, { timeout: 10_000 }).not.toBe(first);
  await server.end('SIGKILL');
  return server;
}

test('a second server on the same folder ends with a sentence, and the first plays on', async () => {
  const first = await startServer();
  const { code, problems } = await told(MAIN);
  expect(code).toBe(1);
  expect(problems).toMatch(/^A server is using the data in .*each server needs a folder of its own\.\n$/);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
});

test.each([
  ['flower-war.sqlite-wal', /holds nothing|ends at/],
  ['flower-war.sqlite', /holds nothing/],
])(
  'without %s the server says what is gone, and refuses to start on an older or an empty database',
  async (lost, words) => {
    const server = await killedServer();
    cpSync(at('data'), at('whole'), { recursive: true });
    rmSync(join(at('data'), lost));
    const { code, problems } = await told(MAIN);
    expect(code).toBe(1);
    expect(problems).toMatch(words);
    expect(problems).toContain('flower-war.sqlite-wal was deleted');
    expect(problems).not.toMatch(/\n {4}at /);
    rmSync(at('data'), { recursive: true });
    cpSync(at('whole'), at('data'), { recursive: true });
    await server.start();
  },
);

test('the mark can be deleted to go on with what is left, and a restore of an older backup goes on as well', async () => {
  const server = await startServer();
  expect(await told(BACKUP, at('older'))).toMatchObject({ code: 0 });
  await server.end('SIGKILL');
  rmSync(at('data/flower-war.sqlite-wal'));
  rmSync(at('data/flower-war.mark'));
  await server.start();
  await server.end('SIGTERM');
  expect(await told(RESTORE, at('older'), '--force')).toMatchObject({ code: 0 });
  await server.start();
});

test('with DURABILITY=process the last minute may be gone after power loss, and a broken mark is none', async () => {
  const server = await killedServer({ DURABILITY: 'process' });
  const { at: marked } = JSON.parse(readFileSync(at('data/flower-war.mark'), 'utf8')) as { at: number };
  writeFileSync(at('data/flower-war.mark'), JSON.stringify({ at: marked + 30_000, mayLackMs: 60_000 }));
  await server.start();
  await server.end('SIGKILL');
  writeFileSync(at('data/flower-war.mark'), '{"at":');
  await server.start();
});
