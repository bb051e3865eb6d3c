import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../support/cleanUp.ts';
import { StartedProgram } from '../support/program.ts';
import { ask } from '../support/requests.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { ROOT } from '../support/server.ts';
import { unitIn } from './unit.ts';

afterAll(cleanUp);

const at = (name: string) => join(import.meta.dirname, name);
const SERVICES = ['flower-war.service', 'flower-war@.service', 'flower-war-backup.service'];
const JOURNALD = '/lib/systemd/systemd-journald';
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined && existsSync(JOURNALD);

/** What it does not understand stands on the standard error, also when it exits with 0. */
function analyze(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe.skipIf(!hasSystemd)(`systemd${hasSystemd ? '' : ' is not installed'}`, () => {
  test('takes the units', () => {
    const units = [...SERVICES, 'flower-war-backup.timer'].map(at);
    expect(analyze('verify', ...units)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test.each(SERVICES)('finds little that %s could harm', (name) => {
    // Exits with an error above this exposure: 0 is none, 100 is a service of root without limits.
    expect(analyze('security', '--offline=yes', '--threshold=16', at(name))).toMatchObject({ status: 0, stderr: '' });
  });

  test('knows when the backup runs', () => {
    const [, when = ''] = /^OnCalendar=(.*)$/m.exec(readFileSync(at('flower-war-backup.timer'), 'utf8')) ?? [];
    expect(analyze('calendar', when).stdout).toMatch(/Next elapse: .* 04:30:00/);
  });

  test('knows each limit of the log', () => {
    const names = [...readFileSync(at('journald.conf'), 'utf8').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    const program = readFileSync(JOURNALD);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !program.includes(`\0${name}\0`) && !program.includes(`Journal.${name}\0`))).toEqual(
      [],
    );
  });
});

/** Folders of the host's machine, here. */
function foldersHere(name = '') {
  const place = scratchFolder('machine');
  const own = [`/var/lib/flower-war${name}`, `/var/cache/flower-war${name}`];
  const made = ['/var/lib/flower-war-backups', ...own].map((folder) => {
    const here = join(place, folder);
    mkdirSync(here, { recursive: true });
    return [folder, here] as const;
  });
  return { ...Object.fromEntries(made), '/opt/flower-war': ROOT.replace(/\/$/, '') };
}

test('the service starts everything as npm start does, keeps its data and its cache apart, and is backed up', async () => {
  const folders = foldersHere();
  const { command, environment } = unitIn(at('flower-war.service'), folders);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  expect(command.slice(1).join(' ')).toBe(scripts.start);
  const [port, mqtt] = [await freePort(), await freePort()];
  const [program = '', ...args] = command;
  const service = await StartedProgram.start({
    command: [program, ...args],
    environment: { ...environment, PORT: String(port), MQTT_PORT: String(mqtt) },
    folder: ROOT,
    ports: [port, mqtt],
  });
  expect((await ask(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  const backup = unitIn(at('flower-war-backup.service'), folders);
  const [tool = '', ...words] = backup.command;
  execFileSync(tool, words, { cwd: ROOT, env: { ...process.env, ...backup.environment }, stdio: 'pipe' });
  expect(await service.stop()).toBe(0);
  const [data, cache, backups] = ['/var/lib/flower-war', '/var/cache/flower-war', '/var/lib/flower-war-backups'].map(
    (folder) => readdirSync((folders as Record<string, string>)[folder] ?? ''),
  );
  expect(data).toContain('flower-war.sqlite');
  expect(cache).not.toEqual([]);
  expect(backups).toEqual([expect.stringMatching(/^flower-war-.*\.sqlite$/)]);
}, 120_000);

test.skipIf(noPostgres !== undefined)(
  'two services of the template are two processes with one PostgreSQL',
  async () => {
    const postgres = await TestPostgres.start();
    const common = { DATABASE_URL: await postgres.fresh(), HOST: '127.0.0.1', TRUST_PROXY: '1' };
    for (const name of ['a', 'b']) {
      const folders = { '%i': name, ...foldersHere('-%i') };
      const { command, environment } = unitIn(at('flower-war@.service'), folders);
      expect(environment).toMatchObject({ PROCESS_NAME: name });
      const port = await freePort();
      const [program = '', ...args] = command;
      const service = await StartedProgram.start({
        command: [program, ...args],
        environment: { ...environment, ...common, PORT: String(port) },
        folder: ROOT,
        ports: [port],
      });
      const state = async () => (await ask(`http://127.0.0.1:${port}/health/ready`)).status;
      await expect.poll(state, { timeout: 20_000 }).toBe(200);
      expect(await service.stop()).toBe(0);
    }
    await postgres.stop();
  },
  120_000,
);

test('the examples of settings name only settings that the server knows', () => {
  const help = execFileSync(process.execPath, ['launcher/src/start.mjs', '--help'], { cwd: ROOT, encoding: 'utf8' });
  const known = [...help.matchAll(/^ {2}([A-Z_]+) {2}/gm)].map(([, name = '']) => name);
  const several = readFileSync(at('several.env'), 'utf8');
  const named = [...several.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('the example of settings names only settings that npm start knows', () => {
  const help = execFileSync(process.execPath, ['launcher/src/start.mjs', '--help'], { cwd: ROOT, encoding: 'utf8' });
  const known = [...help.matchAll(/^ {2}([A-Z_]+) {2}/gm)].map(([, name = '']) => name);
  const example = readFileSync(at('flower-war.env'), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => name !== 'START_FLAGS' && !known.includes(name))).toEqual([]);
  expect(example).toContain('START_FLAGS=--lan');
  expect(readFileSync(at('flower-war.service'), 'utf8')).toContain('$START_FLAGS');
});
