/** npm passes a signal to its shell, which passes it no further. So the launcher checks whether both still run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;
/** `node --watch` and a shell may be between npm and this process. */
const MOST_BETWEEN = 3;

interface Process {
  readonly parent: number;
  readonly command: string;
  readonly isZombie: boolean;
}

/** Calls `tell` once, when npm or its shell has ended. Without npm it never does: a shell may end before a program. */
export function onceNpmIsGone(tell: () => void): void {
  const parent = process.ppid;
  // Process 1 of a container has no parent.
  if (process.env['npm_lifecycle_event'] === undefined || parent === 0) return;
  const npm = npmAbove(parent);
  if (parent === 1 && npm === undefined) return tell(); // the shell went before this process could see it
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent) && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    tell();
  }, LOOK_EVERY_MS).unref();
}

/** The process of npm among the ancestors of this process. */
function npmAbove(first: number): number | undefined {
  let pid = first;
  for (let looked = 0; looked < MOST_BETWEEN; looked++) {
    const found = look(pid);
    if (found === undefined) return undefined;
    if (/^npm\b|\bnpm-cli\.js\b/.test(found.command)) return pid;
    pid = found.parent;
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return look(pid)?.isZombie === false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function look(pid: number): Process | undefined {
  if (process.platform === 'linux') return lookInProc(pid);
  if (process.platform === 'win32') return undefined; // cmd.exe ends with npm
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/m.exec(psOf(pid)) ?? [];
  return command === undefined ? undefined : { parent: Number(parent), command, isZombie: false };
}

function lookInProc(pid: number): Process | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // The name in brackets may contain brackets and spaces, so that the state follows the last bracket.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: Number(parent), command, isZombie: state === 'Z' };
  } catch {
    return undefined;
  }
}

function psOf(pid: number): string {
  return spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
