/**
 * A bot that tries its moves out. It imagines positions that look like its view, plays each promising move there, and lets
 * all seats play on for a while. All moves are tried in the same positions and with the same luck, so that what differs is
 * due to the move. After each round of trials the worse half of the moves is dropped.
 */
import { type Chance, fastChance } from '../contract/chance.ts';
import type { Bot, Game, Question, Seat } from '../contract/game.ts';
import { at } from '../json.ts';

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

/** Tries all open moves until this many moves are played. Undefined if no position can be imagined. */
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

// What a game tells the search: how to imagine a position, how to play on from it, and what it is worth.

export interface Plan<S, M, V, O> {
  readonly game: Pick<Game<S, M, unknown, unknown, string>, 'toMove' | 'apply'>;
  /** What each legal move is worth before the search, in points. */
  readonly guess: (question: Question<V, M, O>) => readonly number[];
  /**
   * A position that the seat may be in: it shows the seat the same view. What the seat cannot see is drawn at random.
   * Undefined if the view tells too little, such as in the middle of a battle.
   */
  readonly sampled: (question: Question<V, M, O>, chance: Chance) => S | undefined;
  /** The move of any seat after the one that is tried. It should be quick and sensible. */
  readonly playsOn: (state: S, seat: Seat, chance: Chance) => M;
  /** What a position is worth to a seat, in points. */
  readonly worth: (state: S, seat: Seat) => number;
  /** The time of the game, such as the number of turns. It never runs back. */
  readonly clock: (state: S) => number;
  readonly limits: Limits;
}

/** How much is searched. Nothing is counted in milliseconds, so that the same chance gives the same choice. */
export interface Limits {
  /** The most moves that are tried. */
  readonly candidates: number;
  /** Moves whose guess is this many points below the best one are not tried. */
  readonly margin: number;
  /** How far each trial goes, by the clock of the game. */
  readonly horizon: number;
  /** The moves that all trials of one decision may play together. */
  readonly moves: number;
  /** The guess counts as much as this many trials. */
  readonly trust: number;
}

// One trial: a move in an imagined position, and how the match goes on from there.

interface Trial {
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
function trial<S, M>(rules: Rules<S, M>, { state: start, seat, move, seed }: Start<S, M>): Trial | undefined {
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
