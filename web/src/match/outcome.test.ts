import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { EN } from '../app/texts/en.ts';
import { ES } from '../app/texts/es.ts';
import { headline } from './outcome.ts';

const speech = { name: (seat: number) => ['East', 'West'][seat] ?? '', cards: new Map() };
const standing = (seat: number, [skulls, discs, cards]: readonly [number, number, number]) => ({
  seat,
  place: seat + 1,
  score: skulls,
  breakdown: { skulls, discs, cards },
});

interface End {
  readonly game?: string;
  readonly result?: string;
  readonly parts: readonly (readonly [number, number, number])[];
}

const ended = ({ game = 'flower-war', result = 'win', parts }: End) => ({
  match: 'm',
  preset: game,
  game,
  seats: [],
  result: { result, reason: 'countdown', winners: [0], standings: parts.map((one, seat) => standing(seat, one)) },
  speech,
});

const told = (end: End) => headline(ended(end), wordsFor('en'), EN);

test.each([
  ['discs', [27, 1, 0], [27, 0, 3], 'Both have 27, and discs decide: 1 to 0.'],
  ['cards', [27, 1, 3], [27, 1, 1], 'Both have 27, and cards decide: 3 to 1.'],
] as const)('equal scores: the headline says that %s decide', (_, one, other, tie) => {
  expect(told({ parts: [one, other] })).toMatch(/^East wins: /);
  expect(told({ parts: [one, other] })).toContain(tie);
});

test('it says so in Spanish, too', () => {
  const end = ended({
    parts: [
      [27, 1, 0],
      [27, 0, 3],
    ],
  });
  expect(headline(end, wordsFor('es'), ES)).toContain('Empatan a 27, y deciden discos: 1 a 0.');
});

test.each([
  [
    'unequal scores',
    {
      parts: [
        [28, 0, 0],
        [27, 1, 0],
      ],
    },
  ],
  ['no score', { parts: [] }],
  [
    'a draw',
    {
      result: 'draw',
      parts: [
        [27, 1, 0],
        [27, 1, 0],
      ],
    },
  ],
  [
    'a game that breaks ties by what it does not show',
    {
      game: 'space-aztecs',
      preset: 'space-aztecs',
      parts: [
        [27, 1, 0],
        [27, 0, 0],
      ],
    },
  ],
] as const)('%s: nothing broke a tie', (_, end) => {
  expect(told(end)).not.toContain('Both have');
});
