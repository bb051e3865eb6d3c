/**
 * What each viewer was shown, counted. Everything follows from the record, so a restart gives the same numbers; and what
 * a viewer may not know moves none of that viewer's numbers.
 */
import type { Position, Private } from '@flower-war/protocol';
import { type AnyGame, deepEqual, type Seat } from '@flower-war/rules';

/** What a seat sees beyond the public, and what it is asked. */
interface SeatShown {
  /** How often something changed for this seat alone. */
  readonly own: number;
  /** Counts the questions put to this seat. */
  readonly decision: number;
  /** A seat may have moves although nobody waits for it: a choice that may still be changed. */
  readonly isAsked: boolean;
  readonly legal: readonly string[];
  readonly view: Readonly<Record<string, unknown>>;
}

/** What one entry showed to whom. Nothing is sent to a viewer that is not named here. */
export interface Flush {
  readonly public: boolean;
  readonly publicEvents: readonly unknown[];
  readonly seats: ReadonlyMap<number, SeatFlush>;
}

export interface SeatFlush {
  readonly private: Private;
  /** Only when this seat learns more of what happened than everybody does; then instead of the public events. */
  readonly events?: readonly unknown[];
}

const NOT_ASKED: SeatShown = { own: 0, decision: 0, isAsked: false, legal: [], view: {} };

export class Shown {
  /** How often something changed for everybody. */
  readonly step: number;
  private readonly engine: AnyGame;
  private readonly table: PublicTable;
  private readonly seats: readonly SeatShown[];

  private constructor(engine: AnyGame, now: { step: number; table: PublicTable; seats: readonly SeatShown[] }) {
    this.engine = engine;
    this.step = now.step;
    this.table = now.table;
    this.seats = now.seats;
  }

  /** At the first entry of a record nobody was shown anything. */
  static first(engine: AnyGame, position: Position): Shown {
    const seats = Array.from({ length: position.created.seats }, () => NOT_ASKED);
    return new Shown(engine, { step: 0, table: publicTable(engine, position), seats });
  }

  stepOf(seat: number): number {
    return this.step + this.of(seat).own;
  }

  /** The decision that is open for this seat, if it is asked anything. */
  decisionOf(seat: number): number | undefined {
    const { isAsked, decision } = this.of(seat);
    return isAsked ? decision : undefined;
  }

  privateOf(seat: number): Private {
    const { isAsked, decision, legal, view } = this.of(seat);
    return { table: this.step, step: this.stepOf(seat), seat, ...(isAsked && { decision }), legal, view };
  }

  /** What the next entry shows; `mover` is the seat that acted, if one did. Changes nothing in this one. */
  next(
    position: Position,
    events: readonly unknown[],
    mover?: number,
  ): { readonly shown: Shown; readonly flush: Flush } {
    const table = publicTable(this.engine, position);
    const publicEvents = this.eventsFor(events, 'spectator');
    const isPublic = publicEvents.length > 0 || !isSameTable(table, this.table);
    const own = this.seats.map((_, seat) => this.eventsFor(events, seat as Seat));
    const isRicher = own.map((seen) => !deepEqual(seen, publicEvents));
    const seats = this.nextSeats({ state: position.state, spectator: table.view }, isRicher, mover);
    const shown = new Shown(this.engine, { step: this.step + (isPublic ? 1 : 0), table, seats });
    const changed = seats.flatMap((now, seat) => (now === this.seats[seat] ? [] : [seat]));
    const told = changed.map((seat) => [seat, shown.told(seat, isRicher[seat] ? own[seat] : undefined)] as const);
    return { shown, flush: { public: isPublic, publicEvents, seats: new Map(told) } };
  }

  private told(seat: number, events: readonly unknown[] | undefined): SeatFlush {
    return { private: this.privateOf(seat), ...(events !== undefined && { events }) };
  }

  private nextSeats(
    { state, spectator }: Pick<SeatNow, 'state' | 'spectator'>,
    isRicher: readonly boolean[],
    mover: number | undefined,
  ): readonly SeatShown[] {
    if (state === undefined) return this.seats;
    return this.seats.map((was, seat) => {
      const now = this.seatAfter(was, {
        state,
        spectator,
        seat,
        isMover: mover === seat,
      });
      return now === was && isRicher[seat] ? { ...was, own: was.own + 1 } : now;
    });
  }

  /** The same object when nothing changed for this seat. */
  private seatAfter(was: SeatShown, { state, spectator, seat, isMover }: SeatNow): SeatShown {
    const view = richerFields(this.engine.view(state, seat as Seat), spectator);
    const legal = this.engine.legalMoves(state, seat as Seat).map((move) => this.engine.format(move));
    const isAsked = legal.length > 0;
    const isSame = deepEqual(was.legal, legal) && deepEqual(was.view, view);
    if (isSame && !(isAsked && isMover)) return was;
    return { own: was.own + 1, decision: was.decision + (isAsked ? 1 : 0), isAsked, legal, view };
  }

  private eventsFor(events: readonly unknown[], viewer: Seat | 'spectator'): readonly unknown[] {
    return events
      .map((event) => this.engine.viewEvent(event, viewer) as unknown)
      .filter((event) => event !== undefined);
  }

  private of(seat: number): SeatShown {
    return this.seats[seat] ?? NOT_ASKED;
  }
}

interface SeatNow {
  readonly state: unknown;
  readonly spectator: unknown;
  readonly seat: number;
  readonly isMover: boolean;
}

/** What everybody sees of a position; whoever is present is not part of a record. */
interface PublicTable extends Pick<Position, 'status' | 'occupants' | 'result'> {
  readonly view: unknown;
}

function publicTable(engine: AnyGame, { status, occupants, result, state }: Position): PublicTable {
  const view: unknown = state === undefined ? undefined : engine.view(state, 'spectator');
  return { status, occupants, ...(result !== undefined && { result }), view };
}

/** Occupants and result are replaced when they change, never written to. */
function isSameTable(a: PublicTable, b: PublicTable): boolean {
  return a.status === b.status && a.occupants === b.occupants && a.result === b.result && deepEqual(a.view, b.view);
}

/** The fields in which a seat sees more than a spectator. */
function richerFields(view: unknown, spectator: unknown): Readonly<Record<string, unknown>> {
  const own = Object.entries(view as Record<string, unknown>);
  return Object.fromEntries(
    own.filter(([field, value]) => !deepEqual(value, (spectator as Record<string, unknown>)[field])),
  );
}
