/**
 * npm run do -- bench-takeover [-- --kills 6 --restarts 2 --tables 12]: how long matches stand still for their players when a process of
 * `npm start -- --processes 3` is killed, and during a rolling restart.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandLine } from '@flower-war/protocol/command-line';
import { LoadedServer } from '@flower-war/loadtest/server';
import { read, startedBy } from '@flower-war/loadtest/usage';
import { at } from '@flower-war/rules';
import { Mover } from '../../src/lab/person.ts';
import { HOMES, homesOf, noCluster } from '../../src/lab/house.ts';
import { at as shareOf } from '../../src/lab/chaos.ts';
import { UNLIMITED } from '../../src/support/server.ts';

const RESTART = fileURLToPath(new URL('../../../launcher/src/servers/rollingRestart.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;
const THINKING_MS = 50;
/** Connections are steady again, and processes have compiled their code. */
const CALM_MS = 5000;

const { values } = commandLine({
  name: 'do -- bench-takeover',
  does: 'measures how long matches stand still when a process is killed, and during a rolling restart',
  flags: {
    kills: { kind: 'whole', usual: 6, tells: 'how often a process is killed' },
    restarts: { kind: 'whole', usual: 2, tells: 'how often all processes are started anew, one after the other' },
    tables: { kind: 'whole', usual: 12, least: 1, tells: 'matches at a time' },
  },
});
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

const NAMES = ['a', 'b', 'c'] as const;
const folder = mkdtempSync(join(tmpdir(), 'takeover-'));
const settings = { ...UNLIMITED, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' };
const server = await LoadedServer.start({ folder, processes: NAMES.length, settings });
try {
  const movers = await Promise.all(Array.from({ length: values.tables }, () => Mover.start(server.url, THINKING_MS)));
  await pause(CALM_MS);
  tell('kill -9', await times(values.kills, (n) => killOne(movers, n)));
  tell('rolling restart', await times(values.restarts, () => restartAll(movers)));
  await Promise.all(movers.map((mover) => mover.stop()));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function tell(name: string, standstills: readonly number[]): void {
  const sorted = standstills.toSorted((a, b) => a - b);
  const [median, tenth, worst] = [0.5, 0.9, 1].map((share) => secondsOf(shareOf(sorted, share)));
  console.log(`${name}, ${sorted.length} standstills: median ${median}, p90 ${tenth}, longest ${worst}`);
}

async function times(count: number, job: (n: number) => Promise<readonly number[]>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) {
    all.push(...(await job(n)));
    await pause(CALM_MS);
  }
  return all;
}

/** Returns how long each match of the killed process stood still, in milliseconds. */
async function killOne(movers: readonly Mover[], n: number): Promise<readonly number[]> {
  const name = at(NAMES, n % NAMES.length);
  const homes = homesOf(await server.ask(HOMES));
  const hit = movers.filter(({ match }) => homes.get(match) === name);
  const pid = pidOf(name);
  if (pid === undefined) throw new Error(`no process ${name} runs`);
  const began = performance.now();
  process.kill(pid, 'SIGKILL');
  const back = isBack(name, pid);
  const found = await Promise.all(hit.map((mover) => mover.backAfter(began)));
  await back;
  console.log(`${name} killed, and ready again after ${secondsOf(performance.now() - began)}`);
  return found;
}

/** Resolves when the launcher has started the process again. */
async function isBack(name: string, killed: number): Promise<void> {
  await until(() => ![killed, undefined].includes(pidOf(name)));
  await until(async () => (await fetch(`${server.url}/${name}/health/ready`)).ok);
}

/** The launcher says which processes run, but not which name each has. */
function pidOf(name: string): number | undefined {
  const isNamed = (pid: number) => read(`/proc/${pid}/environ`).split('\0').includes(`PROCESS_NAME=${name}`);
  return startedBy(server.pid).find(isNamed);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const since = performance.now(); !(await holds()); await pause(50))
    if (performance.now() - since > READY_WITHIN_MS) throw new Error('a killed process did not come back');
}

/** Returns the longest standstill of each player. */
async function restartAll(movers: readonly Mover[]): Promise<readonly number[]> {
  const began = performance.now();
  await promisify(execFile)(process.execPath, [RESTART], { env: { ...process.env, DATA_DIR: folder } });
  console.log(`all started anew within ${secondsOf(performance.now() - began)}`);
  await pause(CALM_MS); // the last ones come back
  return movers.map((mover) => mover.longestSince(began));
}

function secondsOf(milliseconds = Number.NaN): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
