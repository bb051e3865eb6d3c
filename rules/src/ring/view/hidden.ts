/**
 * Hidden windows. A decision that exists only because of the cards in a hand must not show: while it is open, who is not
 * asked sees the match as it stood when nothing was hidden, or as it stood when that seat was asked itself.
 */
import type { Seat, Viewer } from '../../contract/seat.ts';
import type { Window, WindowsCapability } from '../capabilities/windows.ts';
import type { Event } from '../model/event.ts';
import type { Table } from '../model/state.ts';

/** A table, and while a window is open, what the others see and what has not been told yet. */
export type State = Table & { readonly hidden?: Hidden };

export interface Hidden {
  readonly public: Table;
  /** What those who were asked before saw last. */
  readonly seats: readonly { readonly seat: Seat; readonly table: Table }[];
  readonly events: readonly Event[];
}

const isHidden = ({ phase }: Table): boolean => phase.kind === 'reacting' || phase.kind === 'battle';

export interface Shown {
  readonly state: State;
  readonly events: readonly Event[];
}

export function bare(state: State): Table {
  if (state.hidden === undefined) return state;
  const { hidden: _, ...table } = state;
  return table;
}

/** What comes after `before`: told at once, or kept back until the window has closed. */
export function hide(before: State, after: Table, fresh: readonly Event[]): Shown {
  const events = before.hidden === undefined ? fresh : [...before.hidden.events, ...fresh];
  if (!isHidden(after)) return { state: after, events };
  const hidden = { public: before.hidden?.public ?? bare(before), seats: seenBy(before, after), events };
  return { state: { ...after, hidden }, events: [] };
}

const askedIn = ({ phase }: Table): Seat | undefined => (phase.kind === 'over' ? undefined : phase.seat);

/** Who was asked until now keeps what it saw; who is asked now sees all. */
function seenBy(before: State, after: Table): Hidden['seats'] {
  if (before.hidden === undefined) return [];
  const seat = askedIn(before);
  const asked = seat === undefined ? [] : [{ seat, table: bare(before) }];
  const known = before.hidden.seats.filter((one) => one.seat !== seat);
  return [...known, ...asked].filter((one) => one.seat !== askedIn(after));
}

/** The table as this viewer sees it. */
export function tableFor(state: State, viewer: Viewer): Table {
  const { hidden } = state;
  if (hidden === undefined || viewer === 'all' || viewer === askedIn(state)) return state;
  return hidden.seats.find(({ seat }) => seat === viewer)?.table ?? hidden.public;
}

export const WINDOWS: WindowsCapability<State, Event> = {
  open: windowOf,
  heldBack: ({ hidden }) => hidden?.events ?? [],
};

function windowOf({ phase }: State): Window | undefined {
  if (phase.kind === 'battle') return { kind: 'own' };
  if (phase.kind !== 'reacting') return undefined;
  return { kind: phase.window.moment === 'attack' ? 'attack' : 'reaction' };
}
