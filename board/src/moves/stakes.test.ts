import type { LegalMove } from '@flower-war/client';
import { expect, test } from 'vitest';
import { forgoneBy, hasTimeToConfirm, severalOf, stakesOf, timesOf, wantsCare } from './stakes.ts';

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

test.each([
  ['three skulls', { skulls: 3, left: 9 }, true],
  ['the last two', { skulls: 2, left: 0 }, true],
  ['the last one', { skulls: 1, left: 0 }, false],
  ['two of many', { skulls: 2, left: 5 }, false],
  ['a card', { cards: 1 }, false],
  ['three cards', { cards: 3 }, true],
  ['much that is left', { skulls: 0, left: 9 }, false],
])('%s is dear: %j', (_, costs, isDear) => {
  expect(told({ verb: 'offer', costs })).toMatchObject({ isDear });
});

test('what is dear asks once more, where there is a choice; an end of the turn does not', () => {
  const dear = told({ verb: 'tonantzin', costs: { skulls: 3, left: 1 } });
  expect(wantsCare(dear, [dear, done])).toBe(true);
  expect(wantsCare(dear, [dear])).toBe(false);
  expect(wantsCare(offer, [offer, done])).toBe(false);
  expect(wantsCare(done, [offer, done])).toBe(false);
});

test('a cautious person is asked before each price, and before an end of the turn that leaves moves unplayed', () => {
  expect(wantsCare(offer, [offer, done], true)).toBe(true);
  expect(wantsCare(done, [offer, done], true)).toBe(true);
  expect(wantsCare(done, [done], true)).toBe(false);
  expect(wantsCare(offer, [offer], true)).toBe(false);
  expect(wantsCare(goOn, [offer, goOn], true)).toBe(false);
  expect(wantsCare(play, [play, done], true)).toBe(false);
});

test.each([
  ['one of three skulls', { verb: 'offer', costs: { skulls: 1, left: 2 } }, [2, 3]],
  ['two of five', { verb: 'offer', costs: { skulls: 2, left: 3 } }, [2]],
  ['one of many', { verb: 'offer', costs: { skulls: 1, left: 40 } }, [2, 3, 4, 5, 6]],
  ['the last one', { verb: 'offer', costs: { skulls: 1, left: 0 } }, []],
  ['skull by skull, or cards', { verb: 'offer', costs: { skulls: 1, orCards: true } }, []],
  ['what is done once', { verb: 'tonantzin', costs: { skulls: 1, left: 9 } }, []],
  ['for nothing', { verb: 'offer', costs: { skulls: 0, left: 9 } }, []],
])('%s may be offered with one tap, beside once: %j', (_, move, several) => {
  expect(severalOf({ times: timesOf({ move: 'x', ...move } as LegalMove) })).toEqual(several);
});

test('to end the turn before the cards is a pass', () => {
  const end = told({ verb: 'end', endsTurn: true });
  expect(forgoneBy(end, [offer, done, end])).toEqual([offer]);
  expect(wantsCare(end, [offer, done, end], true)).toBe(true);
});

test('a move of a token ends a turn as it should', () => {
  expect(wantsCare(walk, [walk, play], true)).toBe(false);
});

test('a pass goes without all moves but other passes', () => {
  expect(forgoneBy(done, [offer, play, done])).toEqual([offer, play]);
  expect(forgoneBy(offer, [offer, play, done])).toEqual([]);
});

test('no player is asked twice in the last seconds', () => {
  expect(hasTimeToConfirm({ deadline: undefined, clockAhead: 0 }, 0)).toBe(true);
  expect(hasTimeToConfirm({ deadline: 20_000, clockAhead: 0 }, 0)).toBe(true);
  expect(hasTimeToConfirm({ deadline: 19_999, clockAhead: 0 }, 0)).toBe(false);
  expect(hasTimeToConfirm({ deadline: 20_000, clockAhead: -3_600_000 }, 3_600_000)).toBe(true);
  expect(hasTimeToConfirm({ deadline: 19_999, clockAhead: -3_600_000 }, 3_600_000)).toBe(false);
});
