/** The package `flower-war` in the hands of a host: installed from its file, in a folder outside the house. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient } from '@flower-war/client';
import { COMMANDS } from '@flower-war/launcher/tools';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { install } from '../outside/place.ts';
import { packProgram } from './packing.ts';
import { ROOT } from './packs.ts';

const into = mkdtempSync(join(tmpdir(), 'program-'));
const host = join(into, 'host');
const lib = join(host, 'node_modules/flower-war/lib');
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const tarball = await packProgram(into);
  mkdirSync(host);
  // Nothing is fetched: the package needs no other.
  expect(await install(host, ['--offline', tarball])).toEqual(['flower-war']);
}, 120_000);
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => rmSync(into, { recursive: true }));

function begun(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const ours = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)|INIT_CWD/.test(name));
  const words = [join(host, 'node_modules/.bin/flower-war'), ...args];
  const child = spawn(process.execPath, words, {
    cwd: host,
    env: { ...Object.fromEntries(ours), HOME: host, XDG_STATE_HOME: host, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  return { child, said: () => said };
}

async function ended(...args: readonly string[]) {
  const { child, said } = begun(args);
  const [code] = await once(child, 'close');
  return { code: code as number, said: said() };
}

/** A server on a free port, with its broker and its bridge. */
async function started() {
  const { child, said } = begun(['start'], { PORT: '0', MQTT_PORT: '0', BOT_DELAY_MS: '0' });
  await expect.poll(said, { timeout: 20_000 }).toMatch(/Temples: mqtt/);
  const [, url = ''] = /ready at (\S+)/.exec(said()) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  };
  return { url, said, stop };
}

test('it is small, holds no path of the house that made it, and tells whose work is in it', () => {
  const files = globSync('**/*', { cwd: lib }).filter((file) => statSync(join(lib, file)).isFile());
  const bytes = files.map((file) => statSync(join(lib, file)).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(15e6);
  for (const file of files.filter((name) => name.endsWith('.js')))
    expect(readFileSync(join(lib, file), 'utf8').includes(ROOT), file).toBe(false);
  const others = readFileSync(join(lib, '../THIRD-PARTY.md'), 'utf8');
  for (const name of ['@colyseus/core', 'express', 'mqtt', 'aedes', 'pg', 'ioredis', 'preact', 'zod'])
    expect(others).toContain(`## ${name} `);
  const { components }: { components: readonly { name: string }[] } = JSON.parse(
    readFileSync(join(lib, '../sbom.json'), 'utf8'),
  );
  expect(components.map(({ name }) => others.includes(`## ${name} `))).not.toContain(false);
  expect(components.length).toBeGreaterThan(50);
});

test('it lists its commands, and refuses what is none', async () => {
  const listed = await ended();
  expect(listed.code).toBe(0);
  for (const name of Object.keys(COMMANDS)) expect(listed.said).toContain(`\n  ${name} `);
  expect(await ended('constructor')).toMatchObject({ code: 2 });
  const refused = await ended('dance');
  expect(refused).toMatchObject({
    code: 2,
    said: expect.stringContaining('has no command "dance". It has start, play'),
  });
});

test.each(Object.keys(COMMANDS))('flower-war %s explains itself, and names no npm', async (name) => {
  const { code, said } = await ended(name, '--help');
  expect(code).toBe(0);
  expect(said).toMatch(new RegExp(`^flower-war ${name}\\b`));
  expect(said).not.toMatch(/npm|do -- |\.ts\b/);
});

test('a host starts it, opens the page, plays, verifies, copies all, loses the folder, restores it and goes on', async () => {
  const first = await started();
  const page = await fetch(first.url, { headers: { Accept: 'text/html' } });
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
  expect((await fetch(first.url + asset)).status).toBe(200);
  const played = await ended('play', '--url', first.url, '--game', 'tieqchieq', '--seats', '2', '--auto');
  expect(played).toMatchObject({ code: 0, said: expect.stringContaining('flower-war verify ') });
  const [record = ''] = globSync('*.jsonl', { cwd: host });
  expect(await ended('verify', record)).toMatchObject({ code: 0 });
  expect(await ended('backup', 'copy.sqlite')).toMatchObject({ code: 0, said: expect.stringContaining('matches 1') });
  await first.stop();
  rmSync(join(host, 'data'), { recursive: true });
  expect(await ended('restore', 'copy.sqlite')).toMatchObject({ code: 0 });
  const second = await started();
  const match = record.replace('.jsonl', '');
  const told = await (await fetch(`${second.url}/api/matches/${match}/record`)).text();
  expect(told).toBe(readFileSync(join(host, record), 'utf8'));
  await second.stop();
  for (const { said } of [first, second]) expect(said()).not.toMatch(/Error|Warning|npm/);
});

test('the bot that thinks in a thread of its own plays', async () => {
  const { url, stop } = await started();
  const client = new FlowerWarClient({ url });
  await client.signIn('Ana');
  const live = await client.join(await client.create({ game: 'tieqchieq', bots: [{ bot: 'strong' }] }));
  const seats = new Set<number>();
  live.on('events', (events) => {
    for (const event of events) if ('seat' in event) seats.add(Number(event.seat));
  });
  while (seats.size < 2 && !live.isOver) {
    const [move] = live.legal;
    if (move !== undefined) await live.play(move);
    await live.until(() => live.isOver || live.legal.length > 0 || seats.size === 2);
  }
  live.close();
  await stop();
  expect(seats).toEqual(new Set([0, 1]));
});

test('it makes a temple, with the firmware for it', async () => {
  const made = await ended('new-temple', '--out', 'firmware');
  expect(made.said).toMatch(/templo-\w+/);
  expect(made.code).toBe(0);
  const house = readdirSync(join(ROOT, 'temple/device/esphome/components'), { recursive: true });
  expect(readdirSync(join(host, 'firmware/components'), { recursive: true })).toEqual(
    house.filter((name) => !String(name).includes('__pycache__')),
  );
  expect(readdirSync(join(host, 'firmware'))).toEqual(
    expect.arrayContaining(['plain.yaml', 'secrets.yaml', 'templo.env', 'requirements.txt']),
  );
});
