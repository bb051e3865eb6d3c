import { expect, test } from 'vitest';
import { plain } from '../screen/width.ts';
import { type Choice, moveList, type Page } from './moveList.ts';

const PAGE: Page = { from: 0, columns: 60, rows: 10, paint: plain, more: (n) => `… ${n} more` };
const choice = (sentence: string, about = ''): Choice => ({ sentence, about });
const LONG = choice('Play Dart Thrower.', 'Attack a player of your choice, at most four days away from you.');

test('moves are numbered, and what cards do is shown whole where there is room', () => {
  expect(moveList([LONG, choice('Finish.')], PAGE)).toEqual({
    lines: [
      '  1  Play Dart Thrower. Attack a player of your choice, at',
      '     most four days away from you.',
      '  2  Finish.',
    ],
    next: undefined,
  });
});

test('where there is less room, each move has one line', () => {
  expect(moveList([LONG, choice('Finish.')], { ...PAGE, rows: 2 }).lines).toEqual([
    '  1  Play Dart Thrower. Attack a player of your choice, at …',
    '  2  Finish.',
  ]);
});

test('a list that is longer than the screen comes in pages, with the numbers of the whole list', () => {
  const choices = Array.from({ length: 12 }, (_, index) => choice(`Go ${index + 1}.`));
  const first = moveList(choices, { ...PAGE, rows: 5 });
  expect(first).toEqual({ lines: ['   1  Go 1.', '   2  Go 2.', '   3  Go 3.', '   4  Go 4.', '  … 8 more'], next: 4 });
  expect(moveList(choices, { ...PAGE, from: 4, rows: 8 })).toMatchObject({ next: undefined });
  expect(moveList(choices, { ...PAGE, from: 4, rows: 8 }).lines[0]).toBe('   5  Go 5.');
});

test('no line is wider than the screen, colours apart', () => {
  const { lines } = moveList([LONG, LONG], { ...PAGE, paint: (style, text) => `<${style}>${text}` });
  expect(Math.max(...lines.map((line) => line.replace(/<\w+>/g, '').length))).toBeLessThanOrEqual(60);
});
