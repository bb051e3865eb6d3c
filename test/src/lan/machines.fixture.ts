/** Two machines with a cable between them: network namespaces of Linux. Programs of the house run on them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@flower-war/bridge/testing';
import { expect } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const [HOUSE, LAPTOP] = [`fw-house-${process.pid}`, `fw-laptop-${process.pid}`];
/** Each machine has two addresses on the one cable. */
const NETWORKS = [
  [HOUSE, `fw${process.pid}h`, ['10.77.0.1', '10.78.0.1']],
  [LAPTOP, `fw${process.pid}l`, ['10.77.0.2', '10.78.0.2']],
] as const;

export const ip = (words: string): string => String(execFileSync('ip', words.split(' '), { stdio: 'pipe' }));

/** Why this machine makes no such machines; nothing if it has made the first. */
export function whyNoMachines(): string | undefined {
  try {
    ip(`netns add ${HOUSE}`);
    return undefined;
  } catch (error) {
    return `network namespaces cannot be made here: ${(error as Error).message.trim()}`;
  }
}

export function connectMachines(): void {
  ip(`netns add ${LAPTOP}`);
  const [[, cable], [, otherEnd]] = NETWORKS;
  ip(`link add ${cable} type veth peer name ${otherEnd}`);
  for (const [machine, end, addresses] of NETWORKS) {
    ip(`link set ${end} netns ${machine} name eth0`);
    ip(`-n ${machine} link set lo up`);
    for (const address of addresses) ip(`-n ${machine} address add ${address}/24 dev eth0`);
    ip(`-n ${machine} link set eth0 up`);
  }
}

/** The sockets of a machine, as `ss` lists them. */
export const sockets = (machine: string, ...which: readonly string[]): string =>
  ip(['netns', 'exec', machine, 'ss', '-Hn', ...which].join(' '));

export interface Running {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** The folder of all that the programs keep. */
export const folder = mkdtempSync(join(tmpdir(), 'lan-'));
const usual = { PATH: process.env['PATH'], INIT_CWD: folder, XDG_STATE_HOME: folder, DATA_DIR: join(folder, 'data') };

export function start(machine: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Running {
  const all = ['netns', 'exec', machine, process.execPath, ...words];
  const child = spawn('ip', all, { cwd: ROOT, env: { ...usual, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, said: () => said, ended };
}

/** What the program said until its end. */
export async function toTheEnd(
  started: Running,
  input = '',
): Promise<{ readonly code: number | null; readonly said: string }> {
  started.child.stdin?.end(input);
  return { code: await started.ended, said: started.said() };
}

export const run = (machine: string, ...words: readonly string[]) => toTheEnd(start(machine, words));

export const evaluated = (code: string): readonly string[] => ['--input-type=module', '-e', code];

const PORTS = { PORT: '2567', MQTT_PORT: '1883', WEB: 'off', LOG_LEVEL: 'warn' };

/** `npm start` on the first machine. */
export async function openHouse(...flags: readonly string[]): Promise<Running> {
  const started = start(HOUSE, ['launcher/src/start.mjs', ...flags], PORTS);
  await until(() => expect(started.said()).toMatch(/^Temples: /m));
  if (flags.includes('--lan')) await until(() => expect(sockets(HOUSE, '-lun')).toContain(':5353'));
  return started;
}

/** Ends it, and waits until nothing of it is left. */
export async function closeHouse({ child }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal);
  await until(() => expect(pidsOn(HOUSE)).toEqual([]));
}

/** Ends all that runs there. */
export async function clear(machine: string): Promise<void> {
  for (const pid of pidsOn(machine)) process.kill(pid, 'SIGKILL');
  await until(() => expect(pidsOn(machine)).toEqual([]));
}

const pidsOn = (machine: string): readonly number[] =>
  ip(`netns pids ${machine}`).split('\n').filter(Boolean).map(Number);

export function removeMachines(): void {
  for (const [machine] of NETWORKS) ip(`netns delete ${machine}`);
}
