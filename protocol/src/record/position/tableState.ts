/**
 * The parts of a position that belong to the table and not to the game: clocks, agreements, takebacks, hidden windows.
 */
import type { AgreementKind } from '../../wire/actionFields.ts';

export interface SeatClock {
  /** Milliseconds left at `since`, or left while the clock stands. */
  readonly left: number;
  /** When `left` was counted; absent while the clock stands. */
  readonly since?: number;
  readonly isOnTurn: boolean;
  /** The time of this turn, or since its last throw, has run out. */
  readonly isLate: boolean;
  /** In how many turns in a row the time has run out. */
  readonly missed: number;
}

export type Clocks = readonly SeatClock[];

/** What one player has offered to the others at the table. */
export interface Offer {
  readonly what: AgreementKind;
  readonly by: number;
  /** The length of an offered pause. */
  readonly minutes?: number;
  /** The seats that have agreed, with the one that offered. */
  readonly accepted: readonly number[];
}

export interface Pause {
  readonly by: number;
  readonly until: number;
}

/** A move that may be taken back, with the hidden windows that it opened. */
export interface TakebackStep {
  readonly seat: number;
  readonly before: unknown;
  /** What habits remembered before it. */
  readonly notes: unknown;
  /** A habit made the move. */
  readonly isHabit: boolean;
  readonly after: unknown;
}

/** A move whose windows are still open. */
export interface OpenStep extends Omit<TakebackStep, 'after'> {
  readonly drew: boolean;
  /** When the move was made, plus the time that the server has lost since. */
  readonly at: number;
}

/**
 * The times of the open hidden window. They are never later than the last entry, even if the wall clock stepped back.
 */
export interface WindowTimes {
  /** When the move was made whose outcome is hidden. */
  readonly movedAt: number;
  /** Since when each seat has been asked. */
  readonly since: ReadonlyMap<number, number>;
}

/** By seat, how often it has asked for something that is not a move. */
export type RequestCounts = ReadonlyMap<number, number>;

type View = Readonly<Record<string, unknown>>;

interface Views {
  readonly own: unknown;
  readonly spectator: unknown;
}

/** The fields of a view in which a seat sees more than a spectator. */
export function richerFields({ own, spectator }: Views, isEqual: (a: unknown, b: unknown) => boolean): View {
  const richer: Record<string, unknown> = {};
  for (const field of Object.keys(own as View)) {
    const [value, shown] = [(own as View)[field], (spectator as View)[field]];
    if (value !== shown && !isEqual(value, shown)) richer[field] = value;
  }
  return richer;
}
