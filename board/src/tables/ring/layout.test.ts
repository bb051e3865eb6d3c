import { expect, test } from 'vitest';
import { cellOf, DAYS, dayAfter, quarterOf } from './ringView.ts';

const isEdge = (n: number) => n === 1 || n === 6;

test('each day has a cell of its own on the edge', () => {
  const cells = DAYS.map(cellOf);
  expect(new Set(cells.map(({ row, column }) => `${row} ${column}`)).size).toBe(20);
  for (const { row, column } of cells) expect(isEdge(row) || isEdge(column)).toBe(true);
});

test('the next day lies beside each day, also behind the last one', () => {
  for (const day of DAYS) {
    const [a, b] = [cellOf(day), cellOf(dayAfter(day, 1))];
    expect(Math.abs(a.row - b.row) + Math.abs(a.column - b.column), `${day}`).toBe(1);
  }
});

test.each([
  [1, 3, 6],
  [3, 1, 6],
  [8, 1, 1],
  [13, 6, 1],
  [18, 6, 6],
  [20, 4, 6],
])('day %i lies in row %i, column %i', (day, row, column) => {
  expect(cellOf(day)).toEqual({ row, column });
});

test('steps go round in both directions', () => {
  expect([dayAfter(20, 1), dayAfter(1, -1), dayAfter(3, -25), dayAfter(3, 40)]).toEqual([1, 20, 18, 3]);
});

test('a quarter has five days', () => {
  expect(DAYS.map(quarterOf).join('')).toBe('00000111112222233333');
});

test('there is no other day', () => {
  expect(() => cellOf(0)).toThrow();
  expect(() => cellOf(21)).toThrow();
});
