import type { LegalMove } from '@flower-war/client';
import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import type { CardWords } from './cardWords.ts';
import { afterTap, brief, type Choice, cardIn, choicesOf, narrowed, numberIn, picksOf, thingsOf } from './choices.ts';

const parts = (move: string, told: object) => ({ move, verb: 'any', ...told }) as LegalMove;

test.each([
  ['a move without a thing', { number: 2 }, ['verb:any']],
  ['a move that is not explained', { verb: '' }, []],
  ['a way', { day: 14, number: 3 }, ['day:14']],
  ['a card against a seat', { card: 'W10', seat: 0 }, ['card:W10', 'seat:0']],
  ['an offering', { god: 'war', costs: { skulls: 1 } }, ['god:war']],
  ['an Aztec that goes under a temple', { card: 'P-A06', temple: 'P-T1' }, ['card:P-A06', 'card:P-T1']],
  ['a pile', { pile: 3, cards: 5 }, ['pile:3']],
  ['a token that comes in', { from: 0, to: 3, fights: 1 }, ['square:0', 'square:3']],
  ['a field of another form', { day: '14', card: 7, seat: null, god: {} }, ['verb:any']],
])('%s: %j', (_, told, picks) => {
  expect(picksOf(parts('x', told))).toEqual(picks);
});

const NO_STAKES = {
  times: 1,
  atOnce: new Map<number, string>(),
  isCostly: false,
  isDear: false,
  endsTurn: false,
  isPass: false,
  isPaidInBeads: false,
};
const choice = (move: string, ...picks: Choice['picks']): Choice => ({
  move,
  sentence: move,
  about: '',
  picks,
  ...NO_STAKES,
});
const CHOICES = [
  choice('go atl', 'day:9'),
  choice('play W10 @north', 'card:W10', 'seat:1'),
  choice('play W10 @west', 'card:W10', 'seat:2'),
  choice('pass'),
];

test('what makes several acts at once belongs to the choice that makes one, and is not a choice of its own', () => {
  const offer = (god: string, times?: number) =>
    parts(['offer', god, times ?? []].flat().join(' '), { verb: 'offer', god, ...(times && { times }) });
  const moves = [offer('war'), offer('rain'), parts('done', { verb: 'done' }), offer('war', 2), offer('war', 3)];
  const speech = { name: String, cards: new Map() };
  const choices = choicesOf(moves, { game: 'flower-war', words: wordsFor('en'), speech });
  expect(choices.map(({ move, atOnce }) => [move, [...atOnce]])).toEqual([
    [
      'offer war',
      [
        [2, 'offer war 2'],
        [3, 'offer war 3'],
      ],
    ],
    ['offer rain', []],
    ['done', []],
  ]);
});

test('a tap leaves the moves that are about the thing', () => {
  const told = (...picks: Choice['picks']) => narrowed(CHOICES, ...picks).map(({ move }) => move);
  expect(told('day:9')).toEqual(['go atl']);
  expect(told('card:W10')).toEqual(['play W10 @north', 'play W10 @west']);
  expect(told('seat:2')).toEqual(['play W10 @west']);
  expect(told('god:war')).toEqual([]);
  expect(told('card:W10', 'seat:1')).toEqual(['play W10 @north']);
  expect(told()).toHaveLength(4);
});

test('a second tap goes on from the first: a card and its target; the same thing again lets it go', () => {
  expect(afterTap(CHOICES, [], 'card:W10')).toEqual(['card:W10']);
  expect(afterTap(CHOICES, ['card:W10'], 'seat:2')).toEqual(['card:W10', 'seat:2']);
  expect(afterTap(CHOICES, ['card:W10', 'seat:2'], 'seat:2')).toEqual(['card:W10']);
  expect(afterTap(CHOICES, ['card:W10'], 'day:9')).toEqual(['day:9']);
  expect(afterTap(CHOICES, ['card:W10'], 'card:W10')).toEqual([]);
});

const land = { title: 'Land of Ozomahtli', text: 'Go to Monkey (Ozomahtli).', day: 11 } as CardWords;
const spoken = {
  game: 'flower-war',
  words: wordsFor('en'),
  speech: { name: () => '', cards: new Map([['L11W', land]]) },
};

test.each([
  ['played', { verb: 'play', card: 'L11W' }, ['card:L11W', 'day:11']],
  ['played with a day of its own', { verb: 'play', card: 'L11W', day: 3 }, ['day:3', 'card:L11W']],
  ['thrown away', { verb: 'pick', card: 'L11W' }, ['card:L11W']],
  ['not known', { verb: 'play', card: 'X' }, ['card:X']],
])('a card that names a day lights it when it is %s', (_, told, picks) => {
  expect(choicesOf([parts('x', told)], spoken)[0]?.picks).toEqual(picks);
});

test('what may be tapped is what the moves are about, and it says what a tap does', () => {
  expect([...thingsOf(CHOICES)]).toEqual([
    ['day:9', 'go atl'],
    ['card:W10', ''],
    ['seat:1', 'play W10 @north'],
    ['seat:2', 'play W10 @west'],
  ]);
});

test('a thing tells what it is', () => {
  expect(numberIn('day:14', 'day')).toBe(14);
  expect(numberIn('day:14', 'seat')).toBeUndefined();
  expect(numberIn('seat:0', 'seat')).toBe(0);
  expect(cardIn('card:W10')).toBe('W10');
  expect(cardIn(undefined)).toBeUndefined();
});

const told = (move: object, game = 'flower-war', language = 'en') =>
  brief({ move: 'x', ...move } as LegalMove, { game, words: wordsFor(language), speech: SPEECH });

const SPEECH = { name: () => '', cards: new Map(), place: (pile: number) => (pile === 3 ? 'Observatory' : '') };
const war = { verb: 'offer', god: 'war', costs: { skulls: 1, left: 0 }, gives: { cards: 1, deck: 'war' } };

test.each([
  ['a skull', 'flower-war', 'en', war, 'Offer to Huitzilopochtli → a War card. Skulls left: 0'],
  [
    'a skull, in Spanish',
    'flower-war',
    'es',
    war,
    'Ofrendar a Huitzilopochtli → una carta de Guerra. Calaveras que quedan: 0',
  ],
  [
    'tokens',
    'mexica',
    'en',
    { verb: 'offer', god: 'rain', costs: { skulls: 2, left: 5 }, gives: { cards: 1, deck: 'rain' } },
    'Offer 2 tokens to Tlaloc → a Rain card. Tokens left: 5',
  ],
  [
    'a prayer',
    'mexica',
    'en',
    { verb: 'tonantzin', costs: { skulls: 1, left: 3 }, gives: { cards: 1, deck: 'day' } },
    'Offer to Tonantzin → a Day card. Tokens left: 3',
  ],
  ['a pile by its place', 'space-aztecs', 'en', { verb: 'take', pile: 3, cards: 6 }, 'Take Observatory: 6 cards.'],
  ['without a card', 'flower-war', 'en', { ...war, gives: undefined }, 'Offer to Huitzilopochtli. Skulls left: 0'],
])('%s', (_, game, language, move, words) => {
  expect(told(move, game, language)).toBe(words);
});

test.each([
  ['a move without a price', { verb: 'offer', god: 'war' }],
  ['a price that cards may pay', { ...war, costs: { skulls: 1, orCards: true } }],
  ['another verb', { verb: 'play', costs: { skulls: 1, left: 0 } }],
  ['a pile without a place', { verb: 'take', pile: 4, cards: 6 }],
  ['a god that is not known', { ...war, god: 'toString' }],
])('%s has the sentence of the game', (_, move) => {
  expect(told(move)).toBeUndefined();
});
