import { expect, test } from 'vitest';
import { isOpenTurn } from './openTurn.ts';

const WAITS = { seat: 1, decision: undefined, windowDeadline: undefined, isOver: false, table: { pausedUntil: 0 } };
const ASKED = { ...WAITS, decision: 4 };

test('a question that all know of is a turn', () => {
  expect(isOpenTurn(WAITS, true)).toBe(false);
  expect(isOpenTurn(ASKED, false)).toBe(true);
  expect(isOpenTurn({ ...ASKED, isOver: true }, true)).toBe(false);
  expect(isOpenTurn({ ...ASKED, seat: undefined }, true)).toBe(false);
  expect(isOpenTurn({ ...ASKED, table: { pausedUntil: 9 } }, true)).toBe(false);
});

test.each([true, false])('a hidden window leaves it as it was: %s', (before) => {
  expect(isOpenTurn({ ...ASKED, windowDeadline: 5000 }, before)).toBe(before);
});
