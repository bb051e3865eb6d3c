/**
 * A bot for two seats and no secrets. It looks through all that may come of each move: each outcome of chance counts by its odds, and each
 * seat chooses what is best for itself. Where the look ahead ends, the worth of the position stands for the rest of the match.
 */
import { type Chance, outcomesOf } from '../contract/chance.ts';
import type { Bot, Game, Question, Seat } from '../contract/game.ts';
import { at } from '../json.ts';

export interface Foresight<S, M, V, O> {
  readonly game: Pick<Game<S, M, unknown, unknown, string>, 'toMove' | 'legalMoves' | 'apply'>;
  /** The position that the view shows; undefined once the match is over. */
  readonly position: (question: Question<V, M, O>) => S | undefined;
  /** Whether chance is next, so that the worth of the position is known. */
  readonly isQuiet: (state: S) => boolean;
  /** What a quiet position, or the end, is worth to a seat. What one seat wins the other loses. */
  readonly worth: (state: S, seat: Seat) => number;
  /** How many quiet positions one after the other the bot looks through. */
  readonly depth: number;
}

export function foreseeing<S, M, V, O>(foresight: Foresight<S, M, V, O>): Bot<V, M, O> {
  return (question, chance) => {
    const { legal, seat } = question;
    if (legal.length === 1) return at(legal, 0);
    const state = foresight.position(question);
    if (state === undefined) throw new Error('the view of a bot that is asked to move shows no position');
    const values = legal.map((move) => after(foresight, { state, next: seat, move }, { seat, depth: foresight.depth }));
    const most = Math.max(...values);
    return chance.pick(legal.filter((_, index) => values[index] === most));
  };
}

interface Look {
  /** The seat for which all is weighed. */
  readonly seat: Seat;
  /** How many quiet positions may still be looked through. */
  readonly depth: number;
}

type Ahead<S, M> = Omit<Foresight<S, M, never, never>, 'position'>;

/** What a position is worth to a seat, as far as the bot looks ahead. */
export function foreseen<S, M>(foresight: Ahead<S, M>, state: S, look: Look): number {
  const { game, isQuiet, worth } = foresight;
  const [next] = game.toMove(state);
  const isEnd = next === undefined || (look.depth === 0 && isQuiet(state));
  if (next === undefined || isEnd) return worth(state, look.seat);
  const further = isQuiet(state) ? { ...look, depth: look.depth - 1 } : look;
  const values = game.legalMoves(state, next).map((move) => after(foresight, { state, next, move }, further));
  return next === look.seat ? Math.max(...values) : Math.min(...values);
}

interface Step<S, M> {
  readonly state: S;
  readonly next: Seat;
  readonly move: M;
}

/** The mean over all that chance may make of a move. */
export function after<S, M>(foresight: Ahead<S, M>, { state, next, move }: Step<S, M>, look: Look): number {
  let sum = 0;
  for (const { of, odds } of outcomesOf((chance: Chance) => foresight.game.apply(state, next, move, chance))) {
    if (!of.ok) throw new Error(`a legal move was refused: ${of.reason}`);
    sum += odds * foreseen(foresight, of.state, look);
  }
  return sum;
}
