/** What is asked of a cell and answered, as plain data, so that the server need not load the cell itself. */

export interface CellQuestion {
  /** The file of the bot: a module whose default export chooses a move. */
  readonly code: string;
  /** Where its chance comes from. */
  readonly seed: number;
  /** What the bot gets as JSON: `{view, seat, options, legal}`. The moves in `legal` are in notation. */
  readonly asked: string;
  readonly legal: readonly string[];
}

/**
 * Why a bot has no move: its code threw, it chose none of the legal moves, it used up its fuel or its memory, or the cell broke under it.
 */
export const FAILURES = ['threw', 'wrong', 'fuel', 'memory', 'broke'] as const;

export type CellAnswer =
  | { readonly kind: 'chose'; readonly index: number; readonly fuel: number }
  | { readonly kind: 'failed'; readonly why: (typeof FAILURES)[number]; readonly told: string };

/** A notation is much shorter, and so is a message that helps. */
export const LONGEST_TEXT = 300;

/** What the server and the process of the cells tell each other: for which of its threads, and what. */
export interface Placed<Told> {
  readonly slot: number;
  readonly of: Told;
}
