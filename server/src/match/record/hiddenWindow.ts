/** The hidden window of a match, with its times. All of it follows from the record. */
import {
  type Entry,
  isWished,
  type LegalMove,
  lostIn,
  type Position,
  type Private,
  toMoveIn,
  windowOf,
} from '@flower-war/protocol';
import { type AnyGame, explainedMoves as explained, type Options, type Seat } from '@flower-war/rules';
import { inWindow } from './entryKinds.ts';

export interface OpenWindow {
  /** When the move was made whose outcome the window hides. */
  readonly movedAt: number;
  /** The seats that are asked. Only they know of the window. */
  readonly asked: readonly Seat[];
  /** Seats that wished not to be asked. They know of the window as little as other viewers. */
  readonly wished: readonly Seat[];
}

/** An entry, with the position and events that it led to. */
export interface Happened {
  readonly entry: Entry;
  readonly position: Position;
  readonly events: readonly unknown[];
}

/** The window that is open after an entry. Consecutive windows hide the outcome of the same move. */
export function windowAfter(
  engine: AnyGame,
  was: OpenWindow | undefined,
  { entry, position }: Happened,
): OpenWindow | undefined {
  if (windowOf(engine, position) === undefined) return undefined;
  const seats = toMoveIn(engine, position);
  const isAsked = (seat: Seat) => !isWished(engine, position, seat);
  const asked = seats.filter(isAsked);
  const wished = seats.filter((seat) => !isAsked(seat));
  return { movedAt: (was?.movedAt ?? entry.at) + lostIn(entry), asked, wished };
}

/** The windows open before and after an entry. */
interface Windows {
  readonly was: OpenWindow | undefined;
  readonly window: OpenWindow | undefined;
}

/** Whether an entry stays hidden until the window closes. */
export function isHidden({ kind }: Entry, { was, window }: Windows): boolean {
  if (window === undefined) return false;
  const shows = inWindow(kind);
  return shows === 'hidden' || (shows === 'hidden-if-it-opens-one' && was === undefined);
}

/** Whether the match seems to stand still for this seat: a window is open and does not ask the seat. */
export function standsStill(window: OpenWindow | undefined, seat: number): boolean {
  return window !== undefined && !window.asked.some((asked) => asked === seat);
}

/** The open window, and until when each seat may answer in it. */
interface Asking {
  readonly window: OpenWindow | undefined;
  untilOf(seat: number): number | undefined;
}

/** The move that a wish or the clock plays in a window now, if any. */
export function answerDue(engine: AnyGame, { state }: Position, { shown, now }: { shown: Asking; now: number }) {
  const { asked = [], wished: [unasked] = [] } = shown.window ?? {};
  const isLate = (seat: Seat) => now >= (shown.untilOf(seat) ?? Number.POSITIVE_INFINITY);
  const late = asked.find(isLate);
  const fallback = (seat: Seat) => ({ at: now, seat, move: engine.format(engine.fallback(state, seat)) });
  if (unasked !== undefined) return { kind: 'move' as const, by: 'wish' as const, ...fallback(unasked) };
  return late === undefined ? undefined : { kind: 'clock' as const, ...fallback(late) };
}

// The legal moves of a seat with what they do. All of it is told from what the seat was shown, never from the state, so that it cannot tell
// more.

/** What a seat was shown, and the options of the match. */
interface ShownToSeat {
  readonly options: Options;
  /** The view of a spectator; undefined before the start. */
  readonly spectator: unknown;
  readonly own: Private;
}

type Fields = Readonly<Record<string, unknown>>;

/** The whole view of a seat. */
export function seenBy({ spectator, own }: Omit<ShownToSeat, 'options'>): { readonly view: Fields } {
  return { view: { ...(spectator as Fields | undefined), ...own.view } };
}

export function explainedMoves(engine: AnyGame, { options, ...shown }: ShownToSeat): LegalMove[] {
  const { seat, legal } = shown.own;
  return explained(engine, { options, ...seenBy(shown), seat: seat as Seat, legal });
}
