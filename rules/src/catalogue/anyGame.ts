import type { Bot } from '../contract/bot.ts';
import type { Game } from '../contract/game.ts';
import type { HabitsCapability } from '../contract/habits.ts';
import type { SpellingCapability } from '../ring/capabilities/spelling.ts';
import type { TempleCapability } from '../ring/capabilities/temple.ts';
import type { WindowsCapability } from '../ring/capabilities/windows.ts';

// biome-ignore lint/suspicious/noExplicitAny: the only place that drops the types of a game on purpose
type Any = any;

/** What a game may declare beyond the contract. Each capability is described beside the games that have it. */
export interface Capabilities<S, M, E, V> {
  readonly temple?: TempleCapability<S, M, V>;
  readonly windows?: WindowsCapability<S, E>;
  readonly spelling?: SpellingCapability;
  readonly habits?: HabitsCapability<S, M, E, Any>;
}

/** A game with all that it declares. */
export type CapableGame<S, M, E, V, R extends string> = Game<S, M, E, V, R> & Capabilities<S, M, E, V>;

/** A game for callers that need not know its types: state, moves and views are JSON. */
export type AnyGame = CapableGame<Any, Any, Any, Any, string>;

/** A bot of some game. */
export type AnyBot = Bot<Any, Any, Any>;
