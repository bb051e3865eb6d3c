/** What the server, k6 and all other programs use in the measured time, as Linux tells it. Elsewhere nothing is told. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** False where there is no `taskset` or only one core. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Keeps a program on one core, so that the server and k6 take no time from each other. */
export const pinnedTo = (core: number, command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', String(core), ...command] : command;

/** The programs that together are the server, by their commands. The launcher, which only waits, is none of them. */
const PARTS = {
  servers: /server\/src\/main\.ts/,
  door: /launcher\/src\/door\/main\.ts/,
  postgres: /postgres/,
  redis: /redis-server/,
} as const;
type Part = keyof typeof PARTS;

/** The processes of this run, by the program that they are part of. */
export function serverPids(): Readonly<Record<Part, readonly number[]>> {
  const byPart = Map.groupBy(startedBy(process.pid), (pid) =>
    partOf(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')),
  );
  return eachPart((part) => byPart.get(part) ?? []);
}

const names = Object.keys(PARTS) as readonly Part[];
const partOf = (command: string) => names.find((part) => PARTS[part].test(command));
const eachPart = <T>(of: (part: Part) => T) =>
  Object.fromEntries(names.map((part) => [part, of(part)])) as Record<Part, T>;

/** The processes that this one has started, and those that they have started. */
export function startedBy(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...startedBy(child)]);
}

/** Mean shares of a core in the measured time, and memory. */
export interface ServerUse {
  readonly serverCpu: number;
  /** Each of the programs that together are the server. */
  readonly partsCpu: Readonly<Record<string, number>>;
  readonly clientCpu: number;
  /** All other programs of this machine. */
  readonly othersCpu: number;
  /** Before the players came, and at both ends of the measured time. */
  readonly rssMb: { readonly start: number; readonly from: number; readonly to: number; readonly perMinute: number };
  /** The delay of the event loop, of the worst server and half of the time. */
  readonly loopMs: LoopDelay;
}

export interface LoopDelay {
  readonly p99: number;
  readonly most: number;
}

export interface Watched {
  readonly client: () => readonly number[];
  /** The delay of the event loop since the last call. */
  readonly loopDelay: () => Promise<LoopDelay>;
  /** The measured time begins and ends at these times, since 1970. */
  readonly from: number;
  readonly to: number;
  /** The memory of the server before the players came. */
  readonly rssMbAtStart: number;
  readonly signal: AbortSignal;
}

interface Look {
  readonly ms: number;
  readonly parts: Readonly<Record<Part, Used>>;
  readonly client: number;
  readonly all: number;
  readonly loop: LoopDelay;
}

/** Looks at the beginning, in the middle and at the end of the measured time. */
export async function watchUse({ client, loopDelay, from, to, rssMbAtStart, signal }: Watched): Promise<ServerUse> {
  const lookAt = async (at: number): Promise<Look> => {
    await pause(Math.max(0, at - Date.now()), undefined, { signal });
    const [parts, used, all] = [eachPart(usedByPart), usedBy(client()).cpu, cpuOfAll()];
    return { ms: Date.now(), parts, client: used, all, loop: await loopDelay() };
  };
  const first = await lookAt(from);
  const middle = await lookAt((from + to) / 2);
  const last = await lookAt(to);
  const share = (of: (look: Look) => number) => Math.max(0, ((of(last) - of(first)) * 1000) / (last.ms - first.ms));
  const partsCpu = eachPart((part) => share(({ parts }) => parts[part].cpu));
  const serverCpu = Object.values(partsCpu).reduce((sum, one) => sum + one, 0);
  const clientCpu = share((look) => look.client);
  const perMinute = (rssOf(last) - rssOf(middle)) / ((last.ms - middle.ms) / 60_000);
  return {
    serverCpu,
    partsCpu: Object.fromEntries(Object.entries(partsCpu).filter(([part]) => last.parts[part as Part].cpu > 0)),
    clientCpu,
    othersCpu: Math.max(0, share(({ all }) => all) - serverCpu - clientCpu),
    rssMb: { start: rssMbAtStart, from: rssOf(first), to: rssOf(last), perMinute },
    loopMs: middle.loop.p99 > last.loop.p99 ? middle.loop : last.loop,
  };
}

interface Used {
  /** Processor time since the start, in seconds. */
  readonly cpu: number;
  readonly rssMb: number;
}

const rssOf = ({ parts }: Pick<Look, 'parts'>): number => parts.servers.rssMb + parts.door.rssMb;
const usedByPart = (part: Part): Used => usedBy(serverPids()[part]);

/** The memory of all servers and their door now. */
export const serverRssMb = (): number => rssOf({ parts: eachPart(usedByPart) });

const TICKS_A_SECOND = 100;
const PAGE_MB = 4096 / 1024 ** 2;

/** All processes together, with the time of those that they started and that have ended. */
export function usedBy(pids: readonly number[]): Used {
  const all = pids.map((pid) => {
    // The name of the program stands in brackets, and may hold spaces.
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    const number = (at: number) => Number(fields[at] ?? 0);
    return { cpu: (number(11) + number(12) + number(13) + number(14)) / TICKS_A_SECOND, rssMb: number(21) * PAGE_MB };
  });
  const sum = (of: (one: Used) => number) => all.reduce((total, one) => total + of(one), 0);
  return { cpu: sum(({ cpu }) => cpu), rssMb: sum(({ rssMb }) => rssMb) };
}

/** Processor time of all programs of this machine since it started, in seconds. */
function cpuOfAll(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (read('/proc/stat').split('\n')[0] ?? '')
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + soft) / TICKS_A_SECOND;
}

/** Empty when the process has just ended. */
export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

const CGROUPS = '/sys/fs/cgroup';
const IS_V2 = existsSync(join(CGROUPS, 'cgroup.controllers'));
const ROOT = IS_V2 ? CGROUPS : join(CGROUPS, 'cpu');
/** Short, so that a process that has used its part waits for milliseconds. */
const PERIOD_US = 10_000;
/** Linux allows no smaller part of this period. */
export const LEAST_PERCENT = 10;

/** Why no quota can be given here, if so. */
export const noQuota = (): string | undefined =>
  process.getuid?.() === 0 && existsSync(join(ROOT, 'cgroup.procs'))
    ? undefined
    : '--quota needs the control groups of Linux, and root, who may make them.';

/**
 * Gives each process the same small part of a core, as if each ran on a small machine of its own. Returns what takes the limits
 * away again.
 */
export function limitTo(percent: number, pids: readonly number[]): () => void {
  const write = (folder: string, file: string, value: string | number) =>
    writeFileSync(join(folder, file), String(value));
  const groups = pids.map((pid) => {
    const folder = join(ROOT, `flower-war-load-${pid}`);
    const quota = (PERIOD_US * percent) / 100;
    mkdirSync(folder);
    if (IS_V2) write(folder, 'cpu.max', `${quota} ${PERIOD_US}`);
    else {
      write(folder, 'cpu.cfs_period_us', PERIOD_US);
      write(folder, 'cpu.cfs_quota_us', quota);
    }
    write(folder, 'cgroup.procs', pid);
    return { pid, folder };
  });
  return () => {
    for (const { pid, folder } of groups) {
      write(ROOT, 'cgroup.procs', pid);
      rmdirSync(folder);
    }
  };
}
