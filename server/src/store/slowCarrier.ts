/** The slow way from process to process: through the store, once a second. It works without Redis. */
import { randomUUID } from 'node:crypto';
import type { Carrier } from '../announcing/announcements.ts';
import { all, changeAlone, first, type Waiting, type Work } from './engine/engine.ts';

const EVERY_MS = 1000;
/**
 * A row may become visible after one with a higher number. So each look goes back over more rows than all processes write while
 * one statement may take, and leaves out what it has read.
 */
const LOOK_BACK = 200;
const MOST_WAITING = 5000;
const MOST_AT_ONCE = 500;
const MOST_ROWS = 200;
const KEEP_MS = 10 * 60 * 1000;
const SWEEP_EVERY_MS = 60 * 1000;

interface Tools {
  readonly store: Waiting<typeof told>;
  readonly now: () => number;
}

export class SlowCarrier implements Carrier {
  onMessage: (message: string) => void = () => {};
  private readonly process = randomUUID();
  private readonly tools: Tools;
  private readonly timer: NodeJS.Timeout;
  private readonly waiting: string[] = [];
  /** The numbers of the rows that were read, in order. */
  private readonly read: number[] = [];
  /** What is older was told before this process read anything. */
  private first: number | undefined;
  private newest = 0;
  private isBusy = false;
  private sweepAt = 0;

  constructor(tools: Tools) {
    this.tools = tools;
    this.timer = setInterval(() => void this.tend(), EVERY_MS).unref();
    void this.tend();
  }

  /** While the store is away messages wait. When there are too many, the oldest go. */
  send(message: string): void {
    this.waiting.push(message);
    if (this.waiting.length > MOST_WAITING) this.waiting.splice(0, this.waiting.length - MOST_WAITING);
  }

  /** What still waits is told first. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush().catch(() => {});
  }

  private async flush(): Promise<void> {
    const { store, now } = this.tools;
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, MOST_AT_ONCE);
      try {
        await store.put({ process: this.process, at: now(), messages: JSON.stringify(some) });
      } catch (error) {
        this.waiting.unshift(...some);
        throw error;
      }
    }
  }

  /** A failure of the store is told by callers that cannot go on without it. */
  private async tend(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.first ??= await this.tools.store.newest();
      await this.flush();
      await this.hear();
      await this.sweep();
    } catch {
      // the next turn tries again
    } finally {
      this.isBusy = false;
    }
  }

  private async hear(): Promise<void> {
    const { process, first = 0 } = this;
    for (let rows = MOST_ROWS; rows === MOST_ROWS; ) {
      const after = Math.max(first, this.newest - LOOK_BACK);
      const asked = { process, after, read: JSON.stringify(this.read), limit: MOST_ROWS };
      const found = await this.tools.store.since(asked);
      for (const { n, messages } of found) this.take(n, messages);
      rows = found.length;
    }
  }

  private take(n: number, messages: string): void {
    this.read.push(n);
    this.read.splice(0, this.read.length - 2 * LOOK_BACK);
    this.newest = Math.max(n, this.newest);
    for (const message of JSON.parse(messages) as readonly string[]) this.onMessage(message);
  }

  private async sweep(): Promise<void> {
    const { store, now } = this.tools;
    if (now() < this.sweepAt) return;
    this.sweepAt = now() + SWEEP_EVERY_MS;
    await store.sweep(now() - KEEP_MS);
  }
}

// The rows of what processes tell each other. They are kept for minutes only.

interface ToldRow {
  readonly n: number;
  /** A list of messages, as JSON. */
  readonly messages: string;
}

interface UnreadRequest {
  /** The asking process, which does not hear itself. */
  readonly process: string;
  readonly after: number;
  /** The numbers of rows that the process has read already, as JSON. */
  readonly read: string;
  readonly limit: number;
}

export const told = {
  *put({ process, at, messages }: { process: string; at: number; messages: string }): Work<void> {
    const sql = 'INSERT INTO told (process, at, messages) VALUES ($process, $at, $messages)';
    yield* changeAlone(sql, { process, at, messages });
  },

  /** The number of the newest row; 0 if there is none. */
  *newest(): Work<number> {
    return (yield* first<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM told'))?.n ?? 0;
  },

  *since({ process, after, read, limit }: UnreadRequest): Work<readonly ToldRow[]> {
    return yield* all<ToldRow>(SINCE, { process, after, read, limit });
  },

  *sweep(before: number): Work<void> {
    yield* changeAlone('DELETE FROM told WHERE at < $before', { before });
  },
};

const SINCE = `
  SELECT n, messages FROM told WHERE n > $after AND process <> $process
    AND n NOT IN (SELECT CAST(value AS BIGINT) FROM json_each($read)) ORDER BY n LIMIT $limit`;
