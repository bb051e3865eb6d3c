/** Looks at processes by /proc, so it works on Linux only: elsewhere there is nothing to see. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export const canSeeProcesses = existsSync('/proc/self/status');

/** All descendants of a process, parents before children. */
export function below(pid: number): readonly number[] {
  if (!canSeeProcesses) return [];
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const under = (parent: number): readonly number[] =>
    [...parents].flatMap(([child, its]) => (its === parent ? [child, ...under(child)] : []));
  return under(pid);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1]);
}

/** A file about a process; empty when the process has just ended. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** A line of such a file that tells kilobytes. */
export function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
