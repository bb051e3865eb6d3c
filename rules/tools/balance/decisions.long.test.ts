/** The table of decisions: a row for each edition and length, and fewer questions with habits than without. */
import { expect, test } from 'vitest';
import { GAMES } from '../../src/catalogue/games.ts';
import { decisionLines } from './decisions.ts';

// Matches differ by more than a habit saves, so two or three would not show it.
const rows = [...decisionLines([...GAMES.values()], { matches: 6, seed: 4 })]
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '));

test('every edition and length has a row', () => {
  expect(rows.map(([edition = '', length = '']) => `${edition} ${length}`)).toEqual([
    'flower-war standard',
    'flower-war short',
    'flower-war-rules-of-play standard',
    'flower-war-rules-of-play short',
    'mexica standard',
    'mexica short',
    'flower-war-early standard',
    'flower-war-early short',
    'tieqchieq standard',
    'tieqchieq-fortress standard',
    'tieqchieq-young standard',
    'space-aztecs standard',
    'space-aztecs-young standard',
  ]);
});

test.each(rows)('%s %s: habits leave fewer questions', (edition, _, __, ...medians) => {
  const [asked = 0, usual = 0, brisk = 0] = medians.map(Number);
  if (edition.startsWith('space-aztecs')) expect([usual, brisk]).toEqual([asked, asked]);
  else expect(Math.max(usual, brisk)).toBeLessThan(asked);
});
