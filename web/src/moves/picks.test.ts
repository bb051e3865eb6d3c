import type { LegalMove } from '@flower-war/client';
import { expect, test } from 'vitest';
import { cardIn, type Choice, narrowed, numberIn, picksOf, thingsOf } from './choices.ts';

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

const NO_STAKES = { isCostly: false, endsTurn: false, isPass: false, isPaidInBeads: false };
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

test('a tap leaves the moves that are about the thing', () => {
  const told = (pick: Parameters<typeof narrowed>[1]) => narrowed(CHOICES, pick).map(({ move }) => move);
  expect(told('day:9')).toEqual(['go atl']);
  expect(told('card:W10')).toEqual(['play W10 @north', 'play W10 @west']);
  expect(told('seat:2')).toEqual(['play W10 @west']);
  expect(told('god:war')).toEqual([]);
  expect(told(undefined)).toHaveLength(4);
});

test('what may be tapped is what the moves are about', () => {
  expect([...thingsOf(CHOICES)]).toEqual(['day:9', 'card:W10', 'seat:1', 'seat:2']);
});

test('a thing tells what it is', () => {
  expect(numberIn('day:14', 'day')).toBe(14);
  expect(numberIn('day:14', 'seat')).toBeUndefined();
  expect(numberIn('seat:0', 'seat')).toBe(0);
  expect(cardIn('card:W10')).toBe('W10');
  expect(cardIn(undefined)).toBeUndefined();
});
