/**
 * What a legal move does, as data, so that a screen can say it without knowing the rules. Each game has its own form of
 * it.
 */
export type MoveParts = {
  /** What the seat does. A client that does not know it shows the notation. */
  readonly verb: string;
};
