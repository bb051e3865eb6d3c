import { type Bot, random } from './bot.ts';
import type { AnyGame, Game } from './game.ts';
import { greedy } from './tieqchieq/greedy.ts';
import { tieqchieq } from './tieqchieq/index.ts';
import { broken } from './tieqchieq/invariants.ts';

/** A bot of some game; its types are forgotten together with those of the game. */
export type AnyBot = Bot<ReturnType<AnyGame['view']>, Parameters<AnyGame['format']>[0]>;
export type BotName = 'greedy' | 'random';

export interface Entry {
  readonly game: AnyGame;
  readonly bots: Readonly<Record<BotName, AnyBot>>;
  /** What is wrong with a state that somebody wrote by hand; empty if nothing is. */
  readonly broken: (state: ReturnType<AnyGame['setup']>) => readonly string[];
}

/** A function, so that the bots and the checks are held against the types of their game before these are forgotten. */
function entry<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  own: { readonly greedy: Bot<V, M>; readonly broken: (state: S) => readonly string[] },
): Entry {
  return { game, bots: { greedy: own.greedy, random }, broken: own.broken };
}

/** Every game by id. */
export const GAMES: ReadonlyMap<string, Entry> = new Map(
  [entry(tieqchieq, { greedy, broken })].map((known) => [known.game.id, known]),
);

export const gameById = (id: string): AnyGame | undefined => GAMES.get(id)?.game;
