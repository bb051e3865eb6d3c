import { expect, test } from 'vitest';
import { plain } from '../screen/width.ts';
import { type Question, questionScreen } from './asking.ts';

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
