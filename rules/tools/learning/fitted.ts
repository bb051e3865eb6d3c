/** Least squares: the weights with which the sums of the weighted inputs come nearest to the outputs. */
import { at } from '../../src/json/at.ts';

export interface Sample {
  readonly inputs: readonly number[];
  readonly output: number;
}

/** Keeps weights small of which few samples tell. */
const RIDGE = 1e-3;

export function fitted(samples: readonly Sample[]): readonly number[] {
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

/** Gauss's elimination. A row holds the factors of the unknowns, and at its end what the products add up to. */
function solved(rows: readonly Float64Array[]): readonly number[] {
  for (const [i, row] of rows.entries()) for (const lower of rows.slice(i + 1)) eliminate(row, lower, i);
  const found = rows.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = at(rows, i);
    const known = found.reduce((sum, value, j) => sum + value * cell(row, j), 0);
    found[i] = (cell(row, rows.length) - known) / cell(row, i);
  }
  return found;
}

function eliminate(row: Float64Array, lower: Float64Array, column: number): void {
  const factor = cell(lower, column) / cell(row, column);
  for (let j = column; j < row.length; j++) lower[j] = cell(lower, j) - factor * cell(row, j);
}

const cell = (row: Float64Array, index: number): number => row[index] ?? 0;
