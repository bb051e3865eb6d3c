/** Runs k6 with a plan, to its end or until it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import type { LoadName } from '../loads.ts';
import { measuredTo, type Plan } from '../plan.ts';
import type { Threshold } from '../report/figures.ts';
import { bundle } from './bundle.ts';
import { canPin, pinnedTo } from './cores.ts';
import { K6 } from './k6.ts';

export interface ClientWanted {
  readonly load: LoadName;
  readonly plan: Plan;
  /** For the files that k6 reads and writes. */
  readonly folder: string;
  readonly part: Part;
}

/** Beside a crowd, the observers go first. */
export type Part = 'all' | 'crowd' | 'observers';

const CLIENT_CORE = 1;
/** Each virtual user has one of these addresses: the server limits what one address may do. */
const ADDRESSES: Readonly<Record<Part, string>> = {
  all: '127.1.0.0-127.1.31.255',
  crowd: '127.1.0.0-127.1.31.255',
  observers: '127.2.0.0-127.2.0.255',
};
/** How far a crowd stands back. */
const NICE = ['-n', '10'] as const;
/** k6 that takes so much longer than planned is ended. */
const GRACE_MS = 60_000;

export class LoadingClient {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly folder: string;
  private said = '';

  private constructor(child: ChildProcess, folder: string, plan: Plan) {
    this.child = child;
    this.folder = folder;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        this.said = (this.said + String(chunk)).slice(-4000);
      });
    const late = setTimeout(() => child.kill('SIGKILL'), measuredTo(plan) + GRACE_MS);
    this.ended = once(child, 'close').then(() => clearTimeout(late));
  }

  static async start({ load, plan, folder, part }: ClientWanted): Promise<LoadingClient> {
    const script = await bundle(load, folder);
    const told = ['--quiet', '--no-usage-report', '--log-format', 'raw', '--console-output', join(folder, 'told')];
    const env = [
      '-e',
      `PLAN=${JSON.stringify(plan)}`,
      '-e',
      `PART=${part}`,
      '-e',
      `SUMMARY=${join(folder, 'summary.json')}`,
    ];
    const args = ['run', ...told, ...env, '--local-ips', ADDRESSES[part], script];
    const k6 = part === 'crowd' ? { program: 'nice', args: [...NICE, K6, ...args] } : { program: K6, args };
    const command = pinnedTo(CLIENT_CORE, k6);
    const child = spawn(command.program, [...command.args], {
      env: { PATH: process.env['PATH'], HOME: folder, ...rarelyCollecting(), ...(canPin && { GOMAXPROCS: '1' }) },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new LoadingClient(child, folder, plan);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** What its virtual users told, line by line. Throws if k6 did not even begin. */
  get told(): string {
    const told = this.file('told');
    if (told === '') throw new Error(`k6 told nothing. It said:\n${this.said}`);
    return told;
  }

  /** What k6 judged. If it was ended before it could judge, that itself has failed. */
  get thresholds(): readonly Threshold[] {
    const summary = this.file('summary.json');
    return summary === '' ? [{ name: 'k6 comes to its end', isKept: false }] : thresholdsIn(summary);
  }

  private file(name: string): string {
    const path = join(this.folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
}

/**
 * While Go collects the garbage of thousands of clients, which takes it up to a second, each of them is late. So it collects
 * only when a third of the free memory is full: beside a crowd there is a second k6.
 */
function rarelyCollecting() {
  return { GOGC: 'off', GOMEMLIMIT: `${Math.floor(freemem() / 3)}` };
}

interface Summary {
  readonly metrics: Readonly<
    Record<string, { readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>> }>
  >;
}

function thresholdsIn(text: string): readonly Threshold[] {
  const { metrics } = JSON.parse(text) as Summary;
  return Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
    Object.entries(thresholds).map(([rule, { ok }]) => ({ name: `${metric}: ${rule}`, isKept: ok })),
  );
}
