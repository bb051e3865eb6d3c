import type { Result, Standing } from '../contract/result.ts';
import type { Seat } from '../contract/seat.ts';
import type { Colour } from './board.ts';
import type { Phase, State } from './state.ts';
import { progress, reserve } from './state.ts';

const COLOURS: readonly Colour[] = [0, 1];

export function result(state: State): Result | undefined {
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
