/** A bot that looks through all that may come until the next toss but one, and weighs its odds there. The game has no secrets. */
import type { Bot, Question, Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type Foresight, foreseeing } from '../../search/foreseeing.ts';
import type { Colour } from '../board.ts';
import { tieqchieq } from '../index.ts';
import type { Settings } from '../options.ts';
import type { Move, Phase, Side, State } from '../state.ts';
import type { View } from '../view.ts';
import { FINENESS, oddsOf, type Sides } from './odds.ts';
import { WEIGHTS } from './oddsWeights.ts';

type TieqchieqQuestion = Question<View, Move, Settings>;

/** Odds by these weights, for each board and way to spend a roll. */
export function foresightBy(
  weights: (options: Settings) => ArrayLike<number>,
  depth: number,
): Foresight<State, Move, View, Settings> {
  return {
    game: tieqchieq,
    position: positionOf,
    isQuiet: ({ phase }) => phase.kind === 'tossing',
    worth: (state, seat) => {
      const { phase, options } = state;
      if (phase.kind === 'over') return shareOf(state, seat);
      const odds = oddsOf(weights(options), sidesOf(state, phase.seat));
      return phase.seat === seat ? odds : 1 - odds;
    },
    depth,
  };
}

function shareOf(state: State, seat: Seat): number {
  const winners = tieqchieq.result(state)?.winners ?? [];
  return winners.includes(seat) ? 1 / winners.length : 0;
}

/** The sides of a position, that of the seat first. */
export const sidesOf = ({ sides: [red, yellow] }: State, seat: Seat): Sides =>
  seat === 0 ? [red, yellow] : [yellow, red];

const LEARNED = {
  S7: whole(WEIGHTS.S7),
  F7: whole(WEIGHTS.F7),
  spendUpTo: whole(WEIGHTS.spendUpTo),
};

function whole(thousandths: readonly number[]): Float64Array {
  return Float64Array.from(thousandths, (weight) => weight / FINENESS);
}

export const strong: Bot<View, Move, Settings> = foreseeing(
  foresightBy(({ board, surcharge }) => LEARNED[surcharge === 'spendUpTo' ? surcharge : board], 1),
);

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
