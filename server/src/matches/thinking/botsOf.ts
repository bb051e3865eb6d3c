/** The bots of a game as a match asks them: a slow one thinks in its thread, and a quick one stands by. */
import { type Bot, type Question, SLOW_BOTS } from '@flower-war/rules';
import { type Hosted, usualBot } from '../../base/hostedGames.ts';
import type { Thinker } from './thinker.ts';

type AnyQuestion = Question<unknown, unknown>;

export interface Bots {
  readonly isSlow: (name: string) => boolean;
  /** A bot that answers at once: the named one, or the usual one in place of a slow one. */
  readonly quick: (name: string) => Bot<unknown, unknown> | undefined;
  /** Asks a slow bot for a legal move. Undefined if it has no time or failed. */
  readonly slow: (name: string, question: AnyQuestion) => Promise<unknown>;
}

/** Without a thinker every bot answers at once. */
export function botsOf(hosted: Hosted | undefined, thinker: Thinker | undefined): Bots {
  const isSlow = (name: string) => thinker !== undefined && SLOW_BOTS.includes(name);
  const standIn = hosted && usualBot(hosted);
  return {
    isSlow,
    quick: (name) => hosted?.bots[isSlow(name) ? (standIn ?? name) : name],
    slow: async (name, question) => {
      const index = await thinker?.ask({ ...question, game: hosted?.game.id ?? '', bot: name });
      return index === undefined ? undefined : question.legal[index];
    },
  };
}
