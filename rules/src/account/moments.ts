/** What one move of a match was worth: what chance gave with it, and what the choice gave against the best one. */
import { type Chance, chanceFrom, fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import type { SeatQuestion, State } from './traits.ts';
import { everyFew, isUntouched, meanOf, type Outcomes, type Shares, sharesIn, type Valuing } from './value.ts';

/** By seat, in millionths of a victory; and the variance of what a sample estimated, in shares. */
export interface Change {
  readonly by: readonly number[];
  readonly variance: Shares;
}

/** A share as a whole number of millionths, so that sums are exact. */
export const millionths = (share: number): number => Math.round(1_000_000 * share);

export interface Made {
  readonly before: State;
  readonly seat: Seat;
  readonly move: unknown;
  readonly after: State;
}

/** More outcomes of chance are looked at as a sample. */
const MOST_OUTCOMES = 40;
const SAMPLES = 32;

/**
 * The value after the move, less its mean over all that chance could have brought: the dice, and the cards that no seat had seen. So
 * the mean of all luck is zero, however wrong the values are. Nothing if chance had no part in the move.
 */
export function luckOf(valuing: Valuing, { before, seat, move, after }: Made, seed: number): Change | undefined {
  const { game } = valuing;
  const play = (state: State, chance: Chance): State => played(valuing, state, { seat, move, chance });
  if (!hasChance(valuing, before, play)) return undefined;
  const few = everyFew((chance) => play(before, chance), MOST_OUTCOMES);
  const isCovered = few?.every(({ of }) => isUntouched(valuing, before, of)) === true;
  const mean = isCovered
    ? exactMean(few.map(({ of, odds }) => ({ of: sharesIn(valuing, of), odds })))
    : sampledMean((chance) => sharesIn(valuing, play(game.reshuffle(before, chance), chance)), seed);
  const came = sharesIn(valuing, after);
  return { by: came.map((share, one) => millionths(share) - at(mean.by, one)), variance: mean.variance };
}

/** The mean of what chance may bring: exact if the outcomes are few, else of a sample. */
export function expected(play: (chance: Chance) => Shares, seed: number): Change {
  const few = everyFew(play, MOST_OUTCOMES);
  return few === undefined ? sampledMean(play, seed) : exactMean(few);
}

const exactMean = (outcomes: Outcomes): Change => {
  const { mean } = meanOf(outcomes);
  return { by: mean.map(millionths), variance: mean.map(() => 0) };
};

function sampledMean(play: (chance: Chance) => Shares, seed: number): Change {
  const luck = fastChance(seed);
  const { mean, variance } = meanOf(Array.from({ length: SAMPLES }, () => ({ of: play(luck), odds: 1 / SAMPLES })));
  return { by: mean.map(millionths), variance: variance.map((each) => each / (SAMPLES - 1)) };
}

/** Whether the move asks chance, or shows what no seat had seen. */
function hasChance(valuing: Valuing, before: State, play: (state: State, chance: Chance) => State): boolean {
  let isAsked = false;
  const noting = chanceFrom(() => {
    isAsked = true;
    return 0;
  });
  const after = play(before, noting);
  return isAsked || !isUntouched(valuing, before, after);
}

function played(
  { game }: Valuing,
  state: State,
  { seat, move, chance }: { readonly seat: Seat; readonly move: unknown; readonly chance: Chance },
): State {
  const applied = game.apply(state, seat, move, chance);
  if (!applied.ok) throw new Error(`${game.id} refuses ${game.format(move)}: ${applied.reason}`);
  return applied.state;
}

// Skill: what a move was worth to a seat that knows only its view.

export interface Judged extends Change {
  /** The best move that the seat could have found, in notation. */
  readonly best: string;
}

/** In how many imagined positions each move is tried. */
const POSITIONS = 8;
/** More outcomes of a tried move are not all looked at: the imagined positions already differ in luck. */
const MOST_TRIED = 6;

/**
 * What the move changed against the best one, by seat, if it was a mistake: for the seat itself never more than zero. It is computed from the question
 * alone, so nothing that the seat could not know enters. Nothing if the view tells too little to imagine the position.
 */
export function judged(valuing: Valuing, question: SeatQuestion, move: unknown): Judged | undefined {
  const { game } = valuing;
  const { legal, seat } = question;
  const chosen = legal.findIndex((one) => game.format(one) === game.format(move));
  if (chosen < 0) return undefined;
  const trials = trialsOf(valuing, question);
  if (trials === undefined) return undefined;
  const means = legal.map((_, one) => meanOf(trials.map((trial) => even(at(trial, one), trials.length))).mean);
  const best = bestFor(means, seat, chosen);
  const differences = trials.map((trial) => less(at(trial, chosen), at(trial, best)));
  const { mean, variance } = meanOf(differences.map((of) => even(of, trials.length)));
  const errors = variance.map((each) => each / Math.max(1, trials.length - 1));
  const isMistake = at(mean, seat) ** 2 > SURE * SURE * at(errors, seat);
  const none = mean.map(() => 0);
  return isMistake
    ? { best: game.format(at(legal, best)), by: mean.map(millionths), variance: errors }
    : { best: game.format(at(legal, chosen)), by: none, variance: none };
}

/** The best of many moves looks better than it is. So a choice counts as a mistake if its cost is more than this many standard errors. */
const SURE = 3;

const even = (of: Shares, length: number) => ({ of, odds: 1 / length });
const less = (a: Shares, b: Shares): Shares => a.map((share, seat) => share - at(b, seat));

/** The chosen move counts as the best one if no other is better. */
function bestFor(means: readonly Shares[], seat: Seat, chosen: number): number {
  return means.reduce((best, mean, one) => (at(mean, seat) > at(at(means, best), seat) ? one : best), chosen);
}

/** For each imagined position, what each legal move leads to there. */
function trialsOf(valuing: Valuing, question: SeatQuestion): readonly (readonly Shares[])[] | undefined {
  const luck = fastChance(seedOf(question));
  const trials: (readonly Shares[])[] = [];
  for (let index = 0; index < POSITIONS; index++) {
    const state = valuing.traits.imagined(question, luck);
    const seed = luck.die(SEEDS);
    const trial = state === undefined ? undefined : trialIn(valuing, state, { question, seed });
    if (trial === undefined) return undefined;
    trials.push(trial.shares);
    if (trial.isSure) break;
  }
  return trials;
}

const SEEDS = 0x4000_0000;

const NOTHING: Shares = [];

interface Trial {
  readonly shares: readonly Shares[];
  /** All outcomes were looked at, and the game has no secrets: another trial would say the same. */
  readonly isSure: boolean;
}

/** Undefined if the rules refuse a move there: then the imagined position is not like the true one. */
function trialIn(
  valuing: Valuing,
  state: State,
  { question, seed }: { readonly question: SeatQuestion; readonly seed: number },
): Trial | undefined {
  const { game, traits } = valuing;
  let isAllowed = true;
  let isSure = traits.isOpen === true;
  const after = (move: unknown, chance: Chance): Shares => {
    const applied = game.apply(state, question.seat, move, chance);
    isAllowed &&= applied.ok;
    return applied.ok ? sharesIn(valuing, applied.state) : NOTHING;
  };
  const shares = question.legal.map((move) => {
    const few = everyFew((chance) => after(move, chance), MOST_TRIED);
    isSure &&= few !== undefined;
    return few !== undefined && isAllowed ? meanOf(few).mean : after(move, fastChance(seed));
  });
  return isAllowed ? { shares, isSure } : undefined;
}

/** The same question has the same seed, also in a match that differs in what the seat cannot see. */
function seedOf({ view, legal, seat }: SeatQuestion): number {
  const text = JSON.stringify([view, legal, seat]);
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}
