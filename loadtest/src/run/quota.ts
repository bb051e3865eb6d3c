/**
 * Gives each process of the server the same small part of a core, as if each ran on a small machine of its own. This needs the
 * control groups of Linux, which only root may make.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ALL = '/sys/fs/cgroup';
const IS_V2 = existsSync(join(ALL, 'cgroup.controllers'));
const ROOT = IS_V2 ? ALL : join(ALL, 'cpu');
/** Short, so that a process that has used its part waits for milliseconds. */
const PERIOD_US = 10_000;
/** Linux allows no smaller part of this period. */
export const LEAST_PERCENT = 10;

/** Why no quota can be given here, if so. */
export function noQuota(): string | undefined {
  const isRoot = process.getuid?.() === 0;
  return isRoot && existsSync(join(ROOT, 'cgroup.procs'))
    ? undefined
    : '--quota needs the control groups of Linux, and root, who may make them.';
}

/** Returns what takes the limits away again. */
export function limitTo(percent: number, pids: readonly number[]): () => void {
  const groups = pids.map((pid) => ({ pid, folder: groupOf(pid, percent) }));
  return () => {
    for (const { pid, folder } of groups) {
      write(ROOT, 'cgroup.procs', pid);
      rmdirSync(folder);
    }
  };
}

function groupOf(pid: number, percent: number): string {
  const folder = join(ROOT, `flower-war-load-${pid}`);
  const quota = (PERIOD_US * percent) / 100;
  mkdirSync(folder);
  if (IS_V2) write(folder, 'cpu.max', `${quota} ${PERIOD_US}`);
  else {
    write(folder, 'cpu.cfs_period_us', PERIOD_US);
    write(folder, 'cpu.cfs_quota_us', quota);
  }
  write(folder, 'cgroup.procs', pid);
  return folder;
}

const write = (folder: string, file: string, value: string | number): void =>
  writeFileSync(join(folder, file), String(value));
