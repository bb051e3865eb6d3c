/** Keeps the server on one core and k6 on another, so that neither takes the other's time. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** False where there is no `taskset` or only one core. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

export function pinnedTo(core: number, { program, args }: Command): Command {
  return canPin ? { program: 'taskset', args: ['-c', String(core), program, ...args] } : { program, args };
}
