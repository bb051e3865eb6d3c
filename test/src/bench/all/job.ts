/**
 * Runs one measurement in a process of its own, with a folder of its own for temporary files. When its time is up it is
 * stopped, with every process that it has started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { below } from '../processes.ts';

export interface Job {
  readonly program: string;
  readonly args: readonly string[];
  readonly budgetMs: number;
}

export type Outcome<T> =
  | { readonly kind: 'measured'; readonly value: T }
  | { readonly kind: 'stopped'; readonly afterSeconds: number }
  | { readonly kind: 'failed'; readonly why: string };

/** Without an error the last words of a program must tell why it failed. */
const WORDS = 800;
/** How long the output of an ended program may still come. */
const GRACE_MS = 2000;
/** A process that has just been killed may still write. */
const REMOVING = { recursive: true, force: true, maxRetries: 5 } as const;

/** Each with its folder for temporary files. */
const running = new Map<ChildProcess, string>();

/** The last line of what the program prints is its value, as JSON. */
export async function runJob<T>({ program, args, budgetMs }: Job): Promise<Outcome<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-all-'));
  const child = spawn(process.execPath, [program, ...args], {
    detached: true, // a group of its own, which can be ended as a whole
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, folder);
  const said = heard(child);
  const closed = once(child, 'close');
  const ended = once(child, 'exit').then(([code]: number[]) => code ?? undefined);
  const inTime = await within(ended, budgetMs);
  stop(child);
  await within(closed, GRACE_MS);
  running.delete(child);
  rmSync(folder, REMOVING);
  if (inTime === 'late') return { kind: 'stopped', afterSeconds: Math.round(budgetMs / 1000) };
  return valueIn<T>(said(), inTime.value);
}

/** Ends the measurement that still runs: for a signal that ends the bench. */
export function stopAll(): void {
  for (const [child, folder] of running) {
    stop(child);
    rmSync(folder, REMOVING);
  }
}

function heard(child: ChildProcess): () => { readonly out: string; readonly errors: string } {
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return () => ({ out, errors });
}

async function within<V>(promise: Promise<V>, milliseconds: number): Promise<{ readonly value: V } | 'late'> {
  const timer = new AbortController();
  const late = pause(milliseconds, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const);
  const first = await Promise.race([promise.then((value) => ({ value })), late]);
  timer.abort();
  return first;
}

/** Some programs start others in groups of their own, so their ids are collected before the first one ends. */
function stop({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const family = below(pid);
  for (const id of [-pid, ...family]) kill(id);
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function valueIn<T>({ out, errors }: { out: string; errors: string }, code: number | undefined): Outcome<T> {
  const last = out.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0) return { kind: 'failed', why: `it ended with ${code ?? 'a signal'}: ${complaint(errors || out)}` };
  try {
    return { kind: 'measured', value: JSON.parse(last) as T };
  } catch {
    return { kind: 'failed', why: `its last line is no JSON: ${last.slice(0, WORDS)}` };
  }
}

/** The first error is the cause of those behind it. */
function complaint(errors: string): string {
  const cause = errors.split('\n').find((line) => /^\w*Error\b.*: /.test(line));
  return cause ?? errors.trim().slice(-WORDS);
}
