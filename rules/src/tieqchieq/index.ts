import type { Chance } from '../contract/chance.ts';
import type { Game } from '../contract/game.ts';
import type { OptionSpec, Options } from '../contract/optionSpec.ts';
import type { Seat } from '../contract/seat.ts';
import { at } from '../json/at.ts';
import { BOARD_IDS } from './board.ts';
import { legalMoves, refusal } from './moves.ts';
import { format, parse } from './notation.ts';
import { result } from './outcome.ts';
import type { Colour, Event, Move, Reason, Settings, Side, State } from './state.ts';
import { apply, leave } from './turn.ts';
import { type View, view, viewEvent } from './view.ts';

const OPTIONS: readonly OptionSpec[] = [
  { name: 'board', type: 'choice', default: 'S7', values: BOARD_IDS },
  { name: 'surcharge', type: 'choice', default: 'exact', values: ['exact', 'spendUpTo'] },
  { name: 'plusFree', type: 'flag', default: true },
  { name: 'mayPass', type: 'flag', default: false },
  { name: 'stacking', type: 'flag', default: false },
  { name: 'startPlayer', type: 'choice', default: 'random', values: ['random', 'host', 'seat-0', 'seat-1'] },
  { name: 'turnCap', type: 'integer', default: 1000, min: 1, max: 4000, recordMax: 100_000 },
];

/** A race of twelve tokens through one lane, with four coins. Seat 0 is RED, seat 1 is YELLOW. */
export const tieqchieq: Game<State, Move, Event, View, Reason> = {
  id: 'tieqchieq',
  rulesVersion: 1,
  seats: [2, 2],
  presets: [
    { id: 'tieqchieq', options: {} },
    { id: 'tieqchieq-fortress', options: { board: 'F7' } },
    // For young people: a roll that fits nowhere exactly is spent as far as it goes.
    { id: 'tieqchieq-young', options: { surcharge: 'spendUpTo' } },
  ],
  options: OPTIONS,
  setup,
  toMove: ({ phase }) => (phase.kind === 'over' ? [] : [phase.seat]),
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle: (state) => state, // nothing is hidden
  view,
  viewEvent,
  result,
  parse,
  format,
};

const EMPTY: Side = { path: [], home: 0 };

function setup(options: Options, _seats: number, chance: Chance): State {
  const settings = options as Options & Settings; // complete and checked, says the contract
  const seat = firstSeat(settings) ?? chance.pick([0, 1] as const);
  return { options: settings, sides: [EMPTY, EMPTY], phase: { kind: 'tossing', seat }, tosses: 0 };
}

function firstSeat({ startPlayer }: Settings): Colour | undefined {
  if (startPlayer === 'random') return undefined;
  return startPlayer === 'seat-1' ? 1 : 0;
}

/** `pass` if the options allow it, else the first move in canonical order. */
function fallback(state: State, seat: Seat): Move {
  const legal = legalMoves(state, seat);
  return legal.find(({ kind }) => kind === 'pass') ?? at(legal, 0);
}
