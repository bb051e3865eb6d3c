import type { Chance } from '../contract/chance.ts';
import type { Game, Result, Seat, Standing } from '../contract/game.ts';
import { at } from '../json/at.ts';
import type { Colour } from './board.ts';
import { habits, type TieqchieqHabits } from './habits.ts';
import { format, legalMoves, parse, refusal } from './moves.ts';
import { OPTIONS, PRESETS, type Settings } from './options.ts';
import { parts } from './parts.ts';
import { type Event, type Move, type Phase, progress, type Reason, reserve, type Side, type State } from './state.ts';
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

const COLOURS: readonly Colour[] = [0, 1];

function result(state: State): Result | undefined {
  const { phase } = state;
  if (phase.kind !== 'over') return undefined;
  const winners = winnersOf(state, phase);
  return {
    result: phase.reason === 'retired' ? 'forfeit' : winners.length > 1 ? 'draw' : 'win',
    winners,
    standings: COLOURS.map((seat) => standing(state, seat, winners.includes(seat) ? 1 : 2)).toSorted(byPlace),
    reason: phase.reason,
  };
}

/** [E8] At the turn cap the larger sum of positions wins; seats with equal sums share the victory. */
function winnersOf({ sides }: State, phase: Extract<Phase, { kind: 'over' }>): readonly Seat[] {
  if (phase.reason !== 'turn-cap') return [phase.winner];
  const best = Math.max(...sides.map(progress));
  return COLOURS.filter((seat) => progress(sides[seat]) === best);
}

function standing({ sides }: State, seat: Colour, place: number): Standing {
  const side = sides[seat];
  const breakdown = { home: side.home, board: side.path.length, reserve: reserve(side) };
  return { seat, place, score: progress(side), breakdown };
}

const byPlace = (a: Standing, b: Standing): number => a.place - b.place;
