/** The figures of a row, and how matches of greedy bots give them. */
import type { AnyBot } from '../../src/catalogue/anyGame.ts';
import { fastChance } from '../../src/contract/fastChance.ts';
import type { Options } from '../../src/contract/optionSpec.ts';
import type { Result } from '../../src/contract/result.ts';
import { at } from '../../src/json/at.ts';
import { simulate } from '../../src/tools/simulate.ts';
import { digest } from '../balance/story.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { median } from '../statistics.ts';
import { optionsText, type Row } from './rows.ts';

/** Some matches of a row, one after another. */
export interface Portion {
  readonly row: Row;
  /** Options beside those of the row, such as `countdown=7`. */
  readonly options: string;
  readonly seed: number;
  /** The number of the first match. Each match has luck of its own, by the seed and its number. */
  readonly from: number;
  readonly matches: number;
}

/** What is counted in these matches. */
export interface Counts {
  readonly matches: number;
  /** Victories of each seat. Of a shared victory each winner has its part. */
  readonly wins: readonly number[];
  readonly unwon: number;
  /** Matches that the cap on rounds or tosses ended. */
  readonly stalled: number;
  /** Rounds of each match; moves of all seats if the game has no rounds. */
  readonly rounds: readonly number[];
  readonly moves: readonly number[];
  /** For each seat of each match: how often it had more than one legal move. */
  readonly choices: readonly number[];
}

const CAPS: readonly string[] = ['round-cap', 'turn-cap'];

export function playPortion({ row, options, seed, from, matches }: Portion): Counts {
  const table: Table = { row, options: chosenOptions(chosenGame(row.game), row.preset, optionsText(row, options)) };
  const played = Array.from({ length: matches }, (_, more) => playOne(table, seed * 1_000_003 + from + more));
  return {
    matches,
    wins: Array.from({ length: row.seats }, (_, seat) => sum(played.map(({ result }) => partOf(result, seat)))),
    unwon: played.filter(({ result }) => result.winners.length === 0).length,
    stalled: played.filter(({ result }) => CAPS.includes(result.reason)).length,
    rounds: played.map(({ rounds }) => rounds),
    moves: played.map(({ moves }) => moves),
    choices: played.flatMap(({ choices }) => choices),
  };
}

interface Table {
  readonly row: Row;
  readonly options: Options;
}

function playOne({ row, options }: Table, luck: number) {
  const { game, bots } = chosenGame(row.game);
  const choices = Array.from({ length: row.seats }, () => 0);
  const greedy: AnyBot = (question, chance) => {
    if (question.legal.length > 1) choices[question.seat] = at(choices, question.seat) + 1;
    return bots.greedy(question, chance);
  };
  const names = Array.from({ length: row.seats }, () => 'greedy' as const);
  const played = simulate({ game, bots: { greedy } }, { options, bots: names, chance: fastChance(luck) });
  return { ...digest(game.id, played), choices };
}

const partOf = ({ winners }: Result, seat: number): number =>
  winners.some((winner) => winner === seat) ? 1 / winners.length : 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export function added(a: Counts, b: Counts): Counts {
  return {
    matches: a.matches + b.matches,
    wins: a.wins.map((wins, seat) => wins + (b.wins[seat] ?? 0)),
    unwon: a.unwon + b.unwon,
    stalled: a.stalled + b.stalled,
    rounds: [...a.rounds, ...b.rounds],
    moves: [...a.moves, ...b.moves],
    choices: [...a.choices, ...b.choices],
  };
}

/** The figures that the table shows. */
export interface Figures {
  readonly matches: number;
  /** The part of each seat in the matches that a seat won. */
  readonly shares: readonly number[];
  readonly unwon: number;
  readonly stalled: number;
  readonly rounds: number;
  readonly moves: number;
  readonly choices: number;
}

export function figuresOf({ matches, wins, unwon, stalled, rounds, moves, choices }: Counts): Figures {
  const won = Math.max(1, matches - unwon);
  return {
    matches,
    shares: wins.map((one) => one / won),
    unwon: unwon / matches,
    stalled,
    rounds: median(rounds),
    moves: median(moves),
    choices: median(choices),
  };
}
