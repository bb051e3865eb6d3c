/** The cells of the matrix: first every value alone, then every two values of two axes together. */
import { AXES, AXIS_NAMES, type AxisName, type Cell, QUIET, valuesOf } from './axes/axes.ts';
import { pairwise } from './pairwise.ts';

/** The values of an axis for pairs, without the quiet authority and the absent adversary. */
function troubled(axis: AxisName): readonly string[] {
  return valuesOf(axis).filter((value) => !(axis === 'authority' && value === 'steady') && value !== 'none');
}

export const CHOICES = Object.fromEntries(AXIS_NAMES.map((axis) => [axis, troubled(axis)]));

/** One cell without any fault, then one cell for each fault. */
export const ALONE: readonly Cell[] = [
  QUIET,
  ...AXIS_NAMES.flatMap((axis) =>
    valuesOf(axis)
      .filter((value) => value !== QUIET[axis])
      .map((value): Cell => ({ ...QUIET, [axis]: value })),
  ),
];

export function cellsOf(seed: number): readonly Cell[] {
  return [...ALONE, ...(pairwise(CHOICES, seed) as readonly Cell[])];
}

export function wordsOf(cell: Cell): string {
  return AXIS_NAMES.map((axis) => cell[axis]).join(' × ');
}

/** Reads `steady,ok,mosquitto,…`: the values in the order of the axes. */
export function cellFrom(words: readonly string[]): Cell {
  const cell = Object.fromEntries(AXIS_NAMES.map((axis, index) => [axis, words[index] ?? QUIET[axis]]));
  for (const axis of AXIS_NAMES)
    if (!Object.hasOwn(AXES[axis], cell[axis] ?? '')) throw new Error(`${cell[axis]} is no value of ${axis}`);
  return cell as Cell;
}
