import type { Views } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { plain } from '../screen/paint.ts';
import { NO_CARDS } from '../words/cards.ts';
import { drawingOf, seatName } from './index.ts';
import { tieqchieq } from './tieqchieq.ts';

const VIEW: Views['tieqchieq'] = {
  board: 'S7',
  phase: 'acting',
  turn: 1,
  roll: 3,
  at: 0,
  tosses: 42,
  turnCap: 1000,
  sides: [
    { path: [2, 6, 12], home: 1, reserve: 2 },
    { path: [1, 6, 8, 13], home: 2, reserve: 0 },
  ],
};

// By hand: RED 6 is the lane's second square, its ring; YELLOW 6 is RED's 10, YELLOW 8 the sun.
test('tokens, marks, territory, reserves and homes of S7', () => {
  expect(tieqchieq.draw(VIEW, plain).join('\n')).toBe(
    `
  RED       1   2   3   4   5   6   7   8   9  10  11  12  13  14
          ┌───┬───┬───┬───┐                           ┌───┬───┬───┐
  reserve │   │ + │   │   │                           │   │ ○ │   │ home
  RR···· ►│   │(R)│   │   │                           │(R)│   │   │► R·····
          └───┴───┴───┴───┼───┬───┬───┬───┬───┬───┬───┼───┴───┴───┘
                          │   │r○r│ +Y│ ☼ │ +R│y○y│   │
                          │   │(R)│   │(Y)│   │(Y)│   │
              ┌───┬───┬───┼───┴───┴───┴───┴───┴───┴───┼───┬───┬───┬───┐
         home │   │ ○ │   │                           │   │   │ + │   │ reserve
      YY···· ◄│   │(Y)│   │                           │   │   │   │(Y)│◄ ······
              └───┴───┴───┘                           └───┴───┴───┴───┘
  YELLOW       14  13  12  11  10   9   8   7   6   5   4   3   2   1

  YELLOW has tossed ●●●○ (3)   toss 42 of at most 1000`.slice(1),
  );
});

test('F7 has territory on two lane squares of each colour', () => {
  const [, , , , , marks] = tieqchieq.draw({ ...VIEW, board: 'F7' }, plain);
  expect(marks).toBe('                          │r r│r○r│ +Y│ ☼ │ +R│y○y│y y│');
});

test('the picture fits into 80 columns, legend included', () => {
  const lines = [...tieqchieq.legend, ...tieqchieq.draw(VIEW, plain)];
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.each([
  [{ phase: 'tossing' }, 'YELLOW tosses'],
  [{ phase: 'bonus', at: 7 }, 'YELLOW stands on a plus at 7'],
  [{ phase: 'over' }, 'The match is over'],
] as const)('the last line of %j', (phase, words) => {
  expect(tieqchieq.draw({ ...VIEW, ...phase }, plain).at(-1)).toContain(words);
});

test('a game that nobody has drawn shows its view as it is', () => {
  const drawing = drawingOf('patolli');
  expect(drawing.draw({ bowl: 3 }, plain, NO_CARDS)).toEqual(['{ bowl: 3 }']);
  expect(seatName(drawing, {}, 1)).toBe('Seat 1');
});
