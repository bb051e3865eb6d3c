/**
 * Lets bots think in a thread of their own, so that no other match waits for them. The thread starts with the first question.
 * A question that finds many others waiting is not taken: its match then goes on with a quicker bot.
 */
import { createHash } from 'node:crypto';
import { type Bot, type Chance, type Question, SLOW_BOTS } from '@flower-war/rules';
import { type Hosted, usualBot } from '../base/hostedGames.ts';
import { LONGEST_TIMER_MS, WorkThread } from '../base/workThread.ts';
import type { Cells } from './cells/cells.ts';

interface ThinkerTools {
  readonly chance: Chance;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

const THREAD = new URL('./thinkingThread.ts', import.meta.url);

/** Each may take a tenth of a second. */
const MOST_WAITING = 16;

const SEEDS = 2 ** 31;

/** Searching makes many short-lived objects. */
const YOUNG_MB = 16;

export class Thinker {
  private readonly tools: ThinkerTools;
  private readonly thread: WorkThread<SeededQuestion, Answered>;

  constructor(tools: ThinkerTools) {
    this.tools = tools;
    this.thread = new WorkThread<SeededQuestion, Answered>({
      thread: THREAD,
      name: 'bots',
      limits: { maxYoungGenerationSizeMb: YOUNG_MB },
      // Our bots come to an end by themselves, and the next question finds the thread ready.
      patienceMs: LONGEST_TIMER_MS,
      idleMs: LONGEST_TIMER_MS,
      failed: (error) => void tools.report('the thread of the bots failed', { error }),
    });
  }

  /** The place of the chosen move among the legal ones. Undefined if the bot has no time, or failed. */
  async ask(asked: BotQuestion, seed = this.tools.chance.die(SEEDS)): Promise<number | undefined> {
    if (this.thread.waiting >= MOST_WAITING) return undefined;
    const { index, failure } = (await this.thread.ask({ ...asked, seed })) ?? {};
    if (failure !== undefined) this.tools.report('a bot failed', { error: new Error(failure) });
    return index;
  }

  /**
   * A hint for a person. The same question always has the same answer. It is taken only while no bot thinks, so that no move of a match
   * waits behind several hints.
   */
  async advise(asked: BotQuestion): Promise<number | undefined> {
    return this.thread.waiting > 0 ? undefined : this.ask(asked, seedOf(asked));
  }

  /** Ends the thread. Open questions stay unanswered. */
  close(): Promise<void> {
    return this.thread.close();
  }
}

/** The luck of a hint follows from what the seat sees: nothing hidden, and no earlier hint, can change it. */
const seedOf = (asked: BotQuestion): number =>
  1 + (createHash('sha256').update(JSON.stringify(asked)).digest().readUInt32LE() % SEEDS);

// What the server and the thread of its bots tell each other. All of it is plain data.

/** A question to a bot, which knows no more than its seat. */
export interface BotQuestion extends Question<unknown, unknown> {
  readonly game: string;
  readonly bot: string;
}

export interface SeededQuestion extends BotQuestion {
  /** Where the luck of the bot comes from. */
  readonly seed: number;
}

export interface Answered {
  /** The place of the chosen move among the legal ones. */
  readonly index?: number;
  /** What went wrong, if the bot has a bug. */
  readonly failure?: string;
}

// The bots of a game as a match asks them: a slow one thinks in its thread, one of a stranger in its cell, and a quick one stands by.

type AnyQuestion = Question<unknown, unknown>;

export interface Bots {
  readonly isSlow: (name: string) => boolean;
  /** A bot that answers at once: the named one, or the usual one in place of a slow one. */
  readonly quick: (name: string) => Bot<unknown, unknown> | undefined;
  /** Asks a slow bot for a legal move. Undefined if it has no time or failed. */
  readonly slow: (name: string, question: AnyQuestion, format: (move: unknown) => string) => Promise<unknown>;
}

interface Thinking {
  readonly thinker?: Thinker | undefined;
  readonly cells?: Cells | undefined;
}

/** Without a thinker and cells every bot answers at once. In place of a bot that is here no more the usual one plays. */
export function botsOf(hosted: Hosted | undefined, { thinker, cells }: Thinking): Bots {
  const guestOf = (name: string) => (cells === undefined ? undefined : hosted?.guests?.get(name));
  const isSlow = (name: string) => guestOf(name) !== undefined || (thinker !== undefined && SLOW_BOTS.includes(name));
  const standIn = hosted && usualBot(hosted);
  const isQuick = (name: string) => !isSlow(name) && hosted !== undefined && Object.hasOwn(hosted.bots, name);
  return {
    isSlow,
    quick: (name) => hosted?.bots[isQuick(name) ? name : (standIn ?? name)],
    slow: async (name, question, format) => {
      const guest = guestOf(name);
      const index = await (guest === undefined
        ? thinker?.ask({ ...question, game: hosted?.game.id ?? '', bot: name })
        : cells?.ask(guest, { ...question, legal: question.legal.map(format) }));
      return index === undefined ? undefined : question.legal[index];
    },
  };
}
