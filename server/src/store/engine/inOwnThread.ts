/**
 * SQLite in a thread of its own, so that the server never waits for a disk. All calls of one turn of the event loop go to the
 * thread in one message. While the disk syncs, the next calls gather there, and share the next sync.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Call, type Engine, StoreError } from './engine.ts';
import type { Said, Told } from './sqliteThread.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: Error) => void;
}

const THREAD = new URL('./sqliteThread.ts', import.meta.url);

export interface Where {
  readonly path: string;
  /** Whether a write counts only once the disk has it. */
  readonly isSynced: boolean;
}

export class OwnThread implements Engine {
  readonly isAtOnce = false;
  /** Called if the thread ends by itself. What it had not answered may be written or not. */
  onDeath: (cause: Error) => void = () => {};
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private calls: { readonly id: number; readonly call: Call }[] = [];
  private ids = 0;
  private isClosing = false;

  constructor(where: Where) {
    this.worker = new Worker(THREAD, { workerData: where, name: 'store' });
    this.worker.on('message', (said: Said) => this.hear(said));
    this.worker.on('error', (cause) => this.die(cause));
    this.worker.on('exit', () => this.die(new StoreError('the thread of the database has ended')));
  }

  run(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.ids;
      this.waiting.set(id, { resolve, reject });
      if (this.calls.length === 0) queueMicrotask(() => this.send());
      this.calls.push({ id, call });
    });
  }

  async close(): Promise<void> {
    if (this.isClosing) return;
    this.isClosing = true;
    this.send();
    const ended = once(this.worker, 'exit');
    this.worker.postMessage({ isLast: true, calls: [] } satisfies Told);
    await ended;
  }

  private send(): void {
    if (this.calls.length === 0) return;
    this.worker.postMessage({ isLast: false, calls: this.calls } satisfies Told);
    this.calls = [];
  }

  private hear(said: Said): void {
    for (const { id, value, failure } of said) {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (failure === undefined) resolve?.(value);
      else reject?.(failure.isOfStore ? new StoreError(failure.message) : new Error(failure.message));
    }
  }

  private die(cause: Error): void {
    for (const { reject } of this.waiting.values()) reject(new StoreError('the outcome is unknown', { cause }));
    this.waiting.clear();
    if (!this.isClosing) this.onDeath(cause);
    this.isClosing = true;
  }
}
