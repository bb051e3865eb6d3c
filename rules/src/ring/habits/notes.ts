/** What habits remember of a match. It follows from public events and from what all viewers see of the table. */
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json/at.ts';
import type { God } from '../model/card.ts';
import type { Event } from '../model/event.ts';
import type { RingTable } from '../model/state.ts';

export interface Notes {
  /** By seat: how many of its turns have ended. */
  readonly turns: readonly number[];
  /** By seat: how many of its turns have ended since it last got a card. */
  readonly quiet: readonly number[];
  /** By seat: its last sacrifice. */
  readonly gifts: readonly Gift[];
  /** Cards that were played in this turn, apart from battles and answers. */
  readonly played: number;
  /** Who has played a card in the battle whose dice lie on the table. */
  readonly fought: readonly Seat[];
  /** Whether the dice of a battle lie on the table. */
  readonly isInBattle: boolean;
}

/** Who received a sacrifice, and the god who was ahead after it. `none`: there is no sacrifice that still counts. */
interface Gift {
  readonly god: God | 'none';
  readonly ahead: God | 'none';
}

const NO_GIFT: Gift = { god: 'none', ahead: 'none' };

export function notesOf({ tribes }: RingTable): Notes {
  const none = tribes.map(() => 0);
  return { turns: none, quiet: none, gifts: tribes.map(() => NO_GIFT), played: 0, fought: [], isInBattle: false };
}

export function noted(notes: Notes, state: RingTable, events: readonly Event[]): Notes {
  return events.reduce((known, event) => afterEvent(known, state, event), notes);
}

function afterEvent(notes: Notes, state: RingTable, event: Event): Notes {
  switch (event.kind) {
    case 'turn-began':
      return { ...notes, played: 0, isInBattle: false };
    case 'turn-ended':
      return afterTurn(notes, event.seat);
    case 'card-drawn':
    case 'card-taken':
      return withCard(notes, event.seat);
    case 'card-given':
      return withCard(notes, event.to);
    case 'battle-rolled':
      return { ...notes, fought: [], isInBattle: true };
    case 'battle-won':
    case 'battle-tied':
      return { ...notes, isInBattle: false };
    case 'card-played':
      return afterCard(notes, event);
    case 'sacrificed':
      return { ...notes, gifts: notes.gifts.with(event.seat, { god: event.god, ahead: ahead(state) }) };
    case 'apocalypse':
    case 'ending-fixed':
      return { ...notes, gifts: notes.gifts.map(() => NO_GIFT) };
    default:
      return notes;
  }
}

function afterCard(notes: Notes, { seat, moment }: Extract<Event, { kind: 'card-played' }>): Notes {
  if (notes.isInBattle) return { ...notes, fought: [...notes.fought, seat] };
  return moment === undefined ? { ...notes, played: notes.played + 1 } : notes;
}

function afterTurn(notes: Notes, seat: Seat): Notes {
  const { turns, quiet } = notes;
  return { ...notes, turns: turns.with(seat, at(turns, seat) + 1), quiet: quiet.with(seat, at(quiet, seat) + 1) };
}

const withCard = (notes: Notes, seat: Seat): Notes => ({ ...notes, quiet: notes.quiet.with(seat, 0) });

/** The god who has received more. */
export function ahead({ tally }: Pick<RingTable, 'tally'>): God | 'none' {
  if (tally.war === tally.rain) return 'none';
  return tally.war > tally.rain ? 'war' : 'rain';
}
