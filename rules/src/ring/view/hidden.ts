/**
 * Hidden windows. No viewer may notice a decision that exists only because of a card in a hand. While it is open, seats
 * that were asked before see the match as it was when they were asked; all others see it as it was before the window.
 */
import type { Seat, Viewer } from '../../contract/game.ts';
import type { Window, WindowsCapability } from '../capabilities.ts';
import type { Event } from '../model/event.ts';
import type { RingTable } from '../model/state.ts';

/** A table. While a window is open, also the tables that the others see and the events that no viewer has got yet. */
export type State = RingTable & { readonly hidden?: Hidden };

export interface Hidden {
  readonly public: RingTable;
  /** The last tables that earlier asked seats have seen. */
  readonly seats: readonly { readonly seat: Seat; readonly table: RingTable }[];
  readonly events: readonly Event[];
}

const isHidden = ({ phase }: RingTable): boolean => phase.kind === 'reacting' || phase.kind === 'battle';

export interface ShownState {
  readonly state: State;
  readonly events: readonly Event[];
}

export function bare(state: State): RingTable {
  if (state.hidden === undefined) return state;
  const { hidden: _, ...table } = state;
  return table;
}

/** The state and the events that follow `before`. Events are held back until the window has closed. */
export function hide(before: State, after: RingTable, fresh: readonly Event[]): ShownState {
  const events = before.hidden === undefined ? fresh : [...before.hidden.events, ...fresh];
  if (!isHidden(after)) return { state: after, events };
  const hidden = { public: before.hidden?.public ?? bare(before), seats: seenBy(before, after), events };
  return { state: { ...after, hidden }, events: [] };
}

const askedIn = ({ phase }: RingTable): Seat | undefined => (phase.kind === 'over' ? undefined : phase.seat);

/** A seat that was asked until now keeps the table that it saw. The seat that is asked now sees the real table. */
function seenBy(before: State, after: RingTable): Hidden['seats'] {
  if (before.hidden === undefined) return [];
  const seat = askedIn(before);
  const asked = seat === undefined ? [] : [{ seat, table: bare(before) }];
  const known = before.hidden.seats.filter((one) => one.seat !== seat);
  return [...known, ...asked].filter((one) => one.seat !== askedIn(after));
}

/** The table as this viewer sees it. */
export function tableFor(state: State, viewer: Viewer): RingTable {
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
