/**
 * Lets bots think in a thread of their own, so that no other match waits for them. The thread starts with the first question.
 * A question that finds many others waiting is not taken: its match then goes on with a quicker bot.
 */
import { Worker } from 'node:worker_threads';
import type { Chance } from '@flower-war/rules';
import type { Answered, Asked, Told } from './messages.ts';

export interface ThinkerTools {
  readonly chance: Chance;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

type Resolve = (index: number | undefined) => void;

const THREAD = new URL('./thinkingThread.ts', import.meta.url);
/** Each may take a tenth of a second. */
const MOST_WAITING = 16;
const SEEDS = 2 ** 31;
/** Searching makes many short-lived objects. */
const YOUNG_MB = 16;

export class Thinker {
  private readonly tools: ThinkerTools;
  private readonly waiting = new Map<number, Resolve>();
  private worker: Worker | undefined;
  private ids = 0;
  private isClosed = false;

  constructor(tools: ThinkerTools) {
    this.tools = tools;
  }

  /** The place of the chosen move among the legal ones. Undefined if the bot has no time, or failed. */
  ask(asked: Asked): Promise<number | undefined> {
    if (this.isClosed || this.waiting.size >= MOST_WAITING) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const id = ++this.ids;
    this.waiting.set(id, resolve);
    this.tell({ ...asked, id, seed: this.tools.chance.die(SEEDS) });
    return promise;
  }

  /** Ends the thread. What still waits gets no answer of it. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { worker } = this;
    this.lose();
    await worker?.terminate();
  }

  private tell(told: Told): void {
    this.worker ??= this.started();
    this.worker.postMessage(told);
  }

  private started(): Worker {
    const worker = new Worker(THREAD, {
      name: 'bots',
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.unref(); // a thought keeps no process alive
    worker.on('message', (answered: Answered) => this.hear(answered));
    worker.on('error', (error) => this.tools.report('the thread of the bots failed', { error }));
    worker.on('exit', () => {
      if (this.worker === worker) this.lose();
    });
    return worker;
  }

  private hear({ id, index, failure }: Answered): void {
    if (failure !== undefined) this.tools.report('a bot failed', { error: new Error(failure) });
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(index);
  }

  /** The thread is gone. The next question starts another. */
  private lose(): void {
    this.worker = undefined;
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of open) resolve(undefined);
  }
}
