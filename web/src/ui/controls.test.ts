import type { PlayedMatch } from '@flower-war/client';
import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { EN } from '../app/texts/en.ts';
import { timeText } from './controls.tsx';
import { aboutPlayed } from './PlayedRows.tsx';

test.each([
  [-5, '0:00'],
  [1, '0:01'],
  [9_000, '0:09'],
  [59_001, '1:00'],
  [750_000, '12:30'],
  [12_000_000, '3 h 20'],
  [190_800_000, '2 d 5 h'],
])('%i ms are %s', (milliseconds, text) => {
  expect(timeText(milliseconds)).toBe(text);
});

test('a match of another year is not taken for one of this year', () => {
  const played = { seats: [], status: 'ended', createdAt: Date.UTC(2025, 11, 1, 12) } as unknown as PlayedMatch;
  const about = aboutPlayed(played, { words: wordsFor('en'), texts: EN, areOwn: true });
  expect(about).toMatch(/Dec\u00a01,\u00a02025$/);
});
