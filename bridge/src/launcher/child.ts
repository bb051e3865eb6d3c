/** One process of the house: started, waited for, ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ChildPlan {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Its words are read here, and not only shown. */
  readonly isHeard?: boolean;
}

const ROOT = new URL('../../../', import.meta.url);
const END_WITH_PARENT = new URL('./endWithParent.ts', import.meta.url).href;
/** Longer than each of them takes by its own promise. */
const STOP_WITHIN_MS = 12_000;

/** In a group of its own, so that Ctrl-C reaches this process alone, which ends all in order. */
export function startChild({ file, environment, isHeard = false }: ChildPlan): ChildProcess {
  const path = fileURLToPath(new URL(file, ROOT));
  return spawn(process.execPath, ['--import', END_WITH_PARENT, path], {
    env: { ...environment, WATCH_REPORT_DEPENDENCIES: undefined }, // the launcher is watched, its channel is for other things
    detached: true,
    stdio: ['ignore', isHeard ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The code that it ended with; 1 if a signal ended it. */
export async function codeOf(child: ChildProcess): Promise<number> {
  if (!hasEnded(child)) await once(child, 'exit');
  return child.exitCode ?? 1;
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await codeOf(child);
  clearTimeout(timer);
}
