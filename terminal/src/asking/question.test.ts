import { expect, test } from 'vitest';
import { plain } from '../screen.ts';
import { type Choice, type MovePage, moveList, type Question, questionScreen } from './question.ts';

const lines = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
const STYLE = { paint: plain, more: (n: number) => `… ${n} more` };
const SIZE = { columns: 60, rows: 24 };
const QUESTION: Question = {
  board: () => lines('board', 10),
  log: ['You roll a 6.'],
  hint: '',
  time: [],
  prompt: 'Your move, EAST: Roll the die.',
  choices: [{ sentence: 'Roll.', about: '' }],
};

const shown = (question: Partial<Question>) => questionScreen({ ...QUESTION, ...question }, SIZE, STYLE);

test('the board, what happened, what to do, and the moves', () => {
  expect(shown({ time: ['You have 20 s.'], hint: 'New: a die.' })).toEqual({
    earlier: [],
    screen: [
      ...lines('board', 10),
      '',
      'You roll a 6.',
      'New: a die.',
      'You have 20 s.',
      'Your move, EAST: Roll the die.',
      '  1  Roll.',
    ],
    next: undefined,
  });
});

test('what happened long ago gives way, and stands above', () => {
  const { earlier, screen } = shown({ log: lines('event', 30) });
  expect(screen).toHaveLength(23);
  expect(screen).toContain('event 30');
  expect(earlier.at(-1)).toBe('event 19');
  expect(earlier).toHaveLength(19);
});

test('many moves come in pages, and leave room for the last events', () => {
  const choices = lines('move', 40).map((sentence) => ({ sentence, about: '' }));
  const { screen, next } = shown({ choices, log: lines('event', 5) });
  expect(screen).toHaveLength(23);
  expect(screen.slice(10, 12)).toEqual(['event 4', 'event 5']);
  expect(screen.at(-1)).toBe('  … 31 more');
  expect(next).toBe(9);
});

test('the board is asked to leave room', () => {
  let rows = 0;
  shown({
    board: (most) => {
      rows = most;
      return lines('board', most);
    },
    choices: lines('move', 40).map((sentence) => ({ sentence, about: '' })),
    log: lines('event', 5),
  });
  expect(rows).toBe(24 - 1 - 1 - 4 - 2);
});

const PAGE: MovePage = { from: 0, columns: 60, rows: 10, paint: plain, more: (n) => `… ${n} more` };
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
