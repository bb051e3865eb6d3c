import type { Game } from '../contract/game.ts';
import type { SpellingCapability } from '../ring/capabilities/spelling.ts';
import type { TempleCapability } from '../ring/capabilities/temple.ts';
import type { WindowsCapability } from '../ring/capabilities/windows.ts';

/** What a game may declare beyond the contract. Each capability is described beside the games that have it. */
export interface Capabilities<S, M, E, V> {
  readonly temple?: TempleCapability<S, M, V>;
  readonly windows?: WindowsCapability<S, E>;
  readonly spelling?: SpellingCapability;
}

/** A game with all that it declares. */
export type CapableGame<S, M, E, V, R extends string> = Game<S, M, E, V, R> & Capabilities<S, M, E, V>;

/** A game whose types nobody outside needs to know: state, moves and views are JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where the types of a game are forgotten on purpose
export type AnyGame = CapableGame<any, any, any, any, string>;
