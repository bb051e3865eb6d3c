/** Every way to end `npm start` ends all that it started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@flower-war/bridge/testing';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START = fileURLToPath(new URL('./start.mjs', import.meta.url));
const OPERATOR_TOKEN = 'operator-token-0123456789';
const noProc = process.platform === 'linux' ? undefined : 'it looks for processes in /proc';
const noNamespaces = process.getuid?.() === 0 ? noProc : 'only root may make a process 1';

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** The ids of all processes of this start, found by a mark in their environment. */
  readonly alive: () => readonly number[];
}

/** `stdout`: where its log goes, if not to `said`. */
function start(command: readonly [string, ...string[]], stdout: number | 'pipe' = 'pipe'): Started {
  const mark = `HOUSE=${randomBytes(6).toString('hex')}`;
  const usual = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'stops-')),
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: stdout === 'pipe' ? 'warn' : 'info',
    WEB: 'off',
    OPERATOR_TOKEN,
  };
  const [program, ...args] = command;
  const env = { ...process.env, ...usual, HOUSE: mark.slice('HOUSE='.length) };
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', stdout, 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  return { child, said: () => said, alive: () => processes().filter((pid) => read(pid, 'environ').includes(mark)) };
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process has just ended
  }
}

/** The id of the process whose command line matches. */
function oneOf({ alive }: Started, command: RegExp): number {
  const found = alive().find((pid) => command.test(read(pid, 'cmdline').replaceAll('\0', ' ')));
  if (found === undefined) throw new Error(`no process looks like ${command}`);
  return found;
}

const NPM = /^npm start/;
const SHELL = /^sh -c/;
const LAUNCHER = /^(\S*\/)?node .*start\.mjs $/;

const isReady = (started: Started) => until(() => expect(started.said()).toMatch(/^Temples: /m));

async function allEnd(started: Started, end: () => void): Promise<void> {
  const others = started.alive();
  expect(others.length).toBeGreaterThan(1);
  end();
  await until(() => expect(started.alive()).toEqual([]));
}

test.skipIf(noProc).each([
  ['npm', NPM, 'SIGTERM'],
  ['npm', NPM, 'SIGKILL'],
  ['the shell of npm', SHELL, 'SIGKILL'],
  ['the launcher', LAUNCHER, 'SIGHUP'],
  ['the launcher', LAUNCHER, 'SIGKILL'],
] as const)('%s ends by %s %s', async (_, command, signal) => {
  const house = start(['npm', 'start']);
  await isReady(house);
  await allEnd(house, () => process.kill(oneOf(house, command), signal));
});

test.skipIf(noProc).each([
  ['the shell of npm', SHELL, 'SIGTERM'],
  ['the launcher', LAUNCHER, 'SIGTERM'],
] as const)('%s ends by %s %s while it starts', async (_, command, signal) => {
  const house = start(['npm', 'start']);
  await until(() => oneOf(house, LAUNCHER));
  await allEnd(house, () => process.kill(oneOf(house, command), signal));
});

test.skipIf(noProc)('a signal that comes twice changes nothing', async () => {
  const house = start([process.execPath, START]);
  const ended = once(house.child, 'exit');
  await isReady(house);
  await allEnd(house, () => {
    house.child.kill('SIGTERM');
    house.child.kill('SIGINT');
  });
  expect((await ended)[0]).toBe(0);
});

test.skipIf(noProc)('all go on, and end, while the disk of the log is full', async () => {
  const house = start([process.execPath, START], openSync('/dev/full', 'w'));
  const ended = once(house.child, 'exit');
  await isReady(house);
  const [address] = /http:\S+/.exec(house.said()) ?? [];
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const overview = async () => (await fetch(`${address}/api/operator`, { headers })).json();
  await until(async () => expect(await overview()).toMatchObject({ state: 'ready', bridges: 1 }));
  expect(house.said()).toContain('The log cannot be written (ENOSPC).');
  await allEnd(house, () => house.child.kill('SIGTERM'));
  expect((await ended)[0]).toBe(0);
});

test.skipIf(noNamespaces)('all ends when it is process 1 of a container', async () => {
  const house = start(['unshare', '--pid', '--fork', '--mount-proc', process.execPath, START]);
  await isReady(house);
  const first = house.alive().find((pid) => /^NSpid:\t\d+\t1$/m.test(read(pid, 'status')));
  await allEnd(house, () => process.kill(first ?? Number.NaN, 'SIGTERM'));
});
