/** Where the days lie: on the edge of a square of six by six, as on the printed board. */

export interface Cell {
  /** From 1 on, as CSS counts. */
  readonly row: number;
  readonly column: number;
}

const COUNT = 20;
/** In the order of travel. */
export const DAYS: readonly number[] = Array.from({ length: COUNT }, (_, index) => index + 1);
const SIDE = 6;

/** Travel begins at the right, just above the middle, and goes up and round against the clock. */
const ROUND: readonly (readonly [first: number, last: number, from: Cell, step: Cell])[] = [
  [1, 2, { row: 3, column: SIDE }, { row: -1, column: 0 }],
  [3, 8, { row: 1, column: SIDE }, { row: 0, column: -1 }],
  [9, 12, { row: 2, column: 1 }, { row: 1, column: 0 }],
  [13, 18, { row: SIDE, column: 1 }, { row: 0, column: 1 }],
  [19, 20, { row: 5, column: SIDE }, { row: -1, column: 0 }],
];

export function cellOf(day: number): Cell {
  for (const [first, last, from, step] of ROUND)
    if (day >= first && day <= last)
      return { row: from.row + (day - first) * step.row, column: from.column + (day - first) * step.column };
  throw new Error(`the ring has no day ${day}`);
}

/** The day so many steps further along, forward or back. */
export const dayAfter = (day: number, steps: number): number => ((((day - 1 + steps) % COUNT) + COUNT) % COUNT) + 1;

/** The quarter of the sky to which a day belongs, 0 to 3: five days each, from the first on. */
export const quarterOf = (day: number): number => Math.floor((day - 1) / 5);
