import type { LegalMove } from '@flower-war/client';
import { wordsFor } from '@flower-war/words';
import { expect, test } from 'vitest';
import { brief } from './choices.ts';

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
