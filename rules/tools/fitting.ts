/**
 * Learns the weights of the values: those with which the odds of the positions come nearest to the ends of their matches, by
 * Newton's method.
 */
import type { Row } from '../src/account/traits.ts';
import { oddsOf } from '../src/account/value.ts';
import { at } from '../src/json.ts';
import { solved } from './series.ts';

/** One position: the traits of each seat, and the part of the victory that it had in the end. */
export interface Sample {
  readonly rows: readonly Row[];
  readonly ends: readonly number[];
}

/** Keeps weights small of which few matches tell. It counts as this many matches, because the positions of a match end alike. */
const RIDGE = 1;
/** Newton's method doubles the right digits in each step, once it is near. */
const STEPS = 20;
/** From afar a whole step may lead astray. */
const LEAST_STEP = 1 / 64;
const DIGITS = 4;

export function weightsFrom(samples: readonly Sample[], matches: number): readonly number[] {
  const ridges = spreadsOf(samples).map((spread) => (RIDGE * spread * samples.length) / matches);
  let weights: readonly number[] = ridges.map(() => 0);
  let loss = lossOf(samples, weights, ridges);
  for (let step = 0; step < STEPS; step++) {
    const change = solved(equations(samples, weights, ridges));
    const moved = (part: number) => weights.map((weight, index) => weight + part * at(change, index));
    let part = 1;
    while (part > LEAST_STEP && lossOf(samples, moved(part), ridges) >= loss) part /= 2;
    const next = lossOf(samples, moved(part), ridges);
    if (next >= loss) break;
    weights = moved(part);
    loss = next;
  }
  return weights.map((weight) => Number(weight.toFixed(DIGITS)));
}

/** What the method makes as small as it can: how little the odds gave to what came, and how large the weights are. */
function lossOf(samples: readonly Sample[], weights: readonly number[], ridges: readonly number[]): number {
  let loss = weights.reduce((sum, weight, i) => sum + (at(ridges, i) * weight * weight) / 2, 0);
  for (const { rows, ends } of samples) {
    const odds = oddsOf(rows.map((row) => scoreOf(row, weights)));
    for (const [one, end] of ends.entries()) if (end > 0) loss -= end * Math.log(Math.max(LEAST_ODDS, at(odds, one)));
  }
  return loss;
}

const LEAST_ODDS = 1e-12;

const scoreOf = (row: Row, weights: readonly number[]): number | undefined =>
  row?.reduce((total, x, i) => total + x * at(weights, i), 0);

/** Where a trait is the same everywhere, nothing can be learned of it. */
const LEAST_SPREAD = 1e-6;

/** The variance of each trait, so that it does not matter in which unit it is counted. */
function spreadsOf(samples: readonly Sample[]): readonly number[] {
  const rows = samples.flatMap((sample) => sample.rows.filter((row) => row !== undefined));
  return at(rows, 0).map((_, i) => {
    let [sum, squares] = [0, 0];
    for (const row of rows) {
      const x = row[i] ?? 0;
      sum += x;
      squares += x * x;
    }
    return Math.max(LEAST_SPREAD, squares / rows.length - (sum / rows.length) ** 2);
  });
}

/** What Newton's next step solves: the curvature at these weights, and at the end of each row the slope. */
function equations(
  samples: readonly Sample[],
  weights: readonly number[],
  ridges: readonly number[],
): readonly Float64Array[] {
  const size = weights.length;
  const system = ridges.map((ridge, i) => {
    const row = new Float64Array(size + 1);
    [row[i], row[size]] = [ridge, -ridge * at(weights, i)];
    return row;
  });
  for (const sample of samples) addTo(system, sample, weights);
  for (const [i, row] of system.entries()) for (let j = 0; j < i; j++) row[j] = at(system, j)[i] ?? 0;
  return system;
}

/** Only the upper half, since the curvature is symmetric. */
function addTo(system: readonly Float64Array[], { rows, ends }: Sample, weights: readonly number[]): void {
  const odds = oddsOf(rows.map((row) => scoreOf(row, weights)));
  const mean = weights.map((_, i) => rows.reduce((total, row, one) => total + at(odds, one) * (row?.[i] ?? 0), 0));
  for (const [one, row] of rows.entries()) {
    if (row === undefined) continue;
    const [share, end] = [at(odds, one), at(ends, one)];
    const apart = Float64Array.from(row, (x, i) => x - at(mean, i));
    for (const [i, cells] of system.entries()) {
      const factor = share * (apart[i] ?? 0);
      if (factor !== 0) for (let j = i; j < apart.length; j++) cells[j] = (cells[j] ?? 0) + factor * (apart[j] ?? 0);
      cells[row.length] = (cells[row.length] ?? 0) + (end - share) * (row[i] ?? 0);
    }
  }
}
