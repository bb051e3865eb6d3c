import type { Views } from '@flower-war/protocol';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { plain } from '../screen.ts';
import { NO_CARDS } from '../words.ts';
import { drawingOf, seatName } from './index.ts';
import { tieqchieq as drawn } from './tieqchieq.ts';

const tieqchieq = drawn(english);
const draw = (view: Views['tieqchieq']) => tieqchieq.draw(view, plain, NO_CARDS);

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
  expect(draw(VIEW).join('\n')).toBe(
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
  const [, , , , , marks] = draw({ ...VIEW, board: 'F7' });
  expect(marks).toBe('                          │r r│r○r│ +Y│ ☼ │ +R│y○y│y y│');
});

test('the picture fits into 80 columns, legend included', () => {
  const lines = [...tieqchieq.legend, ...draw(VIEW)];
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.each([
  [{ phase: 'tossing' }, 'YELLOW tosses'],
  [{ phase: 'bonus', at: 7 }, 'YELLOW stands on a plus at 7'],
  [{ phase: 'over' }, 'The match is over'],
] as const)('the last line of %j', (phase, words) => {
  expect(
    draw({ ...VIEW, ...phase })
      .slice(-2)
      .join('\n'),
  ).toContain(words);
});

test('a game that nobody has drawn shows its view as it is', () => {
  const drawing = drawingOf('patolli', english);
  expect(drawing.draw({ bowl: 3 }, plain, NO_CARDS)).toEqual(['{ bowl: 3 }']);
  expect(seatName(drawing, {}, 1)).toBe('Seat 1');
});

test('on a narrow screen the squares stand without frames', () => {
  const page = { paint: plain, cards: NO_CARDS, columns: 60, rows: 15 };
  expect(drawn(spanish).brief(VIEW, page).join('\n')).toBe(
    `
  ROJO       reserva RR····            casa     R·····
 1   2   3   4   5   6   7   8   9  10  11  12  13  14
     +                                           ○
 ·  (R)  ·   ·                              (R)  ·   ·
                    r○r  +Y  ☼   +R y○y
                 ·  (R)  ·  (Y)  ·  (Y)  ·
         ○                                           +
     ·  (Y)  ·                               ·   ·   ·  (Y)
    14  13  12  11  10   9   8   7   6   5   4   3   2   1
  AMARILLO reserva ······                  casa YY····`.slice(1),
  );
});
