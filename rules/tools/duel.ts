/**
 * Who of two bots is better, and after how many matches one knows. The challenger plays against rivals, in rounds: once from each seat,
 * each time with the same luck. A result counts as a multiple of a fair part: 1 if the bots are equal, 2 if the challenger wins each match
 * of two seats. By account, the luck of all seats is taken out of their results, which leaves the mean and makes it surer.
 */
import { luckBySeat } from '../src/account/accountOf.ts';
import { sharesOf } from '../src/account/value.ts';
import type { AnyBot } from '../src/catalogue/games.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import { at } from '../src/json.ts';
import { botCourse, type Playable } from '../src/tools/matches.ts';
import { luckOf, sum } from './series.ts';

export interface Duel {
  readonly game: Playable['game'];
  readonly challenger: AnyBot;
  readonly rival: AnyBot;
  readonly preset: string;
  readonly options: Options;
  readonly seats: number;
  readonly seed: number;
}

export const WAYS = ['account', 'result'] as const;
export type Way = (typeof WAYS)[number];

export interface Round extends Readonly<Record<Way, number>> {
  /** The matches that the challenger won, and those that any seat won. */
  readonly won: number;
  readonly decided: number;
}

/** Plays rounds without end, as the caller asks for them. */
export function* roundsOf(duel: Duel): Generator<Round, never> {
  for (let index = 0; ; index++) {
    const matches = Array.from({ length: duel.seats }, (_, seat) => matchOf(duel, seat, index));
    const over = (what: (one: Match) => number) => sum(matches.map(what));
    yield {
      account: over(({ account }) => account) / duel.seats,
      result: over(({ result }) => result) / duel.seats,
      won: over(({ won }) => won),
      decided: over(({ decided }) => decided),
    };
  }
}

type Match = Round;

function matchOf({ game, challenger, rival, seed, ...table }: Duel, own: number, round: number): Match {
  const bots = Array.from({ length: table.seats }, (_, seat) => (seat === own ? 'challenger' : 'rival'));
  const players = { game, bots: { challenger, rival } };
  const course = botCourse(players, { ...table, bots, chance: luckOf(seed, round) });
  const luck = luckBySeat(course);
  if (luck === undefined) throw new Error(`no values were learned for ${table.preset}`);
  const shares = sharesOf(course.result.winners, table.seats);
  const fair = shares.map((share, seat) => share - at(luck, seat) / MILLION);
  return {
    account: timesItsPart(fair, own),
    result: timesItsPart(shares, own),
    won: at(shares, own),
    decided: Math.sign(course.result.winners.length),
  };
}

const MILLION = 1_000_000;

/** A match that no seat wins counts as shared by all. */
const timesItsPart = (shares: readonly number[], own: number): number =>
  1 + shares.length * at(shares, own) - sum(shares);

// The sequential probability ratio test, said beforehand.

export interface Test {
  /** The two answers, as multiples of a fair part: the bot is only so good, or it is as good as that. */
  readonly h0: number;
  readonly h1: number;
  /** How often the answer may be h1 where h0 is true; and h0 where h1 is true. */
  readonly alpha: number;
  readonly beta: number;
}

export type Answer = 'h0' | 'h1';

/** The spread is learned from the rounds themselves, so these are not enough for an answer. */
const FEWEST = 8;
/** Takes the place of what the estimated spread and skewed results would add to the errors; a simulation holds alpha and beta with it. */
const DOUBT = 4;

/**
 * The answer after these rounds, if it is known. The rounds count as draws of a normal distribution whose spread each answer explains by
 * itself: the ratio of likelihoods is the one of the mean squares around h0 and h1.
 */
export function answerOf(rounds: readonly number[], { h0, h1, alpha, beta }: Test): Answer | undefined {
  if (rounds.length < FEWEST) return undefined;
  const around = (middle: number) => sum(rounds.map((one) => (one - middle) * (one - middle)));
  const ratio = ((rounds.length - DOUBT) / 2) * Math.log(around(h0) / around(h1));
  return ratio >= -Math.log(alpha) ? 'h1' : ratio <= Math.log(beta) ? 'h0' : undefined;
}

/** A mean with half of its 95 % interval. */
export function meanOf(rounds: readonly number[]): { readonly mean: number; readonly within: number } {
  const mean = sum(rounds) / rounds.length;
  const variance = sum(rounds.map((one) => (one - mean) * (one - mean))) / Math.max(1, rounds.length - 1);
  return { mean, within: NORMAL * Math.sqrt(variance / rounds.length) };
}

const NORMAL = 1.96;
