/** A bot that tries its moves out. The game has no secrets, so the view tells the whole position. */

import type { Chance } from '../../contract/chance.ts';
import type { Bot, Question, Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type Plan, searching } from '../../search/searching.ts';
import { type Colour, other, PATHS } from '../board.ts';
import { tieqchieq } from '../index.ts';
import type { Settings } from '../options.ts';
import { type Move, type Phase, progress, type Side, type State } from '../state.ts';
import { type View, view as viewOf } from '../view.ts';
import { greedy, risk, scoresOf } from './greedy.ts';

type TieqchieqQuestion = Question<View, Move, Settings>;

const PLAN: Plan<State, Move, View, Settings> = {
  game: tieqchieq,
  guess: scoresOf,
  sampled: positionOf,
  playsOn,
  worth,
  // A toss has a time of its own, so that all trials toss alike, whatever was moved before.
  clock: ({ tosses, phase }) => 2 * tosses + (phase.kind === 'tossing' ? 1 : 0),
  limits: { candidates: 5, margin: 15, horizon: 12, moves: 12_000, trust: 20 },
};

export const strong: Bot<View, Move, Settings> = searching(PLAN);

/** The position that a view shows. */
export function positionOf({ view, options }: Pick<TieqchieqQuestion, 'view' | 'options'>): State | undefined {
  const phase = phaseOf(view);
  const side = (colour: Colour): Side => ({ path: at(view.sides, colour).path, home: at(view.sides, colour).home });
  return phase && { options, sides: [side(0), side(1)], phase, tosses: view.tosses };
}

function phaseOf({ phase, turn: seat, roll, at: position }: View): Phase | undefined {
  switch (phase) {
    case 'tossing':
      return { kind: 'tossing', seat };
    case 'acting':
      return { kind: 'acting', seat, roll };
    case 'bonus':
      return { kind: 'bonus', seat, at: position };
    case 'over':
      return undefined;
  }
}

function playsOn(state: State, seat: Seat, chance: Chance): Move {
  const legal = tieqchieq.legalMoves(state, seat);
  return legal.length === 1
    ? at(legal, 0)
    : greedy({ view: viewOf(state), seat, options: state.options, legal }, chance);
}

/** The worth of a token at home beyond its squares, and of the victory. */
const HOME = 3;
const VICTORY = 40;

function worth(state: State, seat: Seat): number {
  const mine: Colour = seat === 0 ? 0 : 1;
  const { phase } = state;
  const decided = phase.kind === 'over' && phase.reason !== 'turn-cap' ? (phase.winner === mine ? 1 : -1) : 0;
  return standing(state, mine) - standing(state, other(mine)) + VICTORY * decided;
}

/** The squares of a side, less what the other side may take of them if it is to toss. */
function standing({ options: { board, surcharge }, sides, phase }: State, colour: Colour): number {
  const { path, home } = sides[colour];
  const here = {
    mine: PATHS[board][colour],
    foe: PATHS[board][other(colour)],
    enemies: sides[other(colour)].path,
    surcharge,
  };
  const isExposed = phase.kind === 'tossing' && phase.seat !== colour;
  const risks = isExposed ? path.reduce((sum, position) => sum + risk(here, position), 0) : 0;
  return progress(sides[colour]) + HOME * home - risks;
}
