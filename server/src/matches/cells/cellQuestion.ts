/** What is asked of a cell and answered, as plain data, so that the server need not load the cell itself. */

export interface CellQuestion {
  /** The file of the bot: a module of JavaScript whose default export chooses a move, or one of WebAssembly. */
  readonly code: string | ModuleCode;
  /** Where its chance comes from. */
  readonly seed: number;
  /** What the bot gets as JSON: `{view, seat, options, legal}`. The moves in `legal` are in notation. */
  readonly asked: string;
  readonly legal: readonly string[];
}

/** A module of WebAssembly with a meter in it. */
export interface ModuleCode {
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** What a module may import from, by name. */
export const WORLD = 'flower-war';

/**
 * Why a bot has no move: its code threw, it chose none of the legal moves, it used up its fuel or its memory, or the cell broke under it.
 */
export const FAILURES = ['threw', 'wrong', 'fuel', 'memory', 'broke'] as const;

export type CellAnswer =
  | { readonly kind: 'chose'; readonly index: number; readonly fuel: number }
  | { readonly kind: 'failed'; readonly why: (typeof FAILURES)[number]; readonly told: string };

/** A notation is much shorter, and so is a message that helps. */
export const LONGEST_TEXT = 300;

/** A question on its way to the process, which has been told the module before. */
export type SentQuestion = Omit<CellQuestion, 'code'> & { readonly code: string | { readonly version: string } };

/** Told once to each process: the bytes of a module are too many to be sent with each question. */
export interface ToldModule {
  readonly version: string;
  readonly base64: string;
}

/** What the server and the process of the cells tell each other: for which of its threads, and what. */
export interface Placed<Told> {
  readonly slot: number;
  readonly of: Told;
}
