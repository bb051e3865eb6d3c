/** The hidden window of a match, with its times: all of it follows from the record. */
import { type Entry, isWished, lostIn, type Position, windowOf } from '@flower-war/protocol';
import type { AnyGame, Seat } from '@flower-war/rules';
import { inWindow } from '../entries/entryKinds.ts';

export interface OpenWindow {
  /** When the move was made whose outcome the table has not been shown. */
  readonly movedAt: number;
  /** Who is asked: the only ones who know of it. */
  readonly asked: readonly Seat[];
  /** Who would be asked, but wants not to be: knows as little as everybody else. */
  readonly wished: readonly Seat[];
}

/** An entry, and where it led. */
export interface Happened {
  readonly entry: Entry;
  readonly position: Position;
  readonly events: readonly unknown[];
}

/** The window that is open after an entry. Windows in a row hide the outcome of one move. */
export function windowAfter(
  engine: AnyGame,
  was: OpenWindow | undefined,
  { entry, position }: Happened,
): OpenWindow | undefined {
  if (windowOf(engine, position) === undefined) return undefined;
  const seats = engine.toMove(position.state);
  const isAsked = (seat: Seat) => !isWished(engine, position, seat);
  const asked = seats.filter(isAsked);
  const wished = seats.filter((seat) => !isAsked(seat));
  return { movedAt: (was?.movedAt ?? entry.at) + lostIn(entry), asked, wished };
}

/** The windows that were open before an entry and are open after it. */
export interface Windows {
  readonly was: OpenWindow | undefined;
  readonly window: OpenWindow | undefined;
}

/** Whether an entry shows nothing before the window closes. */
export function isHidden({ kind }: Entry, { was, window }: Windows): boolean {
  if (window === undefined) return false;
  const shows = inWindow(kind);
  return shows === 'hidden' || (shows === 'hidden-if-it-opens-one' && was === undefined);
}

/** To everybody but the seats that are asked, a match with a window open stands still. */
export function standsStill(window: OpenWindow | undefined, seat: number): boolean {
  return window !== undefined && !window.asked.some((asked) => asked === seat);
}

/** The window that is open, and until when each seat may answer in it. */
interface Asking {
  readonly window: OpenWindow | undefined;
  untilOf(seat: number): number | undefined;
}

/** What a wish or the clock plays in a window, if it is time. */
export function answerDue(engine: AnyGame, { state }: Position, { shown, now }: { shown: Asking; now: number }) {
  const { asked = [], wished: [unasked] = [] } = shown.window ?? {};
  const isLate = (seat: Seat) => now >= (shown.untilOf(seat) ?? Number.POSITIVE_INFINITY);
  const late = asked.find(isLate);
  const fallback = (seat: Seat) => ({ at: now, seat, move: engine.format(engine.fallback(state, seat)) });
  if (unasked !== undefined) return { kind: 'move' as const, by: 'wish' as const, ...fallback(unasked) };
  return late === undefined ? undefined : { kind: 'clock' as const, ...fallback(late) };
}
