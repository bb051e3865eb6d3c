import type { Chance } from './chance.ts';
import type { Options } from './optionSpec.ts';
import type { Seat } from './seat.ts';

/** What a bot knows when it has to move: the view of its seat, the options of the match and its legal moves. */
export interface Question<V, M, O = Options> {
  readonly view: V;
  readonly seat: Seat;
  readonly options: O;
  readonly legal: readonly M[];
}

/** Every game has these bots: `greedy` takes what is best at once, `random` any move, `strong` tries moves out. */
export type BotName = 'greedy' | 'random' | 'strong';

/** Bots that may think for a tenth of a second. A server asks them beside its event loop. */
export const SLOW_BOTS: readonly string[] = ['strong'] satisfies readonly BotName[];

/** Chooses one of the legal moves. */
export type Bot<V, M, O = Options> = (question: Question<V, M, O>, chance: Chance) => M;

export function random<M>({ legal }: Pick<Question<unknown, M>, 'legal'>, chance: Chance): M {
  return chance.pick(legal);
}
