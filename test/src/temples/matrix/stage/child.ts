/**
 * A TypeScript process of its own, which a test can ask, freeze and kill, and which follows the clock of its parent.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Beat } from './warpClock.ts';

/** Messages from the child. The first is `ready`. */
export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string };

export type ToChild =
  | { readonly kind: 'beat'; readonly beat: Beat }
  | { readonly kind: 'ask'; readonly id: number; readonly what: string; readonly with: readonly unknown[] };

/** Generous, because a start takes long on a busy machine, and slowness here proves nothing. */
const READY_WITHIN_MS = 120_000;
const ANSWER_WITHIN_MS = 20_000;

/** The running children. None may outlive the tests. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export class Child {
  /** The end of what it wrote to standard error. */
  complaints = '';
  /** Resolves when the process has ended, for any reason. */
  readonly gone: Promise<void>;
  private readonly process: ChildProcess;
  private readonly answers = new Map<number, (answer: Extract<FromChild, { kind: 'answer' }>) => void>();
  private asked = 0;

  private constructor(process: ChildProcess) {
    this.process = process;
    children.add(process);
    this.gone = new Promise((resolve) => {
      process.once('exit', () => {
        children.delete(process);
        resolve();
      });
    });
    process.stderr?.on('data', (chunk: Buffer) => {
      this.complaints = `${this.complaints}${chunk}`.slice(-4000);
    });
    process.on('message', (message: FromChild) => {
      if (message.kind === 'answer') this.answers.get(message.id)?.(message);
    });
  }

  /** Resolves when it is ready. */
  static async start(file: URL, settings: Readonly<Record<string, string>>): Promise<Child> {
    const env = { PATH: process.env['PATH'], ...settings };
    const child = new Child(
      fork(fileURLToPath(file), { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }),
    );
    await child.ready(basename(file.pathname));
    return child;
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    this.process.kill(signal);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.signal(signal);
    const late = setTimeout(() => this.signal('SIGKILL'), 5000);
    await this.gone;
    clearTimeout(late);
  }

  follow(beat: Beat): void {
    this.send({ kind: 'beat', beat });
  }

  ask<T>(what: string, ...given: readonly unknown[]): Promise<T> {
    const id = ++this.asked;
    return new Promise<T>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`no answer to "${what}" in ${ANSWER_WITHIN_MS} ms`)),
        ANSWER_WITHIN_MS,
      );
      this.answers.set(id, ({ value, error }) => {
        clearTimeout(late);
        this.answers.delete(id);
        if (error === undefined) resolve(value as T);
        else reject(new Error(error));
      });
      this.send({ kind: 'ask', id, what, with: given });
    });
  }

  private send(message: ToChild): void {
    if (this.process.connected) this.process.send(message, () => {});
  }

  private async ready(file: string): Promise<void> {
    const ready = once(this.process, 'message').catch(() => {});
    const ended = this.gone.then(() => {
      throw new Error(`${file} ended instead of starting: ${this.complaints}`);
    });
    const patience = delay(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${file} has not started in ${READY_WITHIN_MS} ms: ${this.complaints}`);
    });
    for (const failing of [ended, patience]) failing.catch(() => {});
    await Promise.race([ready, ended, patience]);
  }
}

/** Called in the child: answers the parent's questions. */
export function answering(
  clock: { follow(beat: Beat): void },
  deeds: Readonly<Record<string, (...given: never[]) => unknown>>,
): void {
  const answer = (message: FromChild) => process.send?.(message, () => {});
  process.on('message', (message: ToChild) => {
    if (message.kind === 'beat') return clock.follow(message.beat);
    const { id, what } = message;
    Promise.resolve()
      .then(() => deeds[what]?.(...(message.with as never[])))
      .then(
        (value) => answer({ kind: 'answer', id, value }),
        (error: unknown) => answer({ kind: 'answer', id, error: String((error as Error).stack ?? error) }),
      );
  });
  process.once('disconnect', () => process.exit(0));
  answer({ kind: 'ready' });
}
