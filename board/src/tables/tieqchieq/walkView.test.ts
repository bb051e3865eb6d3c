import { expect, test } from 'vitest';
import { COLUMNS, facing, paintOn, ROWS, SQUARES } from './walkView.ts';

const at = (side: 'near' | 'far', place: number) => {
  const square = SQUARES.find((one) => one[side] === place);
  return square && [square.row, square.column];
};

test('every side has fourteen squares, seven of them together, each in its own place', () => {
  for (const side of ['near', 'far'] as const)
    expect(SQUARES.flatMap((square) => square[side] ?? []).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  expect(SQUARES).toHaveLength(21);
  expect(new Set(SQUARES.map(({ row, column }) => `${row} ${column}`)).size).toBe(21);
});

test('the next square lies beside the one before', () => {
  for (const side of ['near', 'far'] as const)
    for (let place = 2; place <= 14; place++) {
      const [row = 0, column = 0] = at(side, place) ?? [];
      const [before = 0, columnBefore = 0] = at(side, place - 1) ?? [];
      expect(Math.abs(row - before) + Math.abs(column - columnBefore), `${side} ${place}`).toBe(1);
    }
});

test('both sides walk alike, turned by half a circle', () => {
  for (let place = 1; place <= 14; place++) {
    const [row = 0, column = 0] = at('near', place) ?? [];
    expect(at('far', place)).toEqual([ROWS + 1 - row, COLUMNS + 1 - column]);
  }
});

test.each([
  ['S7', 0, 2, { mark: 'plus', markOf: 0, landOf: 0 }],
  ['S7', 1, 13, { mark: 'ring', landOf: 1 }],
  ['S7', 0, 5, {}],
  ['S7', 0, 6, { mark: 'ring', landOf: 0 }],
  ['S7', 1, 10, { mark: 'ring', landOf: 0 }],
  ['S7', 1, 8, { mark: 'sun' }],
  ['S7', 0, 9, { mark: 'plus', markOf: 0 }],
  ['S7', 1, 9, { mark: 'plus', markOf: 1 }],
  ['F7', 0, 5, { landOf: 0 }],
  ['F7', 0, 11, { landOf: 1 }],
  ['a new board', 0, 6, { mark: 'ring' }],
])('%s, side %i, square %i', (board, side, place, paint) => {
  expect(paintOn(board, side, place)).toEqual(paint);
});

test('both sides see the same paint in the lane', () => {
  for (const board of ['S7', 'F7'])
    for (let place = 5; place <= 11; place++)
      expect(paintOn(board, 0, place)).toEqual(paintOn(board, 1, facing(place)));
});
