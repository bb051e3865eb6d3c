/**
 * How likely the side that is to toss will win, by a small network. Its weights are learned from matches against itself:
 * `npm run do -- learn --game tieqchieq`. Only + - * / are used, whose last bit is the same on every machine.
 */
import { X } from '../board.ts';
import { reserve, type Side } from '../state.ts';

/** What the network sees of a side: a token on each position; and this many tokens or more at home, and in the reserve. */
const OF_PATH = X - 1;
const OF_HOME = 6;
const OF_SIDE = OF_PATH + 2 * OF_HOME;
const INPUTS = 2 * OF_SIDE;
const HIDDEN = 8;

/** For each input and then for the threshold: a weight into each hidden cell. Then the weight of each cell, and their threshold. */
export const SIZE = (INPUTS + 1) * HIDDEN + HIDDEN + 1;
const THRESHOLDS = INPUTS * HIDDEN;
const OUTPUT = THRESHOLDS + HIDDEN;

/** The two sides; the first is to toss. */
export type Sides = readonly [mine: Side, theirs: Side];

function inputsOf([mine, theirs]: Sides): readonly number[] {
  const inputs: number[] = [];
  note(inputs, mine, 0);
  note(inputs, theirs, OF_SIDE);
  return inputs;
}

function note(inputs: number[], side: Side, first: number): void {
  for (const position of side.path) inputs.push(first + position - 1);
  for (let token = 0; token < side.home; token++) inputs.push(first + OF_PATH + token);
  for (let token = 0; token < reserve(side); token++) inputs.push(first + OF_PATH + OF_HOME + token);
}

/** From -1 to 1, and steep around 0. */
const bent = (x: number): number => x / (1 + Math.abs(x));
const slope = (bentX: number): number => (1 - Math.abs(bentX)) * (1 - Math.abs(bentX));

/** What the network makes of a position: its inputs, its hidden cells, and its output from -1 to 1. */
function seen(weights: Weights, sides: Sides) {
  const inputs = inputsOf(sides);
  const cells = Array.from({ length: HIDDEN }, (_, cell) => {
    let sum = weights[THRESHOLDS + cell] ?? 0;
    for (const input of inputs) sum += weights[input * HIDDEN + cell] ?? 0;
    return bent(sum);
  });
  const output = cells.reduce(
    (sum, cell, index) => sum + cell * (weights[OUTPUT + index] ?? 0),
    weights[SIZE - 1] ?? 0,
  );
  return { inputs, cells, output: bent(output) };
}

type Weights = ArrayLike<number>;

/** `oddsWeights.ts` holds whole numbers, of which this many are 1. */
export const FINENESS = 1000;

/** From 0 to 1. */
export const oddsOf = (weights: Weights, sides: Sides): number => (1 + seen(weights, sides).output) / 2;

export interface Lesson {
  readonly sides: Sides;
  /** What the odds should have been. */
  readonly odds: number;
  /** How far the weights go towards it. */
  readonly rate: number;
}

/** Keeps positions that the network takes for decided from being learned too slowly. */
const LEAST_SLOPE = 0.1;

/** Moves the weights so that the odds of a position come nearer to what they should have been. */
export function learn(weights: Float64Array, { sides, odds, rate }: Lesson): void {
  const { inputs, cells, output } = seen(weights, sides);
  const pull = 2 * rate * (odds - (1 + output) / 2) * (slope(output) + LEAST_SLOPE);
  const shift = (index: number, by: number) => {
    weights[index] = (weights[index] ?? 0) + by;
  };
  for (const [index, cell] of cells.entries()) {
    const through = pull * (weights[OUTPUT + index] ?? 0) * slope(cell);
    shift(OUTPUT + index, pull * cell);
    for (const input of inputs) shift(input * HIDDEN + index, through);
    shift(THRESHOLDS + index, through);
  }
  shift(SIZE - 1, pull);
}
