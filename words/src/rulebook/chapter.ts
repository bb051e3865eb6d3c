/** A rulebook as a screen or a page shows it. */
import type { GameId } from '@flower-war/protocol';

export interface Rulebook {
  readonly game: GameId;
  /** The preset whose numbers the book names. */
  readonly edition: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

export interface Rule {
  /** The same in every language: `battle-3`. */
  readonly anchor: string;
  /** The number of the rule in its chapter. The entries of lists have none. */
  readonly number?: number;
  /** `Battle 3`. */
  readonly label: string;
  /** A few sentences; lines that begin with `- ` are a list. */
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** A position to be drawn below a rule. */
export interface Picture {
  readonly caption: string;
  /** What a player or a spectator sees, as a match shows it. */
  readonly view: object;
}
