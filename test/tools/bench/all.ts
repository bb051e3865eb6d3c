/**
 * npm run bench [-- --quick] [--before FOLDER] [--rounds 5] [--only NAME] [--write]: all that is measured, beside other
 * servers in the same run, compared with its goals; and with an earlier checkout.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startedBy } from '@flower-war/loadtest/usage';
import { commandLine, refuse, whereGiven } from '@flower-war/protocol/command-line';
import { type Goal, GOALS, type Group, GROUPS, refsOf } from '../../src/bench/all/goals.ts';
import {
  MEASURE_NAMES,
  MEASURES,
  type MeasureName,
  type Measurement,
  QUICK_WORDS,
  type Size,
  type TurnOptions,
} from '../../src/bench/all/measures.ts';
import {
  type Collected,
  FIGURES,
  goalTable,
  loadWords,
  PAGE,
  refreshedPage,
  reportOf,
  type Round,
  systemTable,
  type Turn,
  type Which,
} from '../../src/bench/all/report.ts';

const TURN = fileURLToPath(new URL('../../src/bench/all/turn.ts', import.meta.url));
/** Without an error the last words of a program must tell why it failed. */
const WORDS = 800;
/** How long the output of an ended program may still come. */
const GRACE_MS = 2000;
/** The turn that runs: its process, and its folder for temporary files. */
let running: { readonly pid: number; readonly folder: string } | undefined;

const { values } = commandLine({
  name: 'bench',
  does: 'measures all that counts, beside other servers in the same run',
  flags: {
    quick: { kind: 'switch', tells: 'one short round' },
    before: { kind: 'text', of: 'FOLDER', tells: 'compares with an earlier checkout' },
    rounds: { kind: 'whole', least: 1, tells: 'how often (5, with --quick 1)' },
    only: { kind: 'text', among: GROUPS, tells: 'one group' },
    write: { kind: 'switch', tells: 'writes docs/performance.md' },
  },
});
const { quick, only, rounds = quick ? 1 : 5 } = values;
const size = quick ? 'quick' : 'whole';
if (values.write && (quick || only !== undefined))
  refuse('--write needs a whole run, because the page shows one run alone');
const before = values.before === undefined ? undefined : whereGiven(values.before);
for (const needed of ['test/src/bench/child.ts', 'node_modules'])
  if (before !== undefined && !existsSync(join(before, needed)))
    refuse(`${join(before, needed)} is not there: name a checkout of this repository in which \`npm ci\` has run`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopTurn();
    process.exit(130);
  });

const goals = GOALS.filter(({ group }) => only === undefined || group === only);
const loads: number[] = [];
const wanted = { turns: turnsFor(goals, size, only), rounds, withBefore: before !== undefined };
const collected = await collect(wanted, async (turn, which) => {
  const since = performance.now();
  const taken = await takeTurn(turn, { size, ...(which === 'before' && { checkout: before }) });
  loads.push(loadavg()[0] ?? 0);
  const seconds = ((performance.now() - since) / 1000).toFixed(0);
  const outcome = typeof taken === 'string' ? taken : `measured, ${seconds} s`;
  console.error(`${which === 'now' ? '' : 'before: '}${turn.measure}, ${turn.system}: ${outcome}`);
  return taken;
});
const load = loads.reduce((sum, one) => sum + one, 0) / loads.length;
const report = reportOf(collected, goals, { node: process.versions.node, cores: availableParallelism(), load });
console.log(`medians of ${rounds} rounds on ${report.cores} cores, Node ${report.node}`);
console.log(loadWords(load));
if (quick) console.log(QUICK_WORDS);
console.log(`alone: npm run bench -- --only NAME\n\n${goalTable(report)}\n\n${systemTable(report)}`);
if (values.write) {
  writeFileSync(FIGURES, `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(PAGE, refreshedPage(readFileSync(PAGE, 'utf8'), report));
}
process.exit(collected.troubles.length > 0 ? 1 : 0);

// Takes all turns, round by round, each in a process of its own with a folder of its own for temporary files.

/** All turns for all goals; for one group only those that its goals are made of, and all of the measure of its name. */
function turnsFor(goals: readonly Goal[], size: Size, only?: Group): readonly Turn[] {
  const needed = new Set(goals.flatMap(refsOf).map((ref) => ref.split('/').slice(0, 2).join('/')));
  const measures = MEASURE_NAMES.filter((measure) => size === 'whole' || !MEASURES[measure].isSlow);
  return measures.flatMap((measure) => {
    const { turns, systems } = MEASURES[measure];
    const isNeeded = (system: string) =>
      (system === 'all' ? systems : [system]).some((one) => needed.has(`${measure}/${one}`));
    return turns
      .filter((system) => only === undefined || only === measure || isNeeded(system))
      .map((system) => ({ measure, system }));
  });
}

interface Rounds {
  readonly turns: readonly Turn[];
  readonly rounds: number;
  readonly withBefore: boolean;
}

/** The figures of a turn, or why there are none. */
type TakeTurn = (turn: Turn, which: Which) => Promise<Measurement | string>;

async function collect({ turns, rounds, withBefore }: Rounds, take: TakeTurn): Promise<Collected> {
  const collected = { now: [] as Round[], before: [] as Round[] };
  const troubles: Collected['troubles'][number][] = [];
  for (let round = 0; round < rounds; round++) {
    const figures = { now: new Map<string, number>(), before: new Map<string, number>() };
    for (const [turn, which] of inOrder(turns, round, withBefore)) {
      const { measure, system } = turn;
      const isGivenUp = troubles.some((one) => one.which === which && one.measure === measure && one.system === system);
      if (isGivenUp) continue; // it would take its whole budget again
      const taken = await take(turn, which);
      if (typeof taken === 'string') troubles.push({ ...turn, which, what: taken });
      else note(figures[which], measure, taken);
    }
    collected.now.push(figures.now);
    collected.before.push(figures.before);
  }
  return { ...collected, troubles };
}

/** Each round begins with another system, and the earlier checkout is now first, now second. */
function inOrder(turns: readonly Turn[], round: number, withBefore: boolean): readonly (readonly [Turn, Which])[] {
  const both: readonly Which[] = round % 2 === 0 ? ['now', 'before'] : ['before', 'now'];
  return [...Map.groupBy(turns, ({ measure }) => measure).values()].flatMap((own) => {
    const first = round % own.length;
    return [...own.slice(first), ...own.slice(0, first)].flatMap((turn) => {
      const isOurs = turn.system === 'all' || turn.system.startsWith('ours');
      const which: readonly Which[] = withBefore && isOurs ? both : ['now'];
      return which.map((one) => [turn, one] as const);
    });
  });
}

/** A figure that could not be computed is none: as JSON it is `null`. */
function note(round: Map<string, number>, measure: MeasureName, measurement: Measurement): void {
  for (const [system, figures] of Object.entries(measurement))
    for (const [figure, value] of Object.entries(figures))
      if (Number.isFinite(value)) round.set(`${measure}/${system}/${figure}`, value);
}

/** When the time of a turn is up it is stopped, with every process that it has started. */
async function takeTurn({ measure, system }: Turn, wanted: Omit<TurnOptions, 'system'>) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-all-'));
  const child = spawn(process.execPath, [TURN, measure, JSON.stringify({ ...wanted, system })], {
    detached: true, // a group of its own, which can be ended as a whole
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = { pid: child.pid ?? Number.NaN, folder };
  let [out, errors, isLate] = ['', '', false];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const closed = once(child, 'close');
  const seconds = MEASURES[measure].budget[wanted.size];
  const timer = setTimeout(() => {
    isLate = true;
    stopTurn();
  }, seconds * 1000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  stopTurn();
  await Promise.race([closed, pause(GRACE_MS, undefined, { ref: false })]);
  if (isLate) return `stopped after ${seconds} s`;
  return code === 0 ? measurementIn(out) : `failed: ${complaint(errors || out)}`;
}

/** The last line of what a turn prints is its measurement. */
function measurementIn(out: string): Measurement | string {
  const last = out.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(last) as Measurement;
  } catch {
    return `failed: its last line is not JSON: ${last.slice(0, WORDS)}`;
  }
}

/** The first error is the cause of those behind it. */
function complaint(errors: string): string {
  const cause = errors.split('\n').find((line) => /^\w*Error\b.*: /.test(line));
  return cause ?? errors.trim().slice(-WORDS);
}

/** Some programs start others in groups of their own, so their ids are collected before the first one ends. */
function stopTurn(): void {
  if (running === undefined) return;
  const { pid, folder } = running;
  for (const id of [-pid, ...startedBy(pid)])
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 }); // a process that was just killed may still write
}
