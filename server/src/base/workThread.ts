/** Work that takes long is done in a thread of its own, so that no move waits for it. */
import { type ResourceLimits, Worker } from 'node:worker_threads';

interface Work<Answer> {
  readonly thread: URL;
  readonly name: string;
  readonly limits?: ResourceLimits;
  /** So long the thread may be silent while a question is open. Then it hangs, or the machine has no time for it. */
  readonly patienceMs: number;
  /** Patience then is time of the processor that the thread got, so that a busy machine ends nothing that works. */
  readonly isByProcessor?: boolean;
  /** So long its first answer may take, if that is longer: it loads what it needs. */
  readonly startMs?: number;
  /** So long the thread waits for the next question. */
  readonly idleMs: number;
  /** The thread failed. What is returned answers the oldest open question. */
  readonly failed: (error: Error) => Answer | undefined;
}

/** Node's limit, some 24 days: a longer timer would ring at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Where patience is time of the processor, this many times as much may pass by the clock. */
const MOST_WAITS = 20;

/** The thread starts with the first question, and answers one after the other. When it has ended, the next question starts another. */
export class WorkThread<Question, Answer> {
  private readonly work: Work<Answer>;
  /** The oldest question first. */
  private readonly open: ((answer: Answer | undefined) => void)[] = [];
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** What the thread had used when the oldest open question came to it. */
  private usedBefore: Promise<number> = Promise.resolve(0);
  isClosed = false;

  constructor(work: Work<Answer>) {
    this.work = work;
  }

  /** How many questions are open. */
  get waiting(): number {
    return this.open.length;
  }

  /** Undefined if the thread ends before it answers, or is closed. Rejects where the system gives no thread. */
  async ask(question: Question): Promise<Answer | undefined> {
    if (this.isClosed) return undefined;
    const { patienceMs, startMs = patienceMs } = this.work;
    const isFirst = this.worker === undefined;
    this.worker ??= this.started();
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    this.open.push(resolve);
    this.worker.postMessage(question);
    if (this.waiting === 1) this.expect(isFirst ? startMs : patienceMs);
    return promise;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private started(): Worker {
    const { thread, name, limits, idleMs, patienceMs, failed } = this.work;
    const worker = new Worker(thread, { name, execArgv: [], ...(limits && { resourceLimits: limits }) });
    worker.unref(); // its work keeps no process alive
    worker.on('message', (answer: Answer) => {
      if (this.worker !== worker) return; // it comes from a thread that was ended
      this.open.shift()?.(answer);
      if (this.waiting > 0) this.expect(patienceMs);
      else this.endAfter(idleMs);
    });
    const ended = (answer?: Answer) => void (this.worker === worker && this.end(answer));
    worker.on('error', (error: Error) => ended(failed(error)));
    worker.on('exit', () => ended());
    return worker;
  }

  private expect(ms: number): void {
    if (this.work.isByProcessor) this.usedBefore = this.used();
    this.endAfter(ms, ms * MOST_WAITS);
  }

  /** By the processor, the thread may go on until it has used so much time, or `most` is over. */
  private endAfter(ms: number, most = ms): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.endUnless(ms, most - ms), ms).unref();
  }

  private async endUnless(ms: number, most: number): Promise<void> {
    const { timer } = this;
    const isStarved = this.work.isByProcessor && most > 0 && (await this.used()) - (await this.usedBefore) < ms;
    if (this.timer !== timer) return; // it has answered meanwhile
    if (isStarved) this.endAfter(ms, most);
    else await this.end();
  }

  /** The time of the processor that the thread has got, in milliseconds. Endless where Node does not tell it. */
  private async used(): Promise<number> {
    const { user, system } = (await this.worker?.cpuUsage?.().catch(() => undefined)) ?? { user: Infinity, system: 0 };
    return (user + system) / 1000;
  }

  private async end(answer?: Answer): Promise<void> {
    clearTimeout(this.timer);
    const { worker } = this;
    this.worker = undefined;
    for (const [n, resolve] of this.open.splice(0).entries()) resolve(n === 0 ? answer : undefined);
    await worker?.terminate();
  }
}
