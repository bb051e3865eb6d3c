import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../testing/callers.ts';
import { analyze, hasSystemd, JOURNALD, unitIn } from '../testing/hostFiles.ts';
import { cleanUp, ROOT, StartedProgram, scratchFolder } from '../testing/index.ts';

afterAll(cleanUp);

const at = (name: string) => join(import.meta.dirname, name);
const textOf = (name: string) => readFileSync(at(name), 'utf8');
const SERVICES = ['flower-war.service', 'flower-war@.service', 'flower-war-backup.service'];

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
    const [, when = ''] = /^OnCalendar=(.*)$/m.exec(textOf('flower-war-backup.timer')) ?? [];
    expect(analyze('calendar', when).stdout).toMatch(/Next elapse: .* 04:30:00/);
  });

  test('knows each limit of the log', () => {
    const names = [...textOf('journald.conf').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    const program = readFileSync(JOURNALD);
    const isKnown = (name: string) => program.includes(`\0${name}\0`) || program.includes(`Journal.${name}\0`);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });
});

test('the service starts everything as npm start does', () => {
  const { command } = unitIn(textOf('flower-war.service'), scratchFolder('machine'));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(command.slice(1).join(' ')).toBe(scripts.start);
});

test.skipIf(noPostgres !== undefined)(
  'two services of the template are two processes with one PostgreSQL',
  async () => {
    const postgres = await TestPostgres.start();
    const machine = scratchFolder('machine');
    const common = { DATABASE_URL: await postgres.fresh(), HOST: '127.0.0.1', TRUST_PROXY: '1' };
    for (const name of ['a', 'b']) {
      const { command, environment } = unitIn(textOf('flower-war@.service'), machine, name);
      expect(environment).toMatchObject({ PROCESS_NAME: name });
      const port = await freePort();
      const settings = { ...environment, ...common, PORT: String(port) };
      const service = await StartedProgram.start({ command, environment: settings, folder: ROOT, ports: [port] });
      const state = async () => (await ask(`http://127.0.0.1:${port}/health/ready`)).status;
      await expect.poll(state, { timeout: 20_000 }).toBe(200);
      expect(await service.stop()).toBe(0);
    }
    await postgres.stop();
  },
  120_000,
);

test.each(['flower-war.env', 'several.env'])('%s names only settings that the server knows', (file) => {
  const help = execFileSync(process.execPath, ['launcher/src/start.mjs', '--help'], { cwd: ROOT, encoding: 'utf8' });
  const known = [...help.matchAll(/^ {2}([A-Z_]+) {2}/gm)].map(([, name = '']) => name);
  const named = [...textOf(file).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => name !== 'START_FLAGS' && !known.includes(name))).toEqual([]);
});

test('the service begins after the clock was set right', () => {
  expect(textOf('flower-war.service')).toMatch(/^After=.*\btime-sync\.target\b/m);
});

test('the service takes the flags of its example of settings', () => {
  expect(textOf('flower-war.env')).toContain('START_FLAGS=--lan');
  const [, data = 'none'] = /^DATA_DIR=(.*)$/m.exec(textOf('flower-war.env')) ?? []; // a tool has no unit
  expect(textOf('flower-war.service')).toContain(`\nEnvironment=DATA_DIR=${data}\n`);
  expect(textOf('flower-war.service')).toContain('$START_FLAGS');
});
