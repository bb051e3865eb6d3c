/**
 * A game with hidden windows: decisions that exist only because of cards that a seat secretly holds. Only the seats
 * that must decide know of an open window. All others see the match as it was at the last public step until the window
 * closes.
 */
export interface WindowsCapability<S, E> {
  /** The open hidden window, if there is one. */
  open(state: S): Window | undefined;
  /** Events that the open window hides from all viewers, the oldest first. */
  heldBack(state: S): readonly E[];
}

export interface Window {
  /**
   * `attack`: the seat is attacked. `reaction`: it may answer another event. `own`: its own act, which no wish answers.
   */
  readonly kind: 'attack' | 'reaction' | 'own';
}
