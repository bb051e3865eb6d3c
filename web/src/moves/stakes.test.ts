import type { LegalMove } from '@flower-war/client';
import { expect, test } from 'vitest';
import { forgoneBy, hasTimeToConfirm, stakesOf, wantsCare } from './choices.ts';

const told = (move: object) => stakesOf({ move: 'x', ...move } as LegalMove);

test.each([
  ['skulls', { skulls: 1, left: 0 }, true],
  ['cards', { cards: 1 }, true],
  ['cards in place of skulls', { orCards: true }, true],
  ['nothing', { skulls: 0, left: 3 }, false],
  ['no price', undefined, false],
])('a price of %s: %j', (_, costs, isCostly) => {
  expect(told({ verb: 'offer', costs }).isCostly).toBe(isCostly);
});

const offer = told({ verb: 'offer', costs: { skulls: 2, left: 1 } });
const play = told({ verb: 'play' });
const done = told({ verb: 'done', endsTurn: true });
const goOn = told({ verb: 'done' });
const walk = told({ verb: 'move', from: 1, to: 2, endsTurn: true });

test('a price wants care, and so does an end of the turn that leaves moves unplayed', () => {
  expect(wantsCare(offer, [offer, done])).toBe(true);
  expect(wantsCare(done, [offer, done])).toBe(true);
  expect(wantsCare(done, [done])).toBe(false);
  expect(wantsCare(offer, [offer])).toBe(false);
  expect(wantsCare(goOn, [offer, goOn])).toBe(false);
  expect(wantsCare(play, [play, done])).toBe(false);
});

test('a move of a token ends a turn as it should', () => {
  expect(wantsCare(walk, [walk, play])).toBe(false);
});

test('a pass goes without all moves but other passes', () => {
  expect(forgoneBy(done, [offer, play, done])).toEqual([offer, play]);
  expect(forgoneBy(offer, [offer, play, done])).toEqual([]);
});

test('no player is asked twice in the last seconds', () => {
  expect(hasTimeToConfirm(undefined)).toBe(true);
  expect(hasTimeToConfirm(20_000)).toBe(true);
  expect(hasTimeToConfirm(19_999)).toBe(false);
});
