/** One trial: a move in an imagined position, and how the match goes on from there. */
import type { Chance } from '../contract/chance.ts';
import { fastChance } from '../contract/fastChance.ts';
import type { Seat } from '../contract/seat.ts';
import type { Plan } from './plan.ts';

export interface Trial {
  /** What the position is worth in which the trial stops. */
  readonly points: number;
  /** How many moves were played. */
  readonly moves: number;
}

interface Start<S, M> {
  readonly state: S;
  readonly seat: Seat;
  readonly move: M;
  /** Trials with the same seed have the same luck. */
  readonly seed: number;
}

type Rules<S, M> = Pick<Plan<S, M, unknown, unknown>, 'game' | 'clock' | 'playsOn' | 'worth' | 'limits'>;

/** Guards against a game whose clock stands still. */
const MOST_MOVES = 2000;

/** Undefined if the rules refuse the move: then the imagined position is not like the true one. */
export function trial<S, M>(rules: Rules<S, M>, { state: start, seat, move, seed }: Start<S, M>): Trial | undefined {
  const { game, clock, playsOn, worth, limits } = rules;
  const end = clock(start) + limits.horizon;
  let [state, next, moves]: [S, Seat | undefined, number] = [start, seat, 0];
  for (let [now, step] = [clock(start), 0]; next !== undefined && now < end && moves < MOST_MOVES; moves++) {
    const luck = luckAt(seed, now, step);
    const applied = game.apply(state, next, moves === 0 ? move : playsOn(state, next, luck), luck);
    if (!applied.ok) return undefined;
    state = applied.state;
    next = game.toMove(state)[0];
    step = clock(state) === now ? step + 1 : 0;
    now = clock(state);
  }
  return { points: worth(state, seat), moves };
}

const STEPS = 64;
const MOMENTS = 2 ** 20;

/** The luck of a moment: the same in all trials of a seed, however many moves came before. */
function luckAt(seed: number, now: number, step: number): Chance {
  return fastChance(seed * MOMENTS + ((now * STEPS + (step % STEPS)) % MOMENTS));
}
