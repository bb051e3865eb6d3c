/**
 * Who of two bots is better, and after how many matches one knows. The challenger plays against rivals, in rounds: once from each seat,
 * each time with the same luck. A result counts as a multiple of a fair part: 1 if the bots are equal, 2 if the challenger wins each match
 * of two seats. By account, the luck of all seats is taken out of their results, which leaves the mean and makes it surer.
 */
import { luckBySeat } from '../src/account/accountOf.ts';
import { sharesOf } from '../src/account/value.ts';
import { timesItsPart } from '../src/account/verdict.ts';
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
