/** Runs k6 or the driver with a plan, to its end or until it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgedDriver } from '../judging/driven.ts';
import type { LoadName } from '../load.ts';
import { clientOf, loadOf } from '../loads.ts';
import { measuredTo } from '../plan.ts';
import type { Threshold } from '../report/figures.ts';
import { readTold } from '../report/seconds.ts';
import { CLIENT_FILES, type ClientWanted, clientCommand } from './clientCommand.ts';
import { pinnedTo } from './cores.ts';

const CLIENT_CORE = 1;
/** A client that takes so much longer than planned is ended. */
const GRACE_MS = 60_000;

export class LoadingClient {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly load: LoadName;
  private readonly folder: string;
  private said = '';

  private constructor(child: ChildProcess, { load, folder, plan }: ClientWanted) {
    this.child = child;
    this.load = load;
    this.folder = folder;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        this.said = (this.said + String(chunk)).slice(-4000);
      });
    const late = setTimeout(() => child.kill('SIGKILL'), measuredTo(plan) + GRACE_MS);
    this.ended = once(child, 'close').then(() => clearTimeout(late));
  }

  static async start(wanted: ClientWanted): Promise<LoadingClient> {
    const { env, ...command } = await clientCommand(wanted);
    const { program, args } = pinnedTo(CLIENT_CORE, command);
    const child = spawn(program, [...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    return new LoadingClient(child, wanted);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** What its clients told, line by line. Throws if it did not even begin. */
  get told(): string {
    const told = this.file(CLIENT_FILES.told);
    if (told === '') throw new Error(`${clientOf(this.load)} told nothing. It said:\n${this.said}`);
    return told;
  }

  /** Those of its load. A client that was ended before it came to its end has failed by that. */
  get thresholds(): readonly Threshold[] {
    const end = { name: `${clientOf(this.load)} comes to its end`, isKept: false };
    const { driven } = loadOf[this.load];
    if (driven !== undefined)
      return [{ ...end, isKept: this.child.exitCode === 0 }, ...judgedDriver(readTold(this.told).told, driven)];
    const summary = this.file(CLIENT_FILES.summary);
    return summary === '' ? [end] : thresholdsIn(summary);
  }

  private file(name: string): string {
    const path = join(this.folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
}

interface Summary {
  readonly metrics: Readonly<
    Record<string, { readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>> }>
  >;
}

/** What k6 judged. */
function thresholdsIn(text: string): readonly Threshold[] {
  const { metrics } = JSON.parse(text) as Summary;
  return Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
    Object.entries(thresholds).map(([rule, { ok }]) => ({ name: `${metric}: ${rule}`, isKept: ok })),
  );
}
