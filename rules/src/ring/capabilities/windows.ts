/**
 * A game with hidden windows: decisions that exist only because of the cards that a seat secretly holds. Only the seats
 * that are to move know of an open window. To all others the match stands where it stood at the last public step, until
 * the window has closed.
 */
export interface WindowsCapability<S, E> {
  /** The hidden window that is open, if one is. */
  open(state: S): Window | undefined;
  /** Events that the open window keeps back from everybody, the oldest first. */
  heldBack(state: S): readonly E[];
}

export interface Window {
  /** `attack`: the seat is attacked; `reaction`: it may answer something else; `own`: its own act, which no wish answers. */
  readonly kind: 'attack' | 'reaction' | 'own';
}
