import { RefusedError, UnreachableError } from '@flower-war/client';
import { english, spanish } from '@flower-war/words';
import { expect, test } from 'vitest';
import { byId, NO_CARDS, readCards, textOn, titleOf } from './cards.ts';

const DARTS = { id: 'W10', title: 'Dart Thrower', timing: 'action', text: 'Attack.', when: 'In your turn.', cost: '' };
const CARDS = byId([DARTS, { ...DARTS, id: 'W00', title: 'Nothing', text: '' }]);

test('a card is called by its title, or by its id if the title is not known', () => {
  expect(titleOf(CARDS, 'W10')).toBe('Dart Thrower');
  expect(titleOf(CARDS, 'X99')).toBe('X99');
});

test.each([
  ['play W10 @north', 'Attack.'],
  ['pick W00', ''],
  ['pick X99', undefined],
  ['done', undefined],
])('what the card in %j does', (move, text) => {
  expect(textOn(CARDS, move)).toBe(text);
});

test.each([
  new UnreachableError('http://127.0.0.1 answered 404 and is not a Flower War server'),
  new RefusedError({ code: 'unknown-game', message: 'There is no such game.' }),
])('a server that does not tell its cards is played on without: %s', async (error) => {
  expect(await readCards({ cards: () => Promise.reject(error) }, 'patolli', english)).toBe(NO_CARDS);
});

test('a bug is not taken for an old server', async () => {
  const broken = { cards: () => Promise.reject(new TypeError()) };
  await expect(readCards(broken, 'patolli', english)).rejects.toThrow(TypeError);
});

test('cards are told in the language of the player', async () => {
  const face = { kind: 'card', effects: [] };
  const listed = { id: 'W10', title: 'Dart Thrower', deck: 'war', timing: 'action', cost: 1, text: 'ATTACK', face };
  const client = { cards: async () => [listed] as never };
  const [first, second] = await Promise.all([english, spanish].map((words) => readCards(client, 'flower-war', words)));
  expect(first?.get('W10')).toMatchObject({ title: 'Dart Thrower', timing: 'action' });
  expect(second?.get('W10')?.title).not.toBe('Dart Thrower');
});
