/** A backup of a server in use holds every move that was accepted before the backup began; a restore loses nothing. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FlowerWarClient } from '@flower-war/client';
import { parseLine, verify } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { engine, fastChance } from '@flower-war/rules';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Table } from '../lab/load.ts';
import type { SeatStory } from '../lab/person.ts';
import { OPERATOR_TOKEN } from '../support/api.ts';
import { ROOT, runProgram } from '../support/program.ts';
import { ChildServer } from '../support/server.ts';
import { newPerson, send } from '../support/sockets/rawClient.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
let folder: string;
const servers: ChildServer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGKILL');
});

const at = (name: string) => join(folder, name);
const textOf = (name: string) => readFileSync(at(name), 'utf8');

async function serverOn(data: string): Promise<ChildServer> {
  const settings = { DATA_DIR: at(data), OPERATOR_TOKEN, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' };
  const server = new ChildServer(await freePort(), settings);
  servers.push(server);
  await server.start();
  return server;
}

async function run(tool: 'backup' | 'restore' | 'ratings' | 'moveStore', data: string, ...args: string[]) {
  const where = { folder, state: folder, env: { DATA_DIR: at(data) } };
  const { code, out, problems } = await runProgram([`server/tools/${tool}.ts`, ...args], '', where);
  return { code, said: `${out}${problems}` };
}

const refusedWith = (words: string) => ({ code: 2, said: expect.stringContaining(words) });

/** The record of a match. A match that still runs is ended first. */
async function recordOf({ url }: ChildServer, match: string): Promise<string> {
  await send(url, `/api/operator/matches/${match}/end`, {}, OPERATOR_TOKEN);
  return new FlowerWarClient({ url }).history.record(match);
}

function movesIn(record: string, { seat }: SeatStory): readonly string[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed && parsed.entry.kind === 'move' && parsed.entry.seat === seat ? [parsed.entry.move] : [];
  });
}

test(`with moves in flight, seed ${SEED}`, async () => {
  const server = await serverOn('data');
  const tables = [
    new Table(server.url, { people: 2, bots: [], chance: fastChance(SEED) }),
    new Table(server.url, { people: 1, bots: ['greedy'], chance: fastChance(SEED + 1) }),
  ];
  const playing = Promise.all(tables.map((table) => table.run()));
  const moves = () => tables.reduce((total, table) => total + table.moves, 0);
  await expect.poll(moves, { timeout: 30_000 }).toBeGreaterThan(100);

  const before = tables.flatMap(({ told }) => told.map((one) => ({ ...one, accepted: [...one.accepted] })));
  const { code, said } = await run('backup', 'data', 'copy.sqlite');
  expect(said).toMatch(/holds: matches \d+, people \d+/);
  expect(code).toBe(0);
  const after = moves();
  await expect.poll(moves, { timeout: 30_000 }).toBeGreaterThan(after + 10); // play went on during the backup

  expect((await run('restore', 'other', 'copy.sqlite')).code).toBe(0);
  const restored = await serverOn('other');
  for (const told of before) {
    const record = await recordOf(restored, told.match);
    expect(await verify(record, engine)).toMatchObject({ ok: true });
    expect(movesIn(record, told).slice(0, told.accepted.length)).toEqual(told.accepted);
  }
  const keysOf = ({ url }: ChildServer) => new FlowerWarClient({ url }).history.keys();
  expect(await keysOf(restored)).toEqual(await keysOf(server));
  for (const table of tables) table.close();
  for (const { match } of tables.flatMap(({ told }) => told)) await recordOf(server, match);
  await playing;
}, 120_000);

describe('backup', () => {
  test('can be read by its owner alone, and replaces nothing unless it is told to', async () => {
    await serverOn('data');
    expect((await run('backup', 'data', 'copy.sqlite')).code).toBe(0);
    expect(statSync(at('copy.sqlite')).mode & 0o077).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'data']);
    expect(await run('backup', 'data', 'copy.sqlite')).toEqual(refusedWith('--force'));
    expect((await run('backup', 'data', 'copy.sqlite', '--force')).code).toBe(0);
  });

  test('says what is wrong, and leaves nothing behind', async () => {
    expect((await run('backup', 'nowhere', 'copy.sqlite')).said).toContain('There is no data');
    expect((await run('backup', 'data')).said).toContain('npm run do -- backup needs FILE');
    mkdirSync(at('broken'));
    writeFileSync(at('broken/flower-war.sqlite'), 'this is not a database at all, but a long enough text');
    expect(await run('backup', 'broken', 'copy.sqlite')).toMatchObject({ code: 2 });
    expect(existsSync(at('copy.sqlite'))).toBe(false);
  });
});

test('several at once to one file leave a whole backup, and each says what is true; what was cut off long ago goes', async () => {
  await (await serverOn('data')).end('SIGTERM');
  for (const left of ['copy.sqlite.unfinished', 'copy.sqlite.0a1b2c3d.unfinished']) {
    writeFileSync(at(left), 'the keys of the server');
    utimesSync(at(left), 1, 1);
  }
  const ended = await Promise.all([1, 2, 3, 4].map(() => run('backup', 'data', 'copy.sqlite', '--force')));
  for (const one of ended) expect(one).toMatchObject({ code: 0, said: expect.stringContaining('people 0') });
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite']);
  expect((await run('restore', 'second', 'copy.sqlite')).code).toBe(0);
});

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0;

test.skipIf(!canMount)('a disk that is full is told as that of the copy, and keeps no part of it', async () => {
  await (await serverOn('data')).end('SIGTERM');
  mkdirSync(at('small'));
  const env = { ...process.env, DATA_DIR: at('data'), INIT_CWD: folder, FOLDER: at('small') };
  const onSmallDisk =
    'mount -t tmpfs -o size=64k none "$FOLDER" && { "$0" server/tools/backup.ts small/copy.sqlite; ls -A "$FOLDER"; }';
  const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', onSmallDisk, process.execPath], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  expect(stderr.replace(/sqlite\.\w+\./, 'sqlite.')).toBe(
    `${at('small/copy.sqlite.unfinished')} cannot be written: its disk is full. Make room there, or choose a place on another disk.\n`,
  );
  expect(stdout).toBe('');
});

test.skipIf(!canMount)('a server does not start on a full disk, and says why', () => {
  mkdirSync(at('small'));
  const env = { ...process.env, DATA_DIR: at('small'), PORT: '0' };
  const onSmallDisk = 'mount -t tmpfs -o size=64k none "$DATA_DIR" && "$0" server/src/main.ts';
  const { stderr } = spawnSync('unshare', ['-m', 'sh', '-c', onSmallDisk, process.execPath], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toBe(
    `The data folder ${at('small')} cannot be used: its disk is full. Make room there, or choose another DATA_DIR.\n`,
  );
});

describe('restore', () => {
  test('refuses while a server uses the data, and afterwards replaces it only when it is told to', async () => {
    const server = await serverOn('data');
    await newPerson(server.url, 'Ana');
    const key = textOf('data/temples.key');
    writeFileSync(at('data/temples.txt'), 'templo-7f3a\ntemplo-aaaa\n');
    expect((await run('backup', 'data', 'copy.sqlite')).code).toBe(0);
    await newPerson(server.url, 'Ben');
    for (const flags of [[], ['--force']])
      expect(await run('restore', 'data', 'copy.sqlite', ...flags)).toEqual(refusedWith('Stop it first'));
    await server.end('SIGKILL'); // the data in its log is not lost with it
    writeFileSync(at('data/temples.key'), `${'ab'.repeat(32)}\n`);
    expect(await run('restore', 'data', 'copy.sqlite')).toEqual(refusedWith('--force'));
    const { code, said } = await run('restore', 'data', 'copy.sqlite', '--force');
    expect(code).toBe(0);
    expect(said).toMatch(/holds: matches 0, people 1/);
    // The key and the list of the temples came back, so that codes and passwords stay true.
    expect([textOf('data/temples.key'), textOf('data/temples.txt')]).toEqual([key, 'templo-7f3a\ntemplo-aaaa\n']);
    expect(said).toMatch(/is now .*temples\.key\.before-/);
    expect(readdirSync(at('data')).some((name) => name.startsWith('temples.key.before-'))).toBe(true);
    const [kept = ''] = [...said.matchAll(/is now (.+)\.$/gm)]
      .map(([, path]) => path)
      .filter((path) => !path?.includes('.key'));
    expect((await run('restore', 'third', kept)).said).toMatch(/holds: matches 0, people 2/);
    await server.start();
  });

  test('changes nothing when the backup is not a file, not a database, or empty', async () => {
    await (await serverOn('data')).end('SIGTERM');
    const before = readFileSync(at('data/flower-war.sqlite'));
    for (const content of [undefined, 'hello', '']) {
      if (content !== undefined) writeFileSync(at('copy.sqlite'), content);
      expect(await run('restore', 'data', 'copy.sqlite', '--force')).toMatchObject({ code: 2 });
      expect(readFileSync(at('data/flower-war.sqlite'))).toEqual(before);
      expect(readdirSync(at('data')).filter((name) => name.includes('unfinished'))).toEqual([]);
    }
  });
});

test('a tool tells in a sentence that a newer version wrote the data', async () => {
  const server = await serverOn('data');
  await server.end('SIGTERM');
  const database = new DatabaseSync(at('data/flower-war.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  const newer = refusedWith('was written by version');
  expect(await run('backup', 'data', 'copy.sqlite')).toEqual(newer);
  expect(await run('ratings', 'data', '--rebuild')).toEqual(newer);
  expect(await run('moveStore', 'data', '--from', at('data'), '--to', at('other'))).toEqual(newer);
});
