/** Runs the commands of a match one after the other. Each has one asker, who gets one answer. */
import { type Committed, refused, RETRY } from '../base/refused.ts';

/** The way back to the asker of a command. */
export type Asker = Pick<PromiseWithResolvers<Committed>, 'resolve'>;

/** Returned by a command that has put its asker on the pending list. */
export const LATER = 'later';
export type Later = typeof LATER;

export interface QueueTools {
  /** Whether commands may write now. A promise only where something must be settled first. */
  readonly isReady: () => boolean | Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Called after each command, with any outcome. */
  readonly onDone: () => void;
}

/** The most commands that wait for the journal. A table of six is never so busy. */
const MOST_QUEUED = 1000;

export class CommandQueue {
  private readonly tools: QueueTools;
  private last: Promise<void> = Promise.resolve();
  private length = 0;

  constructor(tools: QueueTools) {
    this.tools = tools;
  }

  /** Whether no command runs or waits. */
  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Whether so many commands wait that the journal cannot be merely slow. */
  get isSwamped(): boolean {
    return this.length >= MOST_QUEUED;
  }

  /** Runs a command after all earlier ones. A throw is a bug: it is reported, and the match stays as it was. */
  run<T extends Committed>(command: (asker: Asker) => Promise<T | Later>): Promise<T | Committed> {
    const { promise, resolve } = Promise.withResolvers<T | Committed>();
    this.length++;
    this.last = this.last.then(async () => {
      const outcome = await this.attempt(() => command({ resolve }));
      this.length--;
      this.tools.onDone();
      if (outcome !== LATER) resolve(outcome);
    });
    return promise;
  }

  private async attempt<T>(command: () => Promise<T>): Promise<T | Committed> {
    try {
      const ready = this.tools.isReady();
      return ready === true || (await ready) ? await command() : RETRY;
    } catch (error) {
      this.tools.onFailure(error);
      return refused('internal');
    }
  }
}
