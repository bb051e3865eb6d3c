import { type Bot, random } from './bot.ts';
import { FLOWER_WAR } from './flower-war/edition.ts';
import { greedy as flowerWarGreedy } from './flower-war/greedy.ts';
import { flowerWar } from './flower-war/index.ts';
import type { AnyGame, Game } from './game.ts';
import { MEXICA } from './mexica/edition.ts';
import { greedy as mexicaGreedy } from './mexica/greedy.ts';
import { mexica } from './mexica/index.ts';
import { DAY_NAMES } from './ring/calendar.ts';
import type { Edition } from './ring/edition.ts';
import { completed } from './space-aztecs/completing.ts';
import { greedy as spaceAztecsGreedy } from './space-aztecs/greedy.ts';
import { spaceAztecs } from './space-aztecs/index.ts';
import { broken as spaceAztecsBroken } from './space-aztecs/invariants.ts';
import { PLACES } from './space-aztecs/state.ts';
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
  /** Adds to a state that somebody wrote by hand what follows from the rest; `written` is what was said. */
  readonly completed: (state: ReturnType<AnyGame['setup']>, written: object) => ReturnType<AnyGame['setup']>;
  /** How somebody who writes a state by hand may call the items of lists of that length. */
  readonly itemNames: readonly string[];
}

/** A function, so that the bots and the checks are held against the types of their game before these are forgotten. */
function entry<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  own: {
    readonly greedy: Bot<V, M>;
    readonly broken: (state: S) => readonly string[];
    readonly completed?: (state: S, written: object) => S;
    readonly itemNames?: readonly string[];
  },
): Entry {
  const { greedy, broken, completed = (state: S) => state, itemNames = [] } = own;
  return { game, bots: { greedy, random }, broken, completed, itemNames };
}

const ofRing = ({ broken, completed }: Edition) => ({ broken, completed, itemNames: DAY_NAMES });

/** Every game by id. */
export const GAMES: ReadonlyMap<string, Entry> = new Map(
  [
    entry(flowerWar, { greedy: flowerWarGreedy, ...ofRing(FLOWER_WAR) }),
    entry(mexica, { greedy: mexicaGreedy, ...ofRing(MEXICA) }),
    entry(tieqchieq, { greedy, broken }),
    entry(spaceAztecs, { greedy: spaceAztecsGreedy, broken: spaceAztecsBroken, completed, itemNames: PLACES }),
  ].map((known) => [known.game.id, known]),
);

export const gameById = (id: string): AnyGame | undefined => GAMES.get(id)?.game;
