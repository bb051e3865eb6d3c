/** What one seat was shown, and what the next entry shows it. */
import { type Asks, type Entry, lostIn, type Position, richerFields } from '@flower-war/protocol';
import { type AnyGame, deepEqual, type Seat } from '@flower-war/rules';
import { actorOf } from '../entries/entryKinds.ts';
import { type OpenWindow, standsStill } from './hiddenWindow.ts';

/** What a seat sees beyond the public, and what it is asked. */
export interface SeatProgress {
  /** How often something changed for this seat alone. */
  readonly own: number;
  /** Counts the questions put to this seat. */
  readonly decision: number;
  /** A seat may have moves although nobody waits for it: a choice that may still be changed. */
  readonly isAsked: boolean;
  readonly legal: readonly string[];
  readonly view: Readonly<Record<string, unknown>>;
  readonly asks: Asks | undefined;
  /** Since when a hidden window asks it this. */
  readonly since: number | undefined;
  /** It has acted, and was not shown yet what came of it. */
  readonly isOwed: boolean;
}

/** An entry as one seat meets it. */
export interface SeatNow {
  readonly engine: AnyGame;
  readonly entry: Entry;
  readonly position: Position;
  readonly seat: number;
  /** What a spectator is shown. */
  readonly spectator: unknown;
  /** Whether the entry shows nothing in the window that is open. */
  readonly isHidden: boolean;
  readonly window: OpenWindow | undefined;
  /** Whether it learns more of what happened than everybody does. */
  readonly isRicher: boolean;
}

export const NOT_ASKED: SeatProgress = {
  ...{ own: 0, decision: 0, isAsked: false, legal: [], view: {} },
  ...{ asks: undefined, since: undefined, isOwed: false },
};

export function seatAfter(was: SeatProgress, now: SeatNow): SeatProgress {
  const isStanding = standsStill(now.window, now.seat) && !hasLeft(now);
  const next = isStanding ? standing(was, now) : facing(was, now);
  const asks = now.position.wishes.get(now.seat);
  const isTold = next.legal !== was.legal || next.view !== was.view || asks !== was.asks || now.isRicher;
  return { ...next, asks, own: was.own + (isTold ? 1 : 0) };
}

/** Keeps the question that it was told last; whoever was asked in the window keeps all of it. */
function standing(was: SeatProgress, now: SeatNow): SeatProgress {
  const { engine, entry, isHidden, position, seat, spectator, window } = now;
  const isOwed = was.isOwed || actorOf(entry) === seat;
  const knows = was.since !== undefined || window?.wished.some((wished) => wished === seat);
  if (isHidden || knows) return { ...was, isOwed };
  const view = richerFields({ own: engine.view(position.state, seat as Seat), spectator }, deepEqual);
  return deepEqual(view, was.view) ? was : { ...was, view };
}

/** Lists and views stay the same objects when nothing changed for this seat. */
function facing(was: SeatProgress, now: SeatNow): SeatProgress {
  const { engine, entry, position, seat } = now;
  const view = richerFields({ own: engine.view(position.state, seat as Seat), spectator: now.spectator }, deepEqual);
  const legal = engine.legalMoves(position.state, seat as Seat).map((move) => engine.format(move));
  const isAsked = legal.length > 0;
  const hasActed = was.isOwed || actorOf(entry) === seat;
  const isSameQuestion = deepEqual(was.legal, legal) && !(isAsked && hasActed);
  const since = sinceWhen(was, now, isSameQuestion);
  if (isSameQuestion && deepEqual(was.view, view)) return { ...was, since, isOwed: false };
  const decision = was.decision + (isAsked ? 1 : 0);
  return { ...was, decision, isAsked, legal, view, since, isOwed: false };
}

/** In a window, a question that stays keeps its time; the answers of others prolong nothing. */
function sinceWhen(was: SeatProgress, now: SeatNow, isSameQuestion: boolean): number | undefined {
  const { entry, seat, window } = now;
  if (window === undefined || standsStill(window, seat)) return undefined;
  return was.since !== undefined && isSameQuestion && !endsPause(now) ? was.since + lostIn(entry) : entry.at;
}

/** Nobody could answer in the pause, so that the time for the answer begins anew. */
function endsPause({ entry, position }: SeatNow): boolean {
  if (entry.kind !== 'agreement' || position.pause !== undefined) return false;
  return entry.is === 'over' || (entry.what === 'resume' && entry.is !== 'declined');
}

function hasLeft({ entry, seat }: SeatNow): boolean {
  return entry.kind === 'absence' && entry.seat === seat && (entry.what === 'resigned' || entry.what === 'retired');
}
