import type { Chance } from '../contract/chance.ts';
import type { Game } from '../contract/game.ts';
import type { Seat } from '../contract/seat.ts';
import { at } from '../json/at.ts';
import type { Colour } from './board.ts';
import { habits, type TieqchieqHabits } from './habits.ts';
import { legalMoves, refusal } from './moves.ts';
import { format, parse } from './notation.ts';
import { OPTIONS, PRESETS, type Settings } from './options.ts';
import { result } from './outcome.ts';
import { parts } from './parts.ts';
import type { Event, Move, Reason, Side, State } from './state.ts';
import { apply, leave } from './turn.ts';
import { type View, view, viewEvent } from './view.ts';

interface Tieqchieq extends Game<State, Move, Event, View, Reason> {
  readonly habits: TieqchieqHabits;
}

/** A race of twelve tokens through one lane, with four coins. Seat 0 is RED, seat 1 is YELLOW. */
export const tieqchieq: Tieqchieq = {
  id: 'tieqchieq',
  rulesVersion: 1,
  seats: [2, 2],
  presets: PRESETS,
  options: OPTIONS,
  setup,
  toMove: ({ phase }) => (phase.kind === 'over' ? [] : [phase.seat]),
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle: (state) => state, // the game has no secrets
  view,
  viewEvent,
  parts,
  habits,
  result,
  parse,
  format,
};

const EMPTY: Side = { path: [], home: 0 };

function setup(options: Settings, _seats: number, chance: Chance): State {
  const seat = firstSeat(options) ?? chance.pick([0, 1] as const);
  return { options, sides: [EMPTY, EMPTY], phase: { kind: 'tossing', seat }, tosses: 0 };
}

function firstSeat({ startPlayer }: Settings): Colour | undefined {
  if (startPlayer === 'random') return undefined;
  return startPlayer === 'seat-1' ? 1 : 0;
}

/** The clock plays `pass` if the options allow it, else the first move in canonical order. */
function fallback(state: State, seat: Seat): Move {
  const legal = legalMoves(state, seat);
  return legal.find(({ kind }) => kind === 'pass') ?? at(legal, 0);
}
