/** A process that is started again, after a pause, when it ends by itself. */
import type { ChildProcess } from 'node:child_process';
import { type ChildPlan, endChild, endOf, startChild } from './child.ts';

export interface KeptOptions {
  /** Made anew at every start: what it needs may have changed. */
  readonly plan: () => ChildPlan;
  readonly onStart: (child: ChildProcess) => void;
  readonly say: (sentence: string) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Whoever lived for so long has recovered. */
const STEADY_AFTER_MS = 30_000;

export class Kept {
  private readonly options: KeptOptions;
  private child: ChildProcess | undefined;
  private failures = 0;
  private isStopped = false;
  private wake = () => {};

  constructor(options: KeptOptions) {
    this.options = options;
  }

  /** Lives until it is stopped. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      const end = await this.live();
      if (!this.isStopped) await this.pauseAfter(end);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    if (this.child !== undefined) await endChild(this.child);
  }

  private async live(): Promise<string> {
    const since = performance.now();
    this.child = startChild(this.options.plan());
    this.options.onStart(this.child);
    const end = await endOf(this.child);
    this.failures = performance.now() - since > STEADY_AFTER_MS ? 1 : this.failures + 1;
    return end;
  }

  private async pauseAfter(end: string): Promise<void> {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
    this.options.say(`The ${this.options.plan().name} ${end}; it is started again in ${pause / 1000} s.`);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
