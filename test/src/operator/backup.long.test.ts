/** A backup of a server in use holds every move that was accepted before the backup began. */

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FlowerWarClient } from '@flower-war/client';
import { parseLine, verify } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { engine, fastChance } from '@flower-war/rules';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Told } from '../lab/person.ts';
import { Table } from '../lab/table.ts';
import { ChildServer } from '../support/childServer.ts';
import { send } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TOOLS = new URL('../../../server/tools/', import.meta.url);

let folder: string;
const servers: ChildServer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);

async function serverOn(data: string): Promise<ChildServer> {
  const settings = { DATA_DIR: data, OPERATOR_TOKEN, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' };
  const server = new ChildServer(await freePort(), settings);
  servers.push(server);
  await server.start();
  return server;
}

function run(
  tool: 'backup' | 'restore',
  data: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const program = fileURLToPath(new URL(`${tool}.ts`, TOOLS));
  const env = { ...process.env, DATA_DIR: data, INIT_CWD: folder };
  const child = spawn(process.execPath, [program, ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

/** The record of a match. A match that still runs is ended first. */
async function recordOf(server: ChildServer, match: string): Promise<string> {
  await send(server.url, `/api/operator/matches/${match}/end`, {}, OPERATOR_TOKEN);
  return new FlowerWarClient({ url: server.url }).history.record(match);
}

function movesIn(record: string, { seat }: Told): readonly string[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed && parsed.entry.kind === 'move' && parsed.entry.seat === seat ? [parsed.entry.move] : [];
  });
}

test(`with moves in flight, seed ${SEED}`, async () => {
  const server = await serverOn(at('data'));
  const tables = [0, 1].map(
    (n) =>
      new Table(server.url, {
        people: n % 2 === 0 ? 2 : 1,
        bots: n % 2 === 0 ? [] : ['greedy'],
        chance: fastChance(SEED + n),
      }),
  );
  const playing = Promise.all(tables.map((table) => table.run()));
  const moves = () => tables.reduce((total, table) => total + table.moves, 0);
  await expect.poll(moves, { timeout: 30_000 }).toBeGreaterThan(100);

  const before = tables.flatMap(({ told }) => told.map((one) => ({ ...one, accepted: [...one.accepted] })));
  const { code, said } = await run('backup', at('data'), 'copy.sqlite');
  expect(said).toMatch(/holds \d+ matches and \d+ people/);
  expect(code).toBe(0);
  const after = moves();
  await expect.poll(moves, { timeout: 30_000 }).toBeGreaterThan(after + 10); // play went on during the backup

  expect((await run('restore', at('other'), 'copy.sqlite')).code).toBe(0);
  const restored = await serverOn(at('other'));
  for (const told of before) {
    const record = await recordOf(restored, told.match);
    expect(await verify(record, engine)).toMatchObject({ ok: true });
    expect(movesIn(record, told).slice(0, told.accepted.length)).toEqual(told.accepted);
  }
  const keysOf = (url: string) => new FlowerWarClient({ url }).history.keys();
  expect(await keysOf(restored.url)).toEqual(await keysOf(server.url));
  for (const table of tables) table.close();
  for (const { match } of tables.flatMap(({ told }) => told)) await recordOf(server, match);
  await playing;
}, 120_000);

describe('backup', () => {
  test('can be read by its owner alone, and replaces nothing unless it is told to', async () => {
    await serverOn(at('data'));
    expect((await run('backup', at('data'), 'copy.sqlite')).code).toBe(0);
    expect(statSync(at('copy.sqlite')).mode & 0o077).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'data']);
    expect(await run('backup', at('data'), 'copy.sqlite')).toEqual({
      code: 2,
      said: expect.stringContaining('--force'),
    });
    expect((await run('backup', at('data'), 'copy.sqlite', '--force')).code).toBe(0);
  });

  test('says what is wrong, and leaves nothing behind', async () => {
    expect((await run('backup', at('nowhere'), 'copy.sqlite')).said).toContain('There is no data');
    expect((await run('backup', at('data'))).said).toContain('npm run backup needs FILE');
    expect((await run('backup', at('data'), '--help')).code).toBe(0);
    mkdirSync(at('broken'));
    writeFileSync(at('broken/flower-war.sqlite'), 'this is no database at all, but a long enough text');
    expect(await run('backup', at('broken'), 'copy.sqlite')).toMatchObject({ code: 2 });
    expect(existsSync(at('copy.sqlite'))).toBe(false);
  });
});

describe('restore', () => {
  test('refuses while a server uses the data, and afterwards replaces it only when it is told to', async () => {
    const server = await serverOn(at('data'));
    await send(server.url, '/api/guests', { name: 'Ana' });
    await run('backup', at('data'), 'copy.sqlite');
    await send(server.url, '/api/guests', { name: 'Ben' });
    const inUse = { code: 2, said: expect.stringContaining('Stop it first') };
    expect(await run('restore', at('data'), 'copy.sqlite')).toEqual(inUse);
    expect(await run('restore', at('data'), 'copy.sqlite', '--force')).toEqual(inUse);
    await server.end('SIGKILL'); // the data in its log is not lost with it
    expect(await run('restore', at('data'), 'copy.sqlite')).toEqual({
      code: 2,
      said: expect.stringContaining('--force'),
    });
    const { code, said } = await run('restore', at('data'), 'copy.sqlite', '--force');
    expect(code).toBe(0);
    expect(said).toMatch(/0 matches and 1 people/);
    const kept = /is now (.+)\.$/m.exec(said)?.[1] ?? '';
    expect((await run('restore', at('third'), kept)).said).toMatch(/0 matches and 2 people/);
    await server.start();
  });

  test.each([
    ['is no file', undefined],
    ['is no database', 'hello'],
    ['is empty', ''],
  ])('changes nothing when the backup %s', async (_, content) => {
    const server = await serverOn(at('data'));
    await server.end('SIGTERM');
    const before = readFileSync(at('data/flower-war.sqlite'));
    if (content !== undefined) writeFileSync(at('copy.sqlite'), content);
    expect(await run('restore', at('data'), 'copy.sqlite', '--force')).toMatchObject({ code: 2 });
    expect(readFileSync(at('data/flower-war.sqlite'))).toEqual(before);
    expect(readdirSync(at('data')).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

test('a backup brings back the key of the temples and their list, so that codes and passwords stay true', async () => {
  const [data, other] = [at('data'), at('other')];
  const server = await serverOn(data);
  const key = readFileSync(join(data, 'temples.key'), 'utf8');
  writeFileSync(join(data, 'temples.txt'), 'templo-7f3a\ntemplo-aaaa\n');
  expect((await run('backup', data, at('copy'))).code).toBe(0);
  await server.end('SIGTERM');
  expect((await run('restore', other, at('copy'))).code).toBe(0);
  expect(readFileSync(join(other, 'temples.txt'), 'utf8')).toBe('templo-7f3a\ntemplo-aaaa\n');
  expect(readFileSync(join(other, 'temples.key'), 'utf8')).toBe(key);
  writeFileSync(join(data, 'temples.key'), `${'ab'.repeat(32)}\n`);
  const again = await run('restore', data, at('copy'), '--force');
  expect(again.code).toBe(0);
  expect(again.said).toMatch(/is now .*temples\.key\.before-/);
  expect(readFileSync(join(data, 'temples.key'), 'utf8')).toBe(key);
  expect(readdirSync(data).some((name) => name.startsWith('temples.key.before-'))).toBe(true);
});
