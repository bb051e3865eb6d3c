/**
 * What each viewer has been shown, in numbered steps. All of it follows from the record, so a restart gives the same
 * numbers. Secret changes do not move the numbers of viewers who may not know them.
 */
import {
  type Asks,
  answerBy,
  botOf,
  type Clocks,
  clocksAfter,
  deadlineOf,
  type Entry,
  habitAnswer,
  lostIn,
  type Occupant,
  type Position,
  type Private,
  restsIn,
  richerFields,
  type TableSettings,
  toMoveIn,
  undoRefusal,
} from '@flower-war/protocol';
import { type AnyGame, deepEqual, type Seat, type Slot } from '@flower-war/rules';
import { actorOf } from './entryKinds.ts';
import { type Happened, isHidden, type OpenWindow, standsStill, windowAfter } from './hiddenWindow.ts';

/** What one entry showed to which viewers. Viewers that are not named here get nothing. */
export interface Flush {
  readonly public: boolean;
  readonly publicEvents: readonly unknown[];
  readonly seats: ReadonlyMap<number, SeatFlush>;
}

interface SeatFlush {
  readonly private: Private;
  /** Sent instead of the public events, if this seat may see more of them. */
  readonly events?: readonly unknown[];
}

/** What a seat may know. The socket brings the private part alone, because every byte counts there. */
export interface Own {
  readonly private: Private;
  /** Whether the match waits for the decision of the seat. A choice may stay open to change after it was made. */
  readonly isAwaited: boolean;
}

/** The public part of a position. Presence is not part of it, as it is not in the record. */
export interface PublicTable
  extends Pick<Position, 'status' | 'occupants' | 'result' | 'offer' | 'pause' | 'vacations'> {
  /** The clocks at the last other change. Their running alone is not a change. */
  readonly clocks: readonly ShownClock[];
  /** The temples at the table, and the seats that offer by hand nevertheless. */
  readonly temples: Position['temples']['all'];
  readonly byHand: Position['temples']['byHand'];
  /** Whether the seat to move could offer to each god now, for the lights of temples. */
  readonly mayOffer: Readonly<Record<Slot, boolean>>;
  /** `undefined` before the start. */
  readonly view: unknown;
}

interface ShownClock {
  readonly left: number;
  readonly deadline: number;
}

/** The turn and the clocks as all viewers see them, even while a window hides the real ones. */
interface Openly {
  /** The seats that must decide. */
  readonly awaited: readonly Seat[];
  readonly clocks: Clocks;
}

interface Now {
  readonly step: number;
  readonly table: PublicTable;
  readonly openly: Openly;
  readonly window: OpenWindow | undefined;
  readonly seats: readonly SeatProgress[];
}

/** An entry, with what all viewers may see of it. */
interface Meeting extends Happened {
  readonly table: PublicTable;
  readonly isHidden: boolean;
  readonly window: OpenWindow | undefined;
  readonly isRicher: readonly boolean[];
}

export class ViewerProgress {
  /** How often the public table changed. */
  readonly step: number;
  readonly table: PublicTable;
  /** The open hidden window, if any. */
  readonly window: OpenWindow | undefined;
  readonly openly: Openly;
  private readonly engine: AnyGame;
  private readonly settings: TableSettings;
  private readonly seats: readonly SeatProgress[];

  private constructor(engine: AnyGame, settings: TableSettings, { step, table, openly, window, seats }: Now) {
    this.engine = engine;
    this.settings = settings;
    this.step = step;
    this.table = table;
    this.openly = openly;
    this.window = window;
    this.seats = seats;
  }

  /** The progress at the first entry of a record. */
  static first(engine: AnyGame, position: Position): ViewerProgress {
    const { created } = position;
    const seats = Array.from({ length: created.seats }, () => NOT_ASKED);
    const table = publicTable(engine, position);
    const openly = { awaited: [], clocks: position.clocks };
    return new ViewerProgress(engine, created.table, { step: 0, table, openly, window: undefined, seats });
  }

  stepOf(seat: number): number {
    return this.step + this.of(seat).own;
  }

  /** The open decision of this seat. Undefined while the match stands still for it; its last one is still shown. */
  decisionOf(seat: number): number | undefined {
    const { isAsked, decision } = this.of(seat);
    return isAsked && !standsStill(this.window, seat) ? decision : undefined;
  }

  /** The last question that was put to this seat, open or not. */
  askedSoFar(seat: number): number {
    return this.of(seat).decision;
  }

  /** The decision that a pending move of this seat answers. A wish after the move does not close it. */
  questionOf(seat: number): number | undefined {
    const { isAsked, decision } = this.of(seat);
    const isWished = this.window?.wished.some((wished) => wished === seat);
    return isAsked && isWished ? decision : this.decisionOf(seat);
  }

  /** Whether this seat has not been shown the outcome of its last action yet. */
  owes(seat: number): boolean {
    return this.of(seat).isOwed;
  }

  /** When the clock answers for this seat in the open window. */
  untilOf(seat: number): number | undefined {
    const { since } = this.of(seat);
    return this.window && since !== undefined ? answerBy(this.settings, this.window, since) : undefined;
  }

  /** When a wish or the clock must answer in the open window. */
  get dueAt(): number | undefined {
    if (this.window === undefined) return undefined;
    const { asked, wished, movedAt } = this.window;
    const times = [...(wished.length > 0 ? [movedAt] : []), ...asked.flatMap((seat) => this.untilOf(seat) ?? [])];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  privateOf(seat: number): Private {
    const { isAsked, decision, legal, view, asks, habits, mayUndo } = this.of(seat);
    const until = this.untilOf(seat);
    const [table, step] = [this.step, this.stepOf(seat)];
    const told = isAsked ? { table, step, seat, decision, legal, view } : { table, step, seat, legal, view };
    if (until === undefined && asks === undefined && habits === undefined && !mayUndo) return told;
    const wanted = { ...(asks !== undefined && { asks }), ...(habits !== undefined && { habits }) };
    return { ...told, ...(until !== undefined && { until }), ...wanted, ...(mayUndo && { undo: true as const }) };
  }

  ownOf(seat: number): Own {
    return { private: this.privateOf(seat), isAwaited: this.of(seat).isAwaited };
  }

  /** The progress after the next entry, and what that entry shows. This object stays unchanged. */
  next(happened: Happened): { readonly shown: ViewerProgress; readonly flush: Flush } {
    const window = windowAfter(this.engine, this.window, happened);
    const isSecret = isHidden(happened.entry, { was: this.window, window });
    const openly = isSecret ? this.openly : this.openlyAfter(happened, window);
    const table = isSecret ? this.table : this.tableAfter(happened.position, { openly, window });
    const seen = (viewer: Seat | 'spectator') =>
      isSecret && !window?.asked.some((asked) => asked === viewer) ? [] : this.eventsFor(happened.events, viewer);
    const publicEvents = seen('spectator');
    const isNews = isNewsAlone(happened.entry, table);
    const isPublic = publicEvents.length > 0 || isNews || !isSameTable(table, this.table);
    const own = this.seats.map((_, seat) => seen(seat as Seat));
    const isRicher = own.map((events) => !deepEqual(events, publicEvents));
    const seats = this.nextSeats({ ...happened, table, isHidden: isSecret, window, isRicher });
    const now = isPublic ? { step: this.step + 1, table } : { step: this.step, table: this.table };
    const shown = new ViewerProgress(this.engine, this.settings, { ...now, openly, window, seats });
    const changed = seats.flatMap((now, seat) => (now.own === this.of(seat).own ? [] : [seat]));
    const told = changed.map((seat) => [seat, shown.told(seat, isRicher[seat] ? own[seat] : undefined)] as const);
    return { shown, flush: { public: isPublic, publicEvents, seats: new Map(told) } };
  }

  /** The public turn and clocks. In a window the seat to move seems still asked, and its clock seems to run on. */
  private openlyAfter(happened: Happened, window: OpenWindow | undefined): Openly {
    const { position } = happened;
    if (this.table.status === 'over') return this.openly;
    if (window === undefined && !this.isCutShort(happened)) return openlyIn(this.engine, position);
    const awaited = this.openly.awaited.filter((seat) => !position.gone.includes(seat));
    const was = { clocks: this.openly.clocks, occupants: this.table.occupants };
    return { awaited, clocks: openClocks(was, { ...happened, awaited }) };
  }

  /** Whether the match ends in a window, but not by an answer there. */
  private isCutShort({ entry: { kind }, position }: Happened): boolean {
    return this.window !== undefined && position.status !== 'running' && kind !== 'move' && kind !== 'clock';
  }

  /** The public table. A window hides only its own part. */
  private tableAfter(position: Position, { openly, window }: Pick<Now, 'openly' | 'window'>): PublicTable {
    const table = publicTable(this.engine, position);
    const clocks = shownClocks(openly.clocks);
    return window === undefined ? { ...table, clocks } : { ...table, mayOffer: this.table.mayOffer, clocks };
  }

  private told(seat: number, events: readonly unknown[] | undefined): SeatFlush {
    return { private: this.privateOf(seat), ...(events !== undefined && { events }) };
  }

  private nextSeats({ entry, position, table, isHidden, window, isRicher }: Meeting): readonly SeatProgress[] {
    if (position.state === undefined) return this.seats;
    const habitual = habitAnswer(this.engine, position)?.seat;
    const common = { engine: this.engine, entry, position, spectator: table.view, habitual, isHidden, window };
    return this.seats.map((was, seat) => seatAfter(was, { ...common, seat, isRicher: isRicher[seat] === true }));
  }

  private eventsFor(events: readonly unknown[], viewer: Seat | 'spectator'): readonly unknown[] {
    return events
      .map((event) => this.engine.viewEvent(event, viewer) as unknown)
      .filter((event) => event !== undefined);
  }

  private of(seat: number): SeatProgress {
    return this.seats[seat] ?? NOT_ASKED;
  }
}

function openlyIn(engine: AnyGame, { status, state, clocks }: Position): Openly {
  return { awaited: status === 'running' ? toMoveIn(engine, { state }) : [], clocks };
}

/** Whether the entry is news though the table is the same: clocks got time back, or the dice are new. */
function isNewsAlone({ kind }: Entry, { clocks }: PublicTable): boolean {
  return kind === 'restored' || (kind === 'resumed' && clocks.length > 0);
}

function publicTable(engine: AnyGame, position: Position): PublicTable {
  const { status, occupants, result, state, offer, pause, vacations, clocks } = position;
  const { all: temples, byHand } = position.temples;
  const view: unknown = state === undefined ? undefined : engine.view(state, 'spectator');
  const rare = { ...(result && { result }), ...(offer && { offer }), ...(pause && { pause }) };
  const mayOffer = offeringsIn(engine, position);
  return { status, occupants, vacations, ...rare, view, clocks: shownClocks(clocks), temples, byHand, mayOffer };
}

/** Computed also without temples, because a temple bound in a window must be told the state before it. */
function offeringsIn(engine: AnyGame, position: Position): PublicTable['mayOffer'] {
  return { war: isOffered(engine, position, 'war'), rain: isOffered(engine, position, 'rain') };
}

function isOffered({ temple }: AnyGame, { status, state }: Position, slot: Slot): boolean {
  const seat = status === 'running' ? temple?.standing(state)?.seat : undefined;
  return seat !== undefined && typeof temple?.offering(state, seat, slot) === 'object';
}

function shownClocks(clocks: Clocks): readonly ShownClock[] {
  return clocks.map(({ left }, seat) => ({ left, deadline: deadlineOf(clocks, seat) ?? 0 }));
}

/** Compares most fields by identity: they are replaced when they change, never modified. */
function isSameTable(a: PublicTable, b: PublicTable): boolean {
  const isSame = (field: keyof PublicTable) => a[field] === b[field];
  const isFramed =
    isSame('status') &&
    isSame('occupants') &&
    isSame('result') &&
    isSame('offer') &&
    isSame('pause') &&
    isSame('vacations');
  return isFramed && isSame('temples') && isSame('byHand') && deepEqual(a.view, b.view);
}

// The public clocks while a hidden window is open. The real ones stand still then, which would reveal the window.

interface Before {
  readonly clocks: Clocks;
  readonly occupants: ReadonlyMap<number, Occupant>;
}

/** The clocks after a visible entry in a window. They charge the seat whose turn all viewers see, unless paused. */
function openClocks(
  { clocks, occupants }: Before,
  { entry, position, awaited }: Happened & { readonly awaited: readonly Seat[] },
): Clocks {
  if (clocks.length === 0) return clocks;
  return clocksAfter(position.created.table, clocks, {
    at: entry.at,
    lost: lostIn(entry),
    asked: position.pause === undefined && position.status === 'running' ? awaited : undefined,
    bots: [...occupants].flatMap(([seat, occupant]) => (botOf(occupant) === undefined ? [] : [seat])),
    ...(entry.kind === 'absence' && entry.what === 'returned' && { returned: entry.seat }),
    ...restsIn(position, entry),
  });
}

// What one seat has been shown, and what the next entry shows it.

/** What a seat sees beyond the public table, and what it is asked. */
interface SeatProgress {
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
  /** Whether the seat may take its last move back alone. */
  readonly mayUndo: boolean;
  /** When a hidden window began to ask this question, if one does. */
  readonly since: number | undefined;
  /** Whether the seat has acted and has not been shown the outcome yet. */
  readonly isOwed: boolean;
}

/** An entry from the view of one seat. */
interface SeatNow {
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

const NOT_ASKED: SeatProgress = {
  own: 0,
  decision: 0,
  isAsked: false,
  isAwaited: false,
  legal: [],
  view: {},
  asks: undefined,
  habits: undefined,
  mayUndo: false,
  since: undefined,
  isOwed: false,
};

function seatAfter(was: SeatProgress, now: SeatNow): SeatProgress {
  const isStanding = standsStill(now.window, now.seat) && !hasLeft(now);
  const next = isStanding ? standing(was, now) : facing(was, now);
  const asks = now.position.wishes.get(now.seat);
  const habits = now.position.habits.get(now.seat);
  const mayUndo = isStanding
    ? was.mayUndo
    : isPerson(now) && undoRefusal(now.engine, now.position, now.seat) === undefined;
  const isWished = asks !== was.asks || habits !== was.habits;
  const isNew = next.legal !== was.legal || next.view !== was.view || isWished || mayUndo !== was.mayUndo;
  return { ...next, asks, habits, mayUndo, own: was.own + (isNew || now.isRicher ? 1 : 0) };
}

/** Whether the player plays; agreements ask no bot, and one that stands in has nothing to take back. */
function isPerson({ position: { occupants }, seat }: SeatNow): boolean {
  const occupant = occupants.get(seat);
  return occupant?.kind === 'player' && occupant.bot === undefined;
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
  // An end that the table decides on leaves a state in which the rules still ask.
  const isOpen = position.status === 'running' && now.habitual !== seat;
  const moves = isOpen ? engine.legalMoves(position.state, seat as Seat) : [];
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
