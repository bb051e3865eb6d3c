/** Paints pictures in a thread of its own, and keeps what was painted last. */
import { createHash } from 'node:crypto';
import { WorkThread } from '../../base/workThread.ts';

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

export class Painter {
  /** By tag, the last used at the end. */
  private readonly kept = new Map<string, Uint8Array>();
  /** By tag: callers who want the same picture wait for it together. */
  private readonly coming = new Map<string, Promise<Uint8Array | undefined>>();
  private readonly thread: WorkThread<string, Uint8Array>;

  constructor(report: (problem: string, fields: { readonly error: unknown }) => void) {
    this.thread = new WorkThread<string, Uint8Array>({
      thread: THREAD,
      name: 'pictures',
      limits: { maxOldGenerationSizeMb: HEAP_MB },
      patienceMs: PATIENCE_MS,
      idleMs: IDLE_MS,
      failed: (error) => void report('the thread of the pictures failed', { error }),
    });
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

  close(): Promise<void> {
    return this.thread.close();
  }

  private begin(tag: string, svg: string): Promise<Uint8Array | undefined> {
    if (this.thread.waiting >= MOST_WAITING) return Promise.resolve(undefined);
    const png = this.thread.ask(svg).finally(() => this.coming.delete(tag));
    this.coming.set(tag, png);
    return png;
  }
}
