/** The commands of a match, one after the other. Each has one asker, who is told once what came of it. */
import { type Committed, RETRY, refused } from '../base/outcome.ts';

/** The way back to who asked for something. */
export type Asker = Pick<PromiseWithResolvers<Committed>, 'resolve'>;

/** What a command returns that has put its asker on the list of what is pending. */
export const LATER = 'later';
export type Later = typeof LATER;

export interface QueueTools {
  /** Whether anything may be written now. */
  readonly isReady: () => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Is called after each command, whatever came of it. */
  readonly onDone: () => void;
}

/** Commands that wait for one journal entry after the other; a table of six is never so busy. */
const MOST_QUEUED = 1000;

export class CommandQueue {
  private readonly tools: QueueTools;
  private last: Promise<void> = Promise.resolve();
  private length = 0;

  constructor(tools: QueueTools) {
    this.tools = tools;
  }

  /** Whether no command is under way, and none waits for its turn. */
  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Whether more waits for its turn than a journal that is merely slow would leave behind. */
  get isSwamped(): boolean {
    return this.length >= MOST_QUEUED;
  }

  /** Runs a command after all before it. A throw is a bug: it is reported, and the match stays as it was. */
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
      return (await this.tools.isReady()) ? await command() : RETRY;
    } catch (error) {
      this.tools.onFailure(error);
      return refused('internal');
    }
  }
}
