/**
 * Paints pictures in a thread of its own, so that no move waits for one. The thread starts with the first picture, and ends when none
 * was wanted for a while. What was painted last is kept.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

export interface Asked {
  readonly id: number;
  readonly svg: string;
}

export interface Painted {
  readonly id: number;
  readonly png: Uint8Array;
}

const THREAD = new URL('./paintingThread.ts', import.meta.url);

/** Each takes some tenths of a second. A picture beyond these is not painted. */
const MOST_WAITING = 8;

/** A picture has some 30 KB. */
const MOST_KEPT = 64;

const IDLE_MS = 60_000;

/** A picture takes longer only on a machine that has no time for it. */
const PATIENCE_MS = 20_000;

const HEAP_MB = 64;

/** The name of the picture that is painted from this. It is known before the picture is. */
export const tagOf = (svg: string): string => createHash('sha256').update(svg).digest('base64url').slice(0, 22);

type Report = (problem: string, fields: { readonly error: unknown }) => void;
type Resolve = (png: Uint8Array | undefined) => void;

export class Painter {
  private readonly report: Report;
  /** By tag, the last used at the end. */
  private readonly kept = new Map<string, Uint8Array>();
  /** By tag: those who want the same picture wait for it together. */
  private readonly coming = new Map<string, Promise<Uint8Array | undefined>>();
  private readonly waiting = new Map<number, Resolve>();
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ids = 0;
  private isClosed = false;

  constructor(report: Report) {
    this.report = report;
  }

  /** Undefined if too many pictures are waited for, or if the thread failed. */
  async paint(svg: string): Promise<Uint8Array | undefined> {
    const tag = tagOf(svg);
    const png = this.kept.get(tag) ?? (await (this.coming.get(tag) ?? this.begin(tag, svg)));
    if (png === undefined) return undefined;
    this.kept.delete(tag);
    this.kept.set(tag, png);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return png;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private begin(tag: string, svg: string): Promise<Uint8Array | undefined> {
    if (this.isClosed || this.waiting.size >= MOST_WAITING) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
    const id = ++this.ids;
    this.waiting.set(id, resolve);
    this.coming.set(tag, promise);
    void promise.then(() => this.coming.delete(tag));
    this.worker ??= this.started();
    this.worker.postMessage({ id, svg } satisfies Asked);
    this.endAfter(PATIENCE_MS);
    return promise;
  }

  private started(): Worker {
    const limits = { maxOldGenerationSizeMb: HEAP_MB };
    const worker = new Worker(THREAD, { name: 'pictures', execArgv: [], resourceLimits: limits });
    worker.unref(); // a picture keeps no process alive
    worker.on('message', ({ id, png }: Painted) => this.hear(id, png));
    worker.on('error', (error) => this.report('the thread of the pictures failed', { error }));
    worker.on('exit', () => {
      if (this.worker === worker) void this.end();
    });
    return worker;
  }

  private hear(id: number, png: Uint8Array): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(png);
    this.endAfter(this.waiting.size > 0 ? PATIENCE_MS : IDLE_MS);
  }

  /** Ends the thread when nothing comes from it for so long: it has nothing to do, or it hangs. */
  private endAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.end(), ms).unref();
  }

  /** Who waits gets nothing. The next picture starts another thread. */
  private async end(): Promise<void> {
    clearTimeout(this.timer);
    const { worker } = this;
    this.worker = undefined;
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of open) resolve(undefined);
    await worker?.terminate();
  }
}
