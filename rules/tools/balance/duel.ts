/** Matches of two bots that hold equal numbers of seats, and how long the first one thinks. */
import type { AnyBot } from '../../src/catalogue/anyGame.ts';
import type { Entry } from '../../src/catalogue/games.ts';
import { fastChance } from '../../src/contract/fastChance.ts';
import type { Options } from '../../src/contract/optionSpec.ts';
import type { Result } from '../../src/contract/result.ts';
import { simulate } from '../../src/tools/simulate.ts';

export interface Duel {
  readonly options: Options;
  readonly bots: readonly [challenger: AnyBot, rival: AnyBot];
  readonly seats: number;
  readonly matches: number;
  readonly seed: number;
}

export interface Score {
  /** Victories of the challenger. Of a shared victory it has its part. */
  readonly won: number;
  /** Matches with a winner. */
  readonly decided: number;
  /** The processor time of each choice of the challenger among several moves, in milliseconds. */
  readonly choices: readonly number[];
}

/** Two matches after each other have the same luck. In the second one the bots have changed seats. */
export function duel({ game }: Entry, { options, bots, seats, matches, seed }: Duel): Score {
  const choices: number[] = [];
  const players = { game, bots: { challenger: timed(bots[0], choices), rival: bots[1] } };
  const parts = Array.from({ length: matches }, (_, index) => {
    const isOwn = (seat: number) => (seat + index) % 2 === 0;
    const names = Array.from({ length: seats }, (_, seat) => (isOwn(seat) ? 'challenger' : 'rival'));
    const chance = fastChance(seed * 1_000_003 + Math.floor(index / 2));
    return partOf(simulate(players, { options, bots: names, chance }).result, isOwn);
  });
  const decided = parts.filter((part) => part !== undefined);
  return { won: decided.reduce((sum, part) => sum + part, 0), decided: decided.length, choices };
}

/** The challenger's part of a victory; undefined if no seat won. */
function partOf({ winners }: Result, isOwn: (seat: number) => boolean): number | undefined {
  return winners.length === 0 ? undefined : winners.filter(isOwn).length / winners.length;
}

function timed(bot: AnyBot, choices: number[]): AnyBot {
  return (question, chance) => {
    const before = process.threadCpuUsage();
    const move = bot(question, chance);
    const { user, system } = process.threadCpuUsage(before);
    if (question.legal.length > 1) choices.push((user + system) / 1000);
    return move;
  };
}
