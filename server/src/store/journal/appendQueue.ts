/**
 * Gathers appends, so that many share one message to the database and one sync of the disk. One batch is written at a time, and
 * the next one gathers meanwhile.
 */
import type { Append, Journal } from './journal.ts';
import type { Appended } from './records.ts';

interface Waiting {
  readonly append: Append;
  readonly resolve: (outcome: 'appended' | 'conflict') => void;
  readonly reject: (cause: unknown) => void;
}

type Write = (batch: readonly Append[]) => Promise<readonly Appended[]>;

export class AppendQueue {
  /** Called with the time of each batch, from its first append until it is durable. */
  onCommit: (seconds: number) => void = () => {};
  /** Called when new notices are stored. */
  onNotices: () => void = () => {};
  private readonly write: Write;
  private waiting: Waiting[] = [];
  private waitingSince = 0;
  private isWriting = false;

  constructor(write: Write) {
    this.write = write;
  }

  append(append: Append): Promise<'appended' | 'conflict'> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ append, resolve, reject }) > 1) return;
      this.waitingSince = performance.now();
      if (!this.isWriting) this.writeSoon();
    });
  }

  /** Writes what waits now, also beside a batch that is under way. */
  async writeNow(): Promise<void> {
    const [batch, since] = [this.waiting, this.waitingSince];
    if (batch.length === 0) return;
    this.waiting = [];
    this.isWriting = true;
    try {
      const done = await this.write(batch.map(({ append }) => append));
      this.onCommit((performance.now() - since) / 1000);
      this.settle(batch, done);
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
    this.isWriting = false;
    if (this.waiting.length > 0) this.writeSoon();
  }

  /** At the end of this turn of the event loop, which may bring more. */
  private writeSoon(): void {
    setImmediate(() => void this.writeNow());
  }

  private settle(batch: readonly Waiting[], done: readonly Appended[]): void {
    for (const [n, { resolve }] of batch.entries())
      resolve((done[n] ?? 'conflict') === 'conflict' ? 'conflict' : 'appended');
    if (done.some((notices) => notices !== 'conflict' && notices > 0)) this.onNotices();
  }
}

// Reads the lines of a record page by page, so that a long record never lies in memory as a whole.

/** About 20 KB, read in less than a millisecond. With lines of the greatest length a page has a few megabytes. */
const PAGE_LINES = 128;

export async function* pagesOf(
  journal: Pick<Journal, 'linesOf'>,
  id: string,
  from = 0,
): AsyncGenerator<readonly string[]> {
  for (let seq = from; ; seq += PAGE_LINES) {
    const page = await journal.linesOf(id, { from: seq, to: seq + PAGE_LINES });
    if (page.length > 0) yield page;
    if (page.length < PAGE_LINES) return;
  }
}
