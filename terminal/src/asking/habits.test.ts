import { english, spanish } from '@flower-war/words';
import { expect, test } from 'vitest';
import { habitLines, habitsHint, keptAfter } from './habits.ts';

const KEPT = { habits: ['toss', 'single'] };

test('a player sees each habit with its number, whether it is kept, and how to switch it', () => {
  expect(habitLines(KEPT, 'tieqchieq', english)).toEqual([
    '1  on   The coins are tossed for you.',
    '2  on   A move is made for you when it is the only one.',
    '3  off  Your token takes the bonus step.',
    'Type habits and a number to switch one of them; habits none, habits usual, habits brisk or habits swift to choose for all.',
  ]);
  expect(habitLines({ habits: [] }, 'space-aztecs', spanish)).toEqual(['En este juego se te pregunta todo.']);
});

test.each([
  ['one more', 3, ['toss', 'single', 'bonus']],
  ['one less', 1, ['single']],
  ['a pace', 'brisk', 'brisk'],
  ['no number of the list', 4, undefined],
] as const)('a player switches %s', (_, what, kept) => {
  expect(keptAfter(KEPT, 'tieqchieq', { words: english, what })).toEqual(kept);
});

test('a player is told of habits: what they do, or that there are some', () => {
  expect(habitsHint(KEPT, 'tieqchieq', english)).toEqual({ id: 'habits/told', text: english.screen.habits.told });
  expect(habitsHint({ habits: [] }, 'mexica', english)?.id).toBe('habits/offered');
  expect(habitsHint({ habits: [] }, 'space-aztecs', english)).toBeUndefined();
});
