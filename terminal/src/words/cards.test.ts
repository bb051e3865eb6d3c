import { RefusedError, UnreachableError } from '@flower-war/client';
import { expect, test } from 'vitest';
import { byId, NO_CARDS, noteOn, readCards, textAfter, titleOf } from './cards.ts';

const DARTS = { id: 'W10', title: 'Dart Thrower', deck: 'war', timing: 'action', cost: 1, text: 'ATTACK CHOSEN' };
const CARDS = byId([DARTS, { ...DARTS, id: 'W00', title: 'Nothing', text: '' }]);

test('a card is called by its title, or by its id if nobody knows the title', () => {
  expect(titleOf(CARDS, 'W10')).toBe('Dart Thrower (W10)');
  expect(titleOf(CARDS, 'X99')).toBe('X99');
  expect(textAfter(CARDS, 'W10')).toBe(': ATTACK CHOSEN');
  expect(textAfter(CARDS, 'W00') + textAfter(CARDS, 'X99')).toBe('');
});

test.each([
  ['play W10 @north', 'Dart Thrower: ATTACK CHOSEN'],
  ['pick W00', 'Nothing'],
  ['pick X99', undefined],
  ['done', undefined],
])('the note on %j', (move, note) => {
  expect(noteOn(CARDS, move)).toBe(note);
});

test.each([
  new UnreachableError('http://127.0.0.1 answered 404 and is not a Flower War server'),
  new RefusedError({ code: 'unknown-game', message: 'There is no such game.' }),
])('a server that does not tell its cards is played on without: %s', async (error) => {
  expect(await readCards({ cards: () => Promise.reject(error) }, 'patolli')).toBe(NO_CARDS);
});

test('a bug is not taken for an old server', async () => {
  await expect(readCards({ cards: () => Promise.reject(new TypeError()) }, 'patolli')).rejects.toThrow(TypeError);
  expect(await readCards({ cards: async () => [{ ...DARTS, face: {} }] }, 'patolli')).toMatchObject(byId([DARTS]));
});
