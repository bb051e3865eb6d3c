/**
 * `npm run do -- learn --game mexica --matches 400`: learns what the prospects that `strong` weighs are worth, and prints the
 * weights for `prospectWeights.ts`. Two greedy bots play; some of their moves are random, so that all kinds of positions come
 * up. At the begin of each round it notes what the seats differ in. The weights are those that tell best how the lead will
 * change until the end. In Tieqchieq a bot plays against itself instead, and the weights are those of `oddsWeights.ts`.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import type { AnyGame } from '../src/catalogue/games.ts';
import { at } from '../src/json.ts';
import { lateness, PROSPECTS as MEXICA, standingsOf } from '../src/mexica/bot/prospects.ts';
import type { MexicaTable } from '../src/mexica/table.ts';
import { censusesOf } from '../src/space-aztecs/bot/census.ts';
import { outlookIn } from '../src/space-aztecs/bot/greedy.ts';
import { decades, PROSPECTS as SPACE_AZTECS } from '../src/space-aztecs/bot/prospects.ts';
import type { State as SpaceAztecsState } from '../src/space-aztecs/model/state.ts';
import { scoresOf, totalOf } from '../src/space-aztecs/scoring.ts';
import { movesFrom } from '../src/tools/matches.ts';
import { FINENESS } from '../src/tieqchieq/bot/odds.ts';
import type { Settings as RaceSettings } from '../src/tieqchieq/options.ts';
import { learnedOdds } from './selfPlay.ts';
import { cell, chosenGame, chosenOptions, luckOf, solved } from './series.ts';

const { values: given } = commandLine({
  name: 'do -- learn',
  does: 'learns what the prospects that the bot strong weighs are worth, and prints the weights',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
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
  /** What the prospects of seat 0 and 1 differ in, and by how much the second weight counts. */
  readonly noted: (state: State) => { readonly differences: readonly number[]; readonly time: number };
  /** What seat 0 is ahead in a position, or at the end. */
  readonly lead: (state: State) => number;
}

const LESSONS: Readonly<Record<string, Lesson>> = {
  'space-aztecs': {
    names: SPACE_AZTECS.map(({ name }) => name),
    random: 6,
    noted: (state: SpaceAztecsState) => {
      const outlook = outlookIn(state);
      const [own, other] = two(censusesOf(state.cities, state.removed));
      const differences = SPACE_AZTECS.map(({ of }) => of(own, outlook) - of(other, outlook));
      return { differences, time: decades(outlook) };
    },
    lead: ({ cities, removed }: SpaceAztecsState) => {
      const [own, other] = two(scoresOf(cities, removed).map(totalOf));
      return own - other;
    },
  },
  mexica: {
    names: MEXICA.map(({ name }) => name),
    random: 20,
    noted: (table: MexicaTable) => {
      const [own, other] = two(standingsOf(table));
      return { differences: MEXICA.map(({ of }) => of(own) - of(other)), time: lateness(table) };
    },
    lead: ({ phase }: MexicaTable) =>
      phase.kind !== 'over' || phase.winner === undefined ? 0 : phase.winner === 0 ? 1 : -1,
  },
};

const two = <T>(of: readonly T[]): readonly [T, T] => [at(of, 0), at(of, 1)];

interface Sample {
  readonly inputs: readonly number[];
  readonly output: number;
}

/** Keeps weights small of which few samples tell. */
const RIDGE = 1e-3;

const entry = chosenGame(given.game);
const { game, bots } = entry;
const options = chosenOptions(entry, given);
for (const line of game.id === 'tieqchieq' ? odds() : prospects()) console.log(line);

function odds(): readonly string[] {
  const { matches, seed } = given;
  const learned = learnedOdds({ options: options as RaceSettings, matches, seed });
  return [learned.map((weight) => Math.round(weight * FINENESS)).join(', ')];
}

function prospects(): readonly string[] {
  const lesson =
    LESSONS[game.id] ??
    refuse(`there is nothing to learn in ${game.id}, only in: ${Object.keys(LESSONS).join(', ')}, tieqchieq`);
  const weights = fitted(Array.from({ length: given.matches }, (_, index) => samplesOf(lesson, index)).flat());
  return lesson.names.map((name, index) => {
    const pair = [at(weights, 2 * index), at(weights, 2 * index + 1)].map((weight) => Number(weight.toFixed(3)));
    return `  '${name}': [${pair.join(', ')}],`;
  });
}

/** A sample for each round of a match of two seats: its position, and how the lead changes from there to the end. */
function samplesOf(lesson: Lesson, index: number): readonly Sample[] {
  const chance = luckOf(given.seed, index);
  const begun: State[] = [];
  let final = game.setup(options, 2, chance);
  const choose = (state: State) => {
    if (state.round > begun.length) begun.push(state);
    const seat = at(game.toMove(state), 0);
    const legal = game.legalMoves(state, seat);
    const question = { view: game.view(state, seat), seat, options, legal };
    return { seat, move: chance.die(lesson.random) === 1 ? chance.pick(legal) : bots.greedy(question, chance), chance };
  };
  for (const { after } of movesFrom(game, final, choose)) final = after;
  return begun.map((state) => {
    const { differences, time } = lesson.noted(state);
    const inputs = differences.flatMap((difference) => [difference, difference * time]);
    return { inputs, output: lesson.lead(final) - lesson.lead(state) };
  });
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
