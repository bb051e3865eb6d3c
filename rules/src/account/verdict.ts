/**
 * What results say of two bots. A result counts as a multiple of a fair part: 1 if the bots are equal, 2 if the first one wins each match
 * of two seats. The question is said beforehand, and a sequential probability ratio test tells when it is answered.
 */
import { at } from '../json.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A match that no seat wins counts as shared by all. */
export const timesItsPart = (shares: readonly number[], own: number): number =>
  1 + shares.length * at(shares, own) - sum(shares);

export interface Test {
  /** The two answers, as multiples of a fair part: the bot is only so good, or it is as good as that. */
  readonly h0: number;
  readonly h1: number;
  /** How often the answer may be h1 where h0 is true; and h0 where h1 is true. */
  readonly alpha: number;
  readonly beta: number;
}

/** At two seats, the second answer is 60 % of the matches. */
export const USUAL_TEST: Test = { h0: 1, h1: 1.2, alpha: 0.05, beta: 0.05 };

export type Answer = 'h0' | 'h1';

/** The spread is learned from the rounds themselves, so these are not enough for an answer. */
export const FEWEST_ROUNDS = 8;
/** Takes the place of what the estimated spread and skewed results would add to the errors; a simulation holds alpha and beta with it. */
const DOUBT = 4;

/**
 * The answer after these rounds, if it is known. The rounds count as draws of a normal distribution whose spread each answer explains by
 * itself: the ratio of likelihoods is that of the mean squares around h0 and h1.
 */
export function answerOf(rounds: readonly number[], test: Test): Answer | undefined {
  let answer: Answer | undefined;
  for (const one of answersAlong(rounds, test)) answer = one;
  return answer;
}

/** The answer after each round. */
function* answersAlong(rounds: readonly number[], { h0, h1, alpha, beta }: Test): Generator<Answer | undefined> {
  let [around0, around1] = [0, 0];
  for (const [index, one] of rounds.entries()) {
    around0 += (one - h0) * (one - h0);
    around1 += (one - h1) * (one - h1);
    const ratio = ((index + 1 - DOUBT) / 2) * Math.log(around0 / around1);
    const answer = ratio >= -Math.log(alpha) ? 'h1' : ratio <= Math.log(beta) ? 'h0' : undefined;
    yield index + 1 < FEWEST_ROUNDS ? undefined : answer;
  }
}

/** `better`: the first bot is; `worse`: the second one is. `equal`: neither is better than the other one by what the test asks. */
export type Verdict = 'better' | 'worse' | 'equal' | 'open';

/** What is known first of two bots, if the test is asked of each of them. */
export function verdictOf(rounds: readonly number[], test: Test): Verdict {
  const ofSecond = answersAlong(
    rounds.map((one) => 2 - one),
    test,
  );
  for (const ofFirst of answersAlong(rounds, test)) {
    const other = ofSecond.next().value;
    if (ofFirst === 'h1') return 'better';
    if (other === 'h1') return 'worse';
    if (ofFirst === 'h0' && other === 'h0') return 'equal';
  }
  return 'open';
}

/** A mean with half of its 95 % interval, which is not a number for a single round. */
export function meanOf(rounds: readonly number[]): { readonly mean: number; readonly within: number } {
  const mean = sum(rounds) / rounds.length;
  const variance = sum(rounds.map((one) => (one - mean) * (one - mean))) / (rounds.length - 1);
  return { mean, within: errorsWithin(rounds.length - 1) * Math.sqrt(variance / rounds.length) };
}

/** This many standard errors hold 95 % on each side together, if the error is known exactly. */
export const NORMAL = 1.959964;

/** The error of few matches is not known exactly, so that it takes more of them: Student's t, nearly. */
export function errorsWithin(freedom: number): number {
  const [z, cube, fifth] = [NORMAL, NORMAL ** 3, NORMAL ** 5];
  return z + (cube + z) / (4 * freedom) + (5 * fifth + 16 * cube + 3 * z) / (96 * freedom ** 2);
}
