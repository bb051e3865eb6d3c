/** A process that the launcher starts again, after a pause, when it ends by itself. */
import type { ChildProcess } from 'node:child_process';
import { type Child, endChild, endOf, isRunning, type Program, startProgram } from './childProcess.ts';

export interface RestartedProcessOptions {
  readonly program: Program;
  /** What people call it, such as `server b`. */
  readonly name: string;
  readonly isQuiet: boolean;
  /** Called at every start, because the settings may have changed. */
  readonly environment: () => NodeJS.ProcessEnv;
  readonly onStart: (child: ChildProcess) => void;
  /** Called when the process ended by itself. The sentence says how and why, and when it is started again. */
  readonly onEnd: (sentence: string, code: number) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran for this long has recovered. */
const STEADY_AFTER_MS = 30_000;
/** A process that does not end in this time does nothing any more. */
const END_WITHIN_MS = 30_000;

export class RestartedProcess {
  private readonly options: RestartedProcessOptions;
  private child: Child | undefined;
  private failures = 0;
  private isStopped = false;
  private isWantedAgain = false;
  private wake = () => {};

  constructor(options: RestartedProcessOptions) {
    this.options = options;
  }

  /** Runs the process, again and again, until `stop` is called. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      const child = await this.live();
      if (!this.isStopped && !this.isWantedAgain) await this.pauseAfter(child);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    if (this.child !== undefined) await endChild(this.child.process);
  }

  /** Ends the process, and starts it again without a pause. Resolves when the old one has ended. */
  async restart(): Promise<void> {
    const child = this.child?.process;
    this.isWantedAgain = true;
    this.wake();
    if (child === undefined || !isRunning(child)) return;
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    await endChild(child);
    clearTimeout(late);
  }

  private async live(): Promise<Child> {
    const { program, environment, isQuiet, onStart } = this.options;
    const since = performance.now();
    this.isWantedAgain = false;
    const child = startProgram({ program, environment: environment(), isQuiet });
    this.child = child;
    onStart(child.process);
    await endOf(child.process);
    this.failures = performance.now() - since > STEADY_AFTER_MS ? 1 : this.failures + 1;
    return child;
  }

  private async pauseAfter(child: Child): Promise<void> {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
    const { name, onEnd } = this.options;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const sentence = `The ${name} ${child.endReason.endOf(child.process)}; it is started again in ${pauseMs / 1000} s.`;
      onEnd(sentence, child.process.exitCode ?? 1);
    });
  }
}
