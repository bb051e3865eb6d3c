/** What the server and the thread of its bots tell each other. All of it is plain data. */
import type { Question } from '@flower-war/rules';

/** A question to a bot, which knows no more than its seat. */
export interface Asked extends Question<unknown, unknown> {
  readonly game: string;
  readonly bot: string;
}

export interface Told extends Asked {
  readonly id: number;
  /** Where the luck of the bot comes from. */
  readonly seed: number;
}

export interface Answered {
  readonly id: number;
  /** The place of the chosen move among the legal ones. */
  readonly index?: number;
  /** What went wrong, if the bot has a bug. */
  readonly failure?: string;
}
