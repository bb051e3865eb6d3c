/**
 * Learns the weights of a bot by trying them out: matches against a rival, with the weights moved a little one way and then the other, and the
 * same luck. The weights go where more was won. What all of this finds is as sure as many matches make it.
 */
import type { AnyBot } from '../src/catalogue/games.ts';
import { type Chance, fastChance } from '../src/contract/chance.ts';
import { type Seat, SEATS } from '../src/contract/game.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import { at } from '../src/json.ts';
import { movesFrom, type Playable } from '../src/tools/matches.ts';
import { luckOf } from './series.ts';

export interface Trials {
  readonly game: Playable['game'];
  readonly options: Options;
  readonly seats: number;
  readonly seed: number;
  readonly matches: number;
  /** The bot that plays by these weights. */
  readonly botBy: (weights: readonly number[]) => AnyBot;
  readonly rival: AnyBot;
  /** What is tried first, and how far each weight is moved. */
  readonly from: readonly Weight[];
  /** Told from time to time: of how many matches, and the part of the victories in the last of them. */
  readonly tell?: (matches: number, won: number) => void;
}

export interface Weight {
  readonly first: number;
  readonly step: number;
}

/** This many directions are tried before the weights go on, each in this many rounds of matches. */
const DIRECTIONS = 16;
const ROUNDS = 8;
/** How far the weights go at once, in steps of each weight; at the end so much less. */
const STRIDE = 0.06;
const STRIDE_LEFT = 0.2;
/** How much of the way before counts for the next one. */
const DRIFT = 0.8;
/** The last part of all trials, over which the mean is taken. */
const SETTLING = 1 / 2;

export function triedOut(trials: Trials): readonly number[] {
  const { from, seats, matches, seed, tell } = trials;
  const chance = fastChance(seed);
  const ofTurn = 2 * DIRECTIONS * ROUNDS * seats;
  const turns = Math.max(1, Math.floor(matches / ofTurn));
  let place: readonly number[] = from.map(() => 0);
  let way = place;
  const places: (readonly number[])[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const tried = Array.from({ length: DIRECTIONS }, (_, n) =>
      triedAlong(trials, { place, chance, first: turn * DIRECTIONS + n }),
    );
    way = from.map((_, i) => DRIFT * at(way, i) + mean(tried.map(({ along, gain }) => gain * at(along, i))));
    const stride = STRIDE * (1 - (1 - STRIDE_LEFT) * (turn / turns));
    const length = Math.sqrt(mean(way.map((part) => part * part))) || 1;
    place = place.map((part, i) => part + (stride * at(way, i)) / length);
    places.push(place);
    tell?.((turn + 1) * ofTurn, mean(tried.map(({ won }) => won)));
  }
  const last = places.slice(-Math.ceil(turns * SETTLING));
  const settled = place.map((_, i) => mean(last.map((one) => at(one, i))));
  return weightsAt(from, settled);
}

interface Trial {
  /** How far each weight is from the first one, in steps. */
  readonly place: readonly number[];
  readonly chance: Chance;
  /** Which luck it has. */
  readonly first: number;
}

/** What is won more by moving all weights a step along a direction than against it. */
function triedAlong(trials: Trials, { place, chance, first }: Trial) {
  const along = place.map(() => (chance.coin() ? 1 : -1));
  const moved = (by: number) => place.map((part, i) => part + by * at(along, i));
  const [ahead, back] = [1, -1].map((by) => wonBy(trials, weightsAt(trials.from, moved(by)), first * ROUNDS));
  return { along, gain: (ahead ?? 0) - (back ?? 0), won: ((ahead ?? 0) + (back ?? 0)) / 2 };
}

const weightsAt = (from: readonly Weight[], place: readonly number[]): readonly number[] =>
  from.map(({ first, step }, i) => first + step * at(place, i));

/** The share of the victory, from each seat with the same luck. */
function wonBy(trials: Trials, weights: readonly number[], first: number): number {
  const { seats, seed, botBy } = trials;
  const tried = botBy(weights);
  const shares = Array.from({ length: ROUNDS * seats }, (_, n) =>
    shareOf(trials, { tried, own: at(SEATS, n % seats), chance: luckOf(seed, first + Math.floor(n / seats)) }),
  );
  return mean(shares);
}

interface Tried {
  readonly tried: AnyBot;
  readonly own: Seat;
  readonly chance: Chance;
}

/** Some weights never come to an end of their turn: they have lost. */
const MOST_MOVES = 20_000;

function shareOf({ game, options, seats, rival }: Trials, { tried, own, chance }: Tried): number {
  let final = game.setup(options, seats, chance);
  let moves = 0;
  const choose = (state: typeof final) => {
    const seat = at(game.toMove(state), 0);
    const question = { view: game.view(state, seat), seat, options, legal: game.legalMoves(state, seat) };
    return { seat, move: (seat === own ? tried : rival)(question, chance), chance };
  };
  for (const { after } of movesFrom(game, final, choose)) {
    final = after;
    if (++moves > MOST_MOVES) return 0;
  }
  const winners = game.result(final)?.winners ?? [];
  return winners.includes(own) ? 1 / winners.length : 0;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
