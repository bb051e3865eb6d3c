/** What a bot sees before it judges: its own tribe, its rivals and its legal moves. */
import type { Chance } from '../../contract/chance.ts';
import { SEATS, type Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { RingView, TribeView } from '../view/view.ts';

export interface Rival {
  readonly seat: Seat;
  readonly tribe: TribeView;
}

export interface Sight<V extends RingView = RingView> {
  readonly view: V;
  readonly me: Seat;
  readonly own: TribeView;
  readonly rivals: readonly Rival[];
}

export function sightOf<V extends RingView>(view: V, me: Seat): Sight<V> {
  const rivals = SEATS.flatMap((seat) => {
    const tribe = view.tribes[seat];
    return tribe?.here === true && seat !== me ? [{ seat, tribe }] : [];
  });
  return { view, me, own: at(view.tribes, me), rivals };
}

/** Picks at random among the moves with the highest score. */
export function best<M>(legal: readonly M[], score: (move: M) => number, chance: Chance): M {
  if (legal.length === 1) return at(legal, 0);
  const scores = legal.map(score);
  const highest = Math.max(...scores);
  return chance.pick(legal.filter((_, index) => scores[index] === highest));
}
