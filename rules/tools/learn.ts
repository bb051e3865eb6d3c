/**
 * `npm run do -- learn --game mexica --matches 400`: learns what the prospects that `strong` weighs are worth, and prints the
 * weights for `mexica/bot/weights.ts` and `space-aztecs/bot/prospectWeights.ts`. Greedy bots play; some of their moves are
 * random, so that all kinds of positions come up. At the begin of each round it notes what the seats differ in. The weights are those that tell best how the lead will
 * change until the end. With `--tried 100000`, this many matches then show in which direction they win more.
 * In Tieqchieq a bot plays against itself instead, and the weights are those of `oddsWeights.ts`.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import type { AnyBot, AnyGame } from '../src/catalogue/games.ts';
import { at } from '../src/json.ts';
import { lateness, PROSPECTS as MEXICA, standingsOf } from '../src/mexica/bot/prospects.ts';
import type { MexicaTable } from '../src/mexica/table.ts';
import { censusesOf } from '../src/space-aztecs/bot/census.ts';
import { outlookIn } from '../src/space-aztecs/bot/greedy.ts';
import { decades, PROSPECTS as SPACE_AZTECS } from '../src/space-aztecs/bot/prospects.ts';
import type { Weights } from '../src/space-aztecs/bot/prospectWeights.ts';
import { leadsOf } from '../src/space-aztecs/bot/strong.ts';
import type { State as SpaceAztecsState } from '../src/space-aztecs/state.ts';
import { scoresOf, totalOf } from '../src/space-aztecs/scoring.ts';
import { movesFrom } from '../src/tools/matches.ts';
import { FINENESS } from '../src/tieqchieq/bot/odds.ts';
import type { Settings as RaceSettings } from '../src/tieqchieq/options.ts';
import { learnedOdds } from './selfPlay.ts';
import { allowedSeats, cell, chosenGame, chosenOptions, luckOf, solved } from './series.ts';
import { type Trials, triedOut } from './tryingOut.ts';

const { values: given } = commandLine({
  name: 'do -- learn',
  does: 'learns what the prospects that the bot strong weighs are worth, and prints the weights',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
    tried: { kind: 'whole', usual: 0, least: 0, tells: 'then tries the weights out in that many matches' },
    seats: { kind: 'whole', usual: 2, tells: 'the number of seats' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
  },
});

type State = ReturnType<AnyGame['setup']>;

/** What is noted in the matches of a game. */
interface Lesson {
  /** The names of the prospects, of which each has two weights. */
  readonly names: readonly string[];
  /** One move of this many is random. */
  readonly random: number;
  /** What the prospects of two seats differ in, and by how much the second weight counts. */
  readonly noted: (state: State, pair: number) => { readonly differences: readonly number[]; readonly time: number };
  /** What the first of two seats is ahead in a position, or at the end. */
  readonly lead: (state: State, pair: number) => number;
  /** The bot that plays by weights at once, without trials of each move. */
  readonly botBy?: (weights: Weights) => AnyBot;
}

const LESSONS: Readonly<Record<string, Lesson>> = {
  'space-aztecs': {
    names: SPACE_AZTECS.map(({ name }) => name),
    random: 6,
    noted: (state: SpaceAztecsState, pair) => {
      const outlook = outlookIn(state);
      const [own, other] = two(censusesOf(state.cities, state.removed), pair);
      const differences = SPACE_AZTECS.map(({ of }) => of(own, outlook) - of(other, outlook));
      return { differences, time: decades(outlook) };
    },
    lead: ({ cities, removed }: SpaceAztecsState, pair) => {
      const [own, other] = two(scoresOf(cities, removed).map(totalOf), pair);
      return own - other;
    },
    botBy: (weights) => (question, chance) => {
      const leads = leadsOf(question, weights);
      const most = Math.max(...leads);
      return chance.pick(question.legal.filter((_, index) => leads[index] === most));
    },
  },
  mexica: {
    names: MEXICA.map(({ name }) => name),
    random: 20,
    noted: (table: MexicaTable, pair) => {
      const [own, other] = two(standingsOf(table), pair);
      return { differences: MEXICA.map(({ of }) => of(own) - of(other)), time: lateness(table) };
    },
    lead: ({ phase, tribes }: MexicaTable, pair) => {
      const won = tribes.map((_, seat) => (phase.kind === 'over' && phase.winner === seat ? 1 : 0));
      const [own, other] = two(won, pair);
      return own - other;
    },
  },
};

/** Seats 0 and 1 are the first pair. */
const two = <T>(of: readonly T[], pair: number): readonly [T, T] => [at(of, 2 * pair), at(of, 2 * pair + 1)];

interface Sample {
  readonly inputs: readonly number[];
  readonly output: number;
}

/** Keeps weights small of which few samples tell. */
const RIDGE = 1e-3;

/** How far weights of prospects are moved when they are tried out. */
const stepOf = (weight: number): number => 0.07 * (0.7 + Math.abs(weight));

const entry = chosenGame(given.game);
const { game, bots } = entry;
const options = chosenOptions(entry, given);
const seats = allowedSeats(entry, given.seats);
const PAIRS = Array.from({ length: Math.floor(seats / 2) }, (_, pair) => pair);
if (given.tried > 0 && LESSONS[game.id]?.botBy === undefined) refuse('--tried is for --game space-aztecs alone');
for (const line of game.id === 'tieqchieq' ? odds() : prospects()) console.log(line);

function odds(): readonly string[] {
  const { matches, seed } = given;
  const learned = learnedOdds({ options: options as RaceSettings, matches, seed });
  return [learned.map((weight) => Math.round(weight * FINENESS)).join(', ')];
}

/** The weights to which matches against greedy lead. */
function tried(botBy: Trials['botBy'], from: Trials['from']): readonly number[] {
  const { seed, tried: matches } = given;
  const tell = (done: number, won: number) => console.error(`${done} matches: won ${(100 * won).toFixed(0)} %`);
  return triedOut({ game, options, seats, seed, matches, botBy, rival: bots.greedy, from, tell });
}

function prospects(): readonly string[] {
  const lesson =
    LESSONS[game.id] ??
    refuse(`there is nothing to learn in ${game.id}, only in: ${Object.keys(LESSONS).join(', ')}, tieqchieq`);
  const told = fitted(Array.from({ length: given.matches }, (_, index) => samplesOf(lesson, index)).flat());
  const { botBy } = lesson;
  const from = told.map((first) => ({ first, step: stepOf(first) }));
  const best = botBy && given.tried > 0 ? tried((all) => botBy(named(lesson, all)), from) : told;
  return Object.entries(named(lesson, best)).map(([name, pair]) => `  '${name}': [${pair.join(', ')}],`);
}

/** Each prospect with its two weights. */
function named({ names }: Lesson, weights: readonly number[]): Weights {
  const rounded = (index: number) => Number(at(weights, index).toFixed(3));
  return Object.fromEntries(names.map((name, index) => [name, [rounded(2 * index), rounded(2 * index + 1)]]));
}

/** A sample for each round of a match and each pair of its seats: its position, and how the lead changes from there to the end. */
function samplesOf(lesson: Lesson, index: number): readonly Sample[] {
  const chance = luckOf(given.seed, index);
  const begun: State[] = [];
  let final = game.setup(options, seats, chance);
  const choose = (state: State) => {
    if (state.round > begun.length) begun.push(state);
    const seat = at(game.toMove(state), 0);
    const legal = game.legalMoves(state, seat);
    const question = { view: game.view(state, seat), seat, options, legal };
    return { seat, move: chance.die(lesson.random) === 1 ? chance.pick(legal) : bots.greedy(question, chance), chance };
  };
  for (const { after } of movesFrom(game, final, choose)) final = after;
  const sampled = (state: State, pair: number): Sample => {
    const { differences, time } = lesson.noted(state, pair);
    const inputs = differences.flatMap((difference) => [difference, difference * time]);
    return { inputs, output: lesson.lead(final, pair) - lesson.lead(state, pair) };
  };
  return PAIRS.flatMap((pair) => begun.map((state) => sampled(state, pair)));
}

/** Least squares: the weights with which the sums of the weighted inputs come nearest to the outputs. */
function fitted(samples: readonly Sample[]): readonly number[] {
  const size = samples[0]?.inputs.length ?? 0;
  const equations = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (const sample of samples) add(equations, sample);
  for (const [i, row] of equations.entries()) row[i] = cell(row, i) * (1 + RIDGE) + RIDGE * samples.length;
  return solved(equations);
}

function add(equations: readonly Float64Array[], { inputs, output }: Sample): void {
  for (const [i, row] of equations.entries()) {
    const input = at(inputs, i);
    if (input === 0) continue;
    for (const [j, other] of inputs.entries()) row[j] = cell(row, j) + input * other;
    row[inputs.length] = cell(row, inputs.length) + input * output;
  }
}
