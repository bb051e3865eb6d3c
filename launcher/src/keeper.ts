/** Keeps processes running: starts them, starts them again when they end by themselves, and stops them. */
import type { ChildProcess } from 'node:child_process';
import type { Program } from './childProcess.ts';
import { RestartedProcess } from './restartedProcess.ts';

/** A process could not start. It has printed the reason on the standard error. */
export class NotStarted extends Error {
  readonly code: number;

  constructor(code: number) {
    super('a process could not start');
    this.code = code;
  }
}

export interface Keeping {
  readonly program: Program;
  /** What people call it; the program, if there is only one of it. */
  readonly name?: string;
  /** Read at every start. */
  readonly settings: () => NodeJS.ProcessEnv;
  /** Called at every start. */
  readonly onStart?: (child: ChildProcess) => void;
  readonly isQuiet?: boolean;
  /** A bridge that cannot start yet tries again by itself. */
  readonly mayFailFirst?: boolean;
}

export class Keeper {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly kept = new Map<string, RestartedProcess>();

  /** All processes get this environment, and each its own settings. */
  constructor(environment: NodeJS.ProcessEnv) {
    this.environment = environment;
  }

  /** Resolves with the first message of the process; rejects if the process ends before it is ready. */
  keep({
    program,
    name = program,
    settings,
    onStart,
    isQuiet = false,
    mayFailFirst = false,
  }: Keeping): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isFirst = !mayFailFirst;
      const kept = new RestartedProcess({
        program,
        name,
        isQuiet,
        environment: () => ({ ...this.environment, ...settings() }),
        onStart: (child) => {
          child.on('message', (told) => {
            isFirst = false;
            resolve(told);
          });
          onStart?.(child);
        },
        onEnd: (sentence, code) => {
          if (isFirst) reject(new NotStarted(code || 1));
          else process.stderr.write(`${sentence}\n`);
        },
      });
      this.kept.set(name, kept);
      void kept.run();
    });
  }

  /** Resolves when the old process has ended. */
  async restart(name: string): Promise<void> {
    await this.kept.get(name)?.restart();
  }

  async stop(name: string): Promise<void> {
    await this.kept.get(name)?.stop();
  }

  /** Stops all but these, side by side. */
  async stopAllBut(...names: readonly string[]): Promise<void> {
    const others = [...this.kept].filter(([name]) => !names.includes(name));
    await Promise.all(others.map(([, kept]) => kept.stop()));
  }
}
