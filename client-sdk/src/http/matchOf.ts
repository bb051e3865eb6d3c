/** How a caller names a match: by its id, or by a summary or an entry of the lobby, which tell the game too. */
import type { AnyGame, GameName } from '@flower-war/protocol';

/** A match whose game is known: a summary, or an entry of the lobby. */
export interface MatchOf<G extends string = GameName> {
  readonly match: string;
  readonly game: G;
}

/** The game of a match that is named so. An id alone does not tell it. */
export type GameOf<Match, Otherwise extends string = AnyGame> =
  Match extends MatchOf<infer G extends string> ? G : Otherwise;

export const idOf = (match: string | MatchOf): string => (typeof match === 'string' ? match : match.match);
