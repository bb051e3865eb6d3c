import type { Views } from '@flower-war/protocol';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { plain } from '../screen.ts';
import { byId, NO_CARDS } from '../words.ts';
import { spaceAztecs as drawn } from './spaceAztecs.ts';

const spaceAztecs = drawn(english);

type View = Views['space-aztecs'];
type City = View['cities'][number];

const CARDS = byId([
  { id: 'P-A07', title: 'Maize Farmer', timing: '14:40', text: '4 points', when: '', cost: '' },
  {
    id: 'G-A06',
    title: 'Very Special Agent',
    timing: '13:00',
    when: '',
    cost: '',
    text: '3 points; while visible, your Aztecs may arrive under a temple of their colour',
  },
]);

const city = (own: Partial<City> = {}): City => ({
  pile: 0,
  time: '',
  visible: [],
  temples: [],
  codices: [],
  saucers: [],
  score: 0,
  here: true,
  ...own,
});
const ids = (text: string): readonly string[] => text.split(' ');

const PLACES = ['Ball Court', 'Market', 'Observatory', 'Causeway', 'Floating Gardens', 'Palace', 'Volcano', 'Lake'];
const SETS: View['sets'] = [
  { colour: 'P', name: 'Villagers and Animals', inGame: true },
  { colour: 'Y', name: 'Warriors', inGame: true },
  { colour: 'B', name: 'Superiors', inGame: true },
  { colour: 'G', name: 'Special Agents', inGame: false },
];

const NEW: View = {
  phase: 'taking',
  turn: 1,
  round: 1,
  starter: 1,
  removed: 'G',
  saucers: 0,
  saucerLimit: 7,
  piles: Array.from({ length: 8 }, (_, index) => ({ name: PLACES[index]!, size: 7, cards: [] })),
  sets: SETS,
  cities: [city(), city()],
  card: '',
  victim: 0,
  chosen: '',
  log: [],
};

const NINE = ids('Y-A05 G-A06 P-A07 P-T2 X6 Y-T3 B-A10 G-S3 X99');
const LEFT = ids('P-A03 Y-A05 G-A06 P-A07 P-A08 P-A09 Y-A10 B-A10');

/** The widest lines that can be: nine cards in a pile with a long name, eight in the log, a city with three lines. */
const FULL: View = {
  ...NEW,
  phase: 'choosing',
  turn: 2,
  round: 12,
  starter: 2,
  removed: 'none',
  saucers: 8,
  saucerLimit: 9,
  sets: SETS.map((set) => ({ ...set, inGame: true })),
  piles: NEW.piles.map((_, index) => ({
    name: PLACES[index]!,
    ...(index === 4 ? { size: 9, cards: NINE } : { size: index, cards: [] }),
  })),
  cities: [
    city({
      pile: 5,
      score: 104,
      codices: ['X1', 'X8'],
      visible: ids('Y-A01 P-A01 P-A02 B-A01 G-A01 P-A10 P-A04 Y-A02'),
      temples: [
        { card: 'G-T1', aztecs: ids('G-A02 G-A03 G-A04') },
        { card: 'B-T1', aztecs: [] },
      ],
      saucers: [{ card: 'B-S1', captured: ids('B-A02 B-A03 B-A04') }],
    }),
    city({ score: -5, here: false }),
    city({ pile: 2, visible: ['P-A05'], score: 3 }),
    city({ pile: 3, time: '10:20' }),
    city({ pile: 8 }),
    city({ saucers: [{ card: 'Y-S1', captured: [] }] }),
  ],
  chosen: 'P-A07',
  log: NEW.piles.map((_, index) => ({ cards: index < 2 ? LEFT : [], gone: index * 3 })),
};

const draw = (view: View, cards = CARDS): readonly string[] => spaceAztecs.draw(view, plain, cards);

test('a new match of two', () => {
  expect(draw(NEW, NO_CARDS).join('\n')).toBe(
    `
Round 1, saucers 0 of 7, no green cards in this match
CITY 2 is to take a pile

1 Ball Court        7
2 Market            7
3 Observatory       7
4 Causeway          7
5 Floating Gardens  7
6 Palace            7
7 Volcano           7
8 Lake              7

           pile   time  score   P   Y   B   G   T   S   X
 CITY 1       ·             0   ·   ·   ·   -   ·   ·   ·
►CITY 2 ☼     ·             0   ·   ·   ·   -   ·   ·   ·`.slice(1),
  );
});

test('six cities in the middle of a match, one of them left', () => {
  expect(draw(FULL).join('\n')).toBe(
    `
Round 12, saucers 8 of 9, all colours are in play
All choose a card in secret

1 Ball Court        0         last: PA03 YA05 GA06 PA07 PA08 PA09 YA10 BA10
2 Market            1 CITY 3  last: PA03 YA05 GA06 PA07 PA08 PA09 YA10 BA10 -3
3 Observatory       2 CITY 4
4 Causeway          3
5 Floating Gardens  9 CITY 1  Y-A05 G-A06 P-A07 P-T2 X6 Y-T3 B-A10 G-S3 X99
6 Palace            5
7 Volcano           6
8 Lake              7 CITY 5

           pile   time  score   P   Y   B   G   T   S   X
►CITY 1       5           104   4   2   1   1   2   1   2
     P-A01 P-A02 P-A10 P-A04 Y-A01 Y-A02 B-A01 G-A01 G-T1[G-A02 G-A03 G-A04]
     B-T1[] B-S1[B-A02 B-A03 B-A04] X1 X8
 CITY 2    has left        -5   ·   ·   ·   ·   ·   ·   ·
►CITY 3 ☼     2             3   1   ·   ·   ·   ·   ·   ·
     P-A05
►CITY 4       3  10:20      0   ·   ·   ·   ·   ·   ·   ·
►CITY 5       8             0   ·   ·   ·   ·   ·   ·   ·
►CITY 6       ·             0   ·   ·   ·   ·   ·   1   ·
     Y-S1[]

Your choice
  14:40  P-A07  Maize Farmer: 4 points

Cards of pile 5
  Y-A05
  13:00  G-A06  Very Special Agent: 3 points; while visible, your Aztecs may
                arrive under a temple of their colour
  14:40  P-A07  Maize Farmer: 4 points
  P-T2
  X6
  Y-T3
  B-A10
  G-S3
  X99`.slice(1),
  );
});

test.each([
  [{ phase: 'hiding', card: 'P-A07' }, 'CITY 2 may put Maize Farmer under a temple'],
  [{ phase: 'capturing', card: 'B-S1', victim: 0 }, 'CITY 2 picks the Aztec of CITY 1 that B-S1 captures'],
  [{ phase: 'over' }, 'The match is over'],
] as const)('%j', (change, words) => {
  expect(draw({ ...NEW, ...change })[1]).toBe(words);
});

test('no line is wider than the terminal', () => {
  const lines = [...draw(NEW), ...draw(FULL)];
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test('a move that names no card is about the one that is revealed', () => {
  const view: View = { ...NEW, phase: 'hiding', card: 'P-A07' };
  expect(spaceAztecs.cardIn?.(view, 'show')).toBe('P-A07');
  expect(spaceAztecs.cardIn?.(view, 'hide P-T1')).toBeUndefined();
});

test('in few lines: two piles in a line, a line for each city, whatever the width', () => {
  for (const words of [english, spanish])
    for (const columns of [60, 80]) {
      const lines = drawn(words).brief(FULL, { paint: plain, cards: CARDS, columns, rows: 15 });
      expect(lines).toHaveLength(12);
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
      expect(
        drawn(words)
          .texts(FULL, { paint: plain, cards: CARDS, columns })
          .filter((line) => line.length > columns),
      ).toEqual([]);
    }
  const [, first, , , , , city] = spaceAztecs.brief(FULL, { paint: plain, cards: CARDS, columns: 60, rows: 15 });
  expect(first).toBe('1 Ball Court        0         5 Floating Gardens  9 CITY 1');
  expect(city).toContain('►CITY 1');
});
