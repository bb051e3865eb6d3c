/** What one seat has been shown, and what the next entry shows it. */
import { type Asks, type Entry, lostIn, type Position, richerFields, toMoveIn } from '@flower-war/protocol';
import { type AnyGame, deepEqual, type Seat } from '@flower-war/rules';
import { actorOf } from '../entries/entryKinds.ts';
import { type OpenWindow, standsStill } from './hiddenWindow.ts';

/** What a seat sees beyond the public table, and what it is asked. */
export interface SeatProgress {
  /** How often something changed for this seat alone. */
  readonly own: number;
  /** Counts the questions put to this seat. */
  readonly decision: number;
  /** Whether the seat has legal moves. The match may not wait for it: a choice may still be open to change. */
  readonly isAsked: boolean;
  /** Whether the match waits for the decision of this seat. */
  readonly isAwaited: boolean;
  readonly legal: readonly string[];
  readonly view: Readonly<Record<string, unknown>>;
  readonly asks: Asks | undefined;
  /** The habits of the seat. */
  readonly habits: readonly string[] | undefined;
  /** When a hidden window began to ask this question, if one does. */
  readonly since: number | undefined;
  /** Whether the seat has acted and has not been shown the outcome yet. */
  readonly isOwed: boolean;
}

/** An entry from the view of one seat. */
export interface SeatNow {
  readonly engine: AnyGame;
  readonly entry: Entry;
  readonly position: Position;
  readonly seat: number;
  /** The view of a spectator. */
  readonly spectator: unknown;
  /** The seat whose question a habit answers now. */
  readonly habitual: number | undefined;
  /** Whether the open window hides the entry. */
  readonly isHidden: boolean;
  readonly window: OpenWindow | undefined;
  /** Whether the seat sees more of the events than the public does. */
  readonly isRicher: boolean;
}

export const NOT_ASKED: SeatProgress = {
  own: 0,
  decision: 0,
  isAsked: false,
  isAwaited: false,
  legal: [],
  view: {},
  asks: undefined,
  habits: undefined,
  since: undefined,
  isOwed: false,
};

export function seatAfter(was: SeatProgress, now: SeatNow): SeatProgress {
  const isStanding = standsStill(now.window, now.seat) && !hasLeft(now);
  const next = isStanding ? standing(was, now) : facing(was, now);
  const asks = now.position.wishes.get(now.seat);
  const habits = now.position.habits.get(now.seat);
  const isNew = next.legal !== was.legal || next.view !== was.view || asks !== was.asks || habits !== was.habits;
  return { ...next, asks, habits, own: was.own + (isNew || now.isRicher ? 1 : 0) };
}

/**
 * For a seat that a window does not ask now. It keeps its last question. Its view changes only by visible entries, and
 * not if the window has asked the seat before or would ask it but for a wish.
 */
function standing(was: SeatProgress, now: SeatNow): SeatProgress {
  const { engine, entry, isHidden, position, seat, spectator, window } = now;
  const isOwed = was.isOwed || actorOf(entry) === seat;
  const knows = was.since !== undefined || window?.wished.some((wished) => wished === seat);
  if (isHidden || knows) return { ...was, isOwed };
  const view = richerFields({ own: engine.view(position.state, seat as Seat), spectator }, deepEqual);
  return deepEqual(view, was.view) ? was : { ...was, view };
}

/**
 * For any other seat. Lists and views stay the same objects when nothing changed for the seat. A question that a habit answers is not
 * put to the seat.
 */
function facing(was: SeatProgress, now: SeatNow): SeatProgress {
  const { engine, entry, position, seat } = now;
  const view = richerFields({ own: engine.view(position.state, seat as Seat), spectator: now.spectator }, deepEqual);
  const isHabitual = now.habitual === seat;
  const moves = isHabitual ? [] : engine.legalMoves(position.state, seat as Seat);
  const legal = moves.map((move) => engine.format(move));
  const isAsked = legal.length > 0;
  const isAwaited = isAsked && isWaitedFor(now);
  const hasActed = was.isOwed || actorOf(entry) === seat;
  const isSameQuestion = deepEqual(was.legal, legal) && !(isAsked && hasActed);
  const since = sinceWhen(was, now, isSameQuestion);
  if (isSameQuestion && deepEqual(was.view, view)) return { ...was, isAwaited, since, isOwed: false };
  const decision = was.decision + (isAsked ? 1 : 0);
  return { ...was, decision, isAsked, isAwaited, legal, view, since, isOwed: false };
}

function isWaitedFor({ engine, position, seat }: SeatNow): boolean {
  return position.status === 'running' && toMoveIn(engine, position).some((one) => one === seat);
}

/** An unchanged question in a window keeps its start: answers of other seats do not prolong it. */
function sinceWhen(was: SeatProgress, now: SeatNow, isSameQuestion: boolean): number | undefined {
  const { entry, seat, window } = now;
  if (window === undefined || standsStill(window, seat)) return undefined;
  return was.since !== undefined && isSameQuestion && !endsPause(now) ? was.since + lostIn(entry) : entry.at;
}

/** Whether the entry ends a pause. The time to answer then begins anew. */
function endsPause({ entry, position }: SeatNow): boolean {
  if (entry.kind !== 'agreement' || position.pause !== undefined) return false;
  return entry.is === 'over' || (entry.what === 'resume' && entry.is !== 'declined');
}

function hasLeft({ entry, seat }: SeatNow): boolean {
  return entry.kind === 'absence' && entry.seat === seat && (entry.what === 'resigned' || entry.what === 'retired');
}
