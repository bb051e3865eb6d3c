/** The frame of the ring: twenty cells around an open square. */
import type { Paint } from '../../screen/paint.ts';
import { fit, type Line, painted } from '../line.ts';

/** The days lie as on the printed board: travel begins at the right, just above the middle, and goes up. */
const TOP = [8, 7, 6, 5, 4, 3];
const SIDES = [
  [9, 2],
  [10, 1],
  [11, 20],
  [12, 19],
] as const;
const BOTTOM = [13, 14, 15, 16, 17, 18];

/** The longest name, Cozcacuauhtli, stands in the fourth column. */
const WIDTHS = [12, 12, 12, 13, 12, 12];
const CELL_LINES = [0, 1, 2];
const PITCH = CELL_LINES.length + 1;
/** Room for a cell's lines in every column. */
export const CELL_WIDTH = 12;
export const INNER = { width: 52, height: SIDES.length * PITCH - 1 };

export interface Ring {
  /** The lines of each day. */
  readonly cells: readonly (readonly Line[])[];
  /** At most as many lines as the square has. */
  readonly inner: readonly Line[];
}

export function drawRing({ cells, inner }: Ring, paint: Paint): readonly string[] {
  const cell = (day: number, line: number, width = CELL_WIDTH) =>
    painted(fit(cells[day - 1]?.[line] ?? [], width), paint);
  const within = (line: number) => painted(fit(inner[line] ?? [], INNER.width), paint);
  const full = (days: readonly number[]) =>
    CELL_LINES.map((line) => `│${days.map((day, column) => cell(day, line, WIDTHS[column])).join('│')}│`);
  const middle = SIDES.flatMap(([left, right], row) => [
    ...(row === 0 ? [] : [`├${bar(left)}┤${within(row * PITCH - 1)}├${bar(right)}┤`]),
    ...CELL_LINES.map((line) => `│${cell(left, line)}│${within(row * PITCH + line)}│${cell(right, line)}│`),
  ]);
  return [TOP_EDGE, ...full(TOP), UPPER_EDGE, ...middle, LOWER_EDGE, ...full(BOTTOM), BOTTOM_EDGE];
}

/** The edge above a day shows its number, because cards name days by number. */
const bar = (day: number, width = CELL_WIDTH): string => `─${day}`.padEnd(width, '─');

const bars = (days: readonly number[]) => days.map((day, column) => bar(day, WIDTHS[column]));
const blanks = WIDTHS.map((width) => '─'.repeat(width));
const corners = (line: readonly string[], between: string): string =>
  `${line[0]}┼${line.slice(1, -1).join(between)}┼${line.at(-1)}`;

const TOP_EDGE = `┌${bars(TOP).join('┬')}┐`;
const UPPER_EDGE = `├${corners([bar(9), ...blanks.slice(1, -1), bar(2)], '┴')}┤`;
const LOWER_EDGE = `├${corners(bars(BOTTOM), '┬')}┤`;
const BOTTOM_EDGE = `└${blanks.join('┴')}┘`;
