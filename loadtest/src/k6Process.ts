/**
 * The clients of one run: k6, a Go program that is built once into .load/. With thousands of clients k6 answers late by itself,
 * most of all while it collects its garbage. So the times of a large crowd are not its own: a few observers play beside it, in a
 * small k6 that goes first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import type { K6Result, Metric } from './figures.ts';
import { loadOf, measuredTo, type Plan, type UserReport } from './loads.ts';
import { canPin, pinnedTo } from './usage.ts';

export const K6_VERSION = '1.8.1';
/** Everything that load tests write lies here. */
export const LOAD_FOLDER = fileURLToPath(new URL('../../.load/', import.meta.url));
export const K6_FOLDER = join(LOAD_FOLDER, `k6-${K6_VERSION}`);
export const K6 = join(K6_FOLDER, process.platform === 'win32' ? 'k6.exe' : 'k6');

export const noK6 = (): string | undefined =>
  existsSync(K6) ? undefined : `k6 ${K6_VERSION} is not there. Build it: npm run do -- install-k6`;

/** Each virtual user has one of these addresses: the server limits what one address may do. Beside a crowd, the observers go first. */
const ADDRESSES = {
  all: '127.1.0.0-127.1.31.255',
  crowd: '127.1.0.0-127.1.31.255',
  observers: '127.2.0.0-127.2.0.255',
};
type Part = keyof typeof ADDRESSES;
const CLIENT_CORE = 1;
/** How far a crowd stands back. */
const NICE = ['nice', '-n', '10'] as const;
/** Ten tables of four. */
const OBSERVERS = 40;
/** A move of the crowd may take this long: it is load and no measure. */
const PATIENT_MS = 30_000;

export class Clients {
  readonly ended: Promise<unknown>;
  private readonly all: readonly K6Process[];

  private constructor(...all: readonly K6Process[]) {
    this.all = all;
    this.ended = Promise.all(all.map((one) => one.ended));
  }

  /** Writes and reads its files in this folder. */
  static async start(plan: Plan, folder: string): Promise<Clients> {
    const script = await bundled(folder);
    const start = (part: Part, own: Partial<Plan> = {}) =>
      new K6Process({ script, folder, part, plan: { ...plan, ...own } });
    const crowd = plan.players - OBSERVERS;
    if (!loadOf[plan.load].isObserved || crowd < OBSERVERS) return new Clients(start('all'));
    const patient = start('crowd', { players: crowd, mostP99Ms: PATIENT_MS });
    return new Clients(patient, start('observers', { players: OBSERVERS }));
  }

  get pids(): readonly number[] {
    return this.all.map(({ pid }) => pid);
  }

  /** Resolves with the time at which the last k6 began, since 1970; undefined if one ended before. */
  async began(): Promise<number | undefined> {
    const times = await Promise.all(this.all.map((one) => one.began()));
    return times.every((time) => time !== undefined) ? Math.max(...times) : undefined;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((one) => one.stop()));
  }

  get results(): readonly K6Result[] {
    return this.all.map((one) => one.result);
  }
}

/** k6 knows no node_modules: what it runs becomes one file. Returns its path. */
async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'load.js');
  await build({
    entryPoints: [fileURLToPath(new URL('./k6/main.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['k6', 'k6/*'],
    inject: [fileURLToPath(new URL('./k6/globals.ts', import.meta.url))],
    logLevel: 'warning',
    outfile,
  });
  await stop(); // the bundler would wait beside the run
  return outfile;
}

/** k6 is ended when it takes this much longer than planned. */
const GRACE_MS = 60_000;
const LOOK_AGAIN_MS = 200;
/**
 * While Go collects the garbage of thousands of clients, which takes it up to a second, each of them is late. So it collects
 * only when a third of the free memory is full: beside a crowd there is a second k6.
 */
const rarelyCollecting = () => ({ GOGC: 'off', GOMEMLIMIT: `${Math.floor(freemem() / 3)}` });

interface K6Options {
  readonly script: string;
  readonly folder: string;
  readonly part: Part;
  readonly plan: Plan;
}

class K6Process {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly isCrowd: boolean;
  /** What the virtual users report, line by line, and k6's own words. */
  private readonly reports: string;
  private readonly summary: string;
  private said = '';

  constructor({ script, folder, part, plan }: K6Options) {
    const home = join(folder, part);
    mkdirSync(home);
    this.isCrowd = part === 'crowd';
    this.reports = join(home, 'reports');
    this.summary = join(home, 'summary.json');
    const telling = ['--quiet', '--no-usage-report', '--log-format', 'raw', '--console-output', this.reports];
    const k6 = [K6, 'run', ...telling, '--include-system-env-vars', '--local-ips', ADDRESSES[part], script];
    const [program = '', ...args] = pinnedTo(CLIENT_CORE, this.isCrowd ? [...NICE, ...k6] : k6);
    const told = { PLAN: JSON.stringify(plan), PART: part, SUMMARY: this.summary };
    const go = { ...rarelyCollecting(), ...(canPin && { GOMAXPROCS: '1' }) };
    const env = { PATH: process.env['PATH'], HOME: home, ...told, ...go };
    this.child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => {
        this.said = (this.said + String(chunk)).slice(-4000);
      });
    const late = setTimeout(() => this.child.kill('SIGKILL'), measuredTo(plan) + GRACE_MS);
    this.ended = once(this.child, 'close').then(() => clearTimeout(late));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async began(): Promise<number | undefined> {
    for (; !this.hasEnded; await pause(LOOK_AGAIN_MS)) {
      const [first] = reportsIn(textOf(this.reports)).reports;
      if (first !== undefined) return first.beganAt;
    }
    return undefined;
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Throws if it did not even begin. */
  get result(): K6Result {
    const { reports, words } = reportsIn(textOf(this.reports));
    if (reports.length === 0) throw new Error(`k6 told nothing. It said:\n${this.said}`);
    const summary = JSON.parse(textOf(this.summary) || '{}') as { readonly metrics?: Readonly<Record<string, Metric>> };
    return { isCrowd: this.isCrowd, reports, words, metrics: summary.metrics };
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** Lines that are not JSON are k6's own words. The last line may not be complete while k6 runs. */
function reportsIn(text: string): { readonly reports: readonly UserReport[]; readonly words: readonly string[] } {
  const lines = text.split('\n').slice(0, -1).filter(Boolean);
  const isReport = (line: string) => line.startsWith('{');
  const reports = lines.filter(isReport).map((line) => JSON.parse(line) as UserReport);
  return { reports, words: lines.filter((line) => !isReport(line)) };
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
