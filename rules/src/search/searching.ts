/**
 * A bot that tries its moves out. It imagines positions that look like its view, plays each promising move there, and lets
 * all seats play on for a while. All moves are tried in the same positions and with the same luck, so that what differs is
 * due to the move. After each round of trials the worse half of the moves is dropped.
 */
import type { Bot, Question } from '../contract/bot.ts';
import type { Chance } from '../contract/chance.ts';
import { at } from '../json/at.ts';
import type { Plan } from './plan.ts';
import { type Trial, trial } from './trial.ts';

export function searching<S, M, V, O>(plan: Plan<S, M, V, O>): Bot<V, M, O> {
  return (question, chance) => {
    if (question.legal.length === 1) return at(question.legal, 0);
    const promising = chosenFrom(plan, question);
    return chance.pick(bestOf(plan, narrowed(plan, question, { promising, chance }))).move;
  };
}

/** A move, its guess, and the points of all its trials together. */
interface Candidate<M> {
  readonly move: M;
  readonly guess: number;
  readonly points: number;
}

/** The moves that look best, the best first. */
function chosenFrom<S, M, V, O>({ guess, limits }: Plan<S, M, V, O>, question: Question<V, M, O>) {
  const guesses = guess(question);
  const least = Math.max(...guesses) - limits.margin;
  const all = question.legal.map((move, index): Candidate<M> => ({ move, guess: at(guesses, index), points: 0 }));
  const close = all.filter((one) => one.guess >= least);
  return close.toSorted((a, b) => b.guess - a.guess).slice(0, limits.candidates);
}

/** The guess has as many votes as `trust` trials. All moves that are compared have had the same number of trials. */
const scoreOf = <M>({ limits }: { readonly limits: { readonly trust: number } }, { guess, points }: Candidate<M>) =>
  limits.trust * guess + points;

function bestOf<S, M, V, O>(plan: Plan<S, M, V, O>, candidates: readonly Candidate<M>[]): readonly Candidate<M>[] {
  const most = Math.max(...candidates.map((one) => scoreOf(plan, one)));
  return candidates.filter((one) => scoreOf(plan, one) === most);
}

interface Search<M> {
  readonly promising: readonly Candidate<M>[];
  readonly chance: Chance;
}

function narrowed<S, M, V, O>(
  plan: Plan<S, M, V, O>,
  question: Question<V, M, O>,
  { promising, chance }: Search<M>,
): readonly Candidate<M>[] {
  const rounds = Math.ceil(Math.log2(promising.length));
  let open = promising;
  for (let round = 0; round < rounds; round++) {
    const tried = triedOut(plan, question, { open, chance, moves: plan.limits.moves / rounds });
    if (tried === undefined) return open;
    const better = tried.toSorted((a, b) => scoreOf(plan, b) - scoreOf(plan, a));
    open = better.slice(0, Math.ceil(better.length / 2));
  }
  return open;
}

interface Round<M> {
  readonly open: readonly Candidate<M>[];
  readonly chance: Chance;
  readonly moves: number;
}

/** Tries all open moves until so many moves are played. Undefined if no position can be imagined. */
function triedOut<S, M, V, O>(
  plan: Plan<S, M, V, O>,
  question: Question<V, M, O>,
  { open, chance, moves }: Round<M>,
): readonly Candidate<M>[] | undefined {
  let tried = open;
  for (let played = 0; played < moves; ) {
    const start = plan.sampled(question, chance);
    const seed = chance.die(SEEDS);
    if (start === undefined) return undefined;
    const trials = open.map(({ move }) => trial(plan, { state: start, seat: question.seat, move, seed }));
    const done = trials.filter((one) => one !== undefined);
    if (done.length < open.length) return undefined;
    tried = tried.map((one, index) => ({ ...one, points: one.points + at(done, index).points }));
    played += movesIn(done);
  }
  return tried;
}

const SEEDS = 2 ** 31;

const movesIn = (trials: readonly Trial[]): number => trials.reduce((sum, { moves }) => sum + moves, 0);
