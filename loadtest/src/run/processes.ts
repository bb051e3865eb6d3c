/** What processes use, as Linux tells it. Elsewhere nothing is told. */
import { readFileSync } from 'node:fs';

export interface Used {
  /** Processor time since the start, in seconds. */
  readonly cpu: number;
  readonly rssMb: number;
}

const TICKS_A_SECOND = 100;
const PAGE_MB = 4096 / 1024 ** 2;

/** All processes together, with the time of those that they started and that have ended. */
export function usedBy(pids: readonly number[]): Used {
  const all = pids.map(usedByOne);
  const sum = (of: (one: Used) => number) => all.reduce((total, one) => total + of(one), 0);
  return { cpu: sum(({ cpu }) => cpu), rssMb: sum(({ rssMb }) => rssMb) };
}

/** Processor time of all programs of this machine since it started, in seconds. */
export function usedByAll(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (read('/proc/stat').split('\n')[0] ?? '')
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + soft) / TICKS_A_SECOND;
}

/** The processes that this one has started, and those that they have started. */
export function startedBy(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...startedBy(child)]);
}

/** The command that started a process. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function usedByOne(pid: number): Used {
  // The name of the program stands in brackets, and may hold spaces.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const number = (at: number) => Number(fields[at] ?? 0);
  return { cpu: (number(11) + number(12) + number(13) + number(14)) / TICKS_A_SECOND, rssMb: number(21) * PAGE_MB };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
