import type { LegalMove, TempleJson } from '@flower-war/client';
import { expect, test } from 'vitest';
import {
  cardIn,
  type Choice,
  forgoneBy,
  hasTimeToConfirm,
  narrowed,
  numberIn,
  OF_THE_TABLE,
  picksOf,
  stakesOf,
  takingTemple,
  templeOf,
  thingsOf,
  wantsCare,
} from './choices.ts';

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

const NONE = { sensed: 0, applied: 0, held: 0, refused: 0, toTake: 0, disputed: false };
const temple = (name: string, more: Partial<TempleJson> = {}): TempleJson => ({
  temple: name,
  name,
  seat: 0,
  counts: true,
  present: true,
  war: NONE,
  rain: NONE,
  last: { slot: '', ordinal: 0, verdict: '', why: '' },
  doubted: 0,
  unclaimed: 0,
  ...more,
});

const OWN = temple('own');
const SHARED = temple('shared', { seat: OF_THE_TABLE });

test.each([
  ['its own', [OWN], [], 'own'],
  ['the one of the table', [SHARED], [], 'shared'],
  ['its own before the one of the table', [SHARED, OWN], [], 'own'],
  ['none of another seat', [temple('other', { seat: 1 })], [], undefined],
  ['none that no longer counts', [temple('own', { counts: false })], [], undefined],
  ['none that is silent', [temple('own', { present: false })], [], undefined],
  ['not the one of the table while its own is silent', [SHARED, temple('own', { present: false })], [], undefined],
  ['none by hand', [OWN], [0], undefined],
  ['its own while another seat pays by hand', [OWN], [1], 'own'],
] as const)('a seat drops beads into %s', (_, temples, byHand, name) => {
  expect(takingTemple({ temples: [...temples], byHand: [...byHand] }, 0)?.name).toBe(name);
});

test('a person who only looks drops no beads', () => {
  expect(takingTemple({ temples: [SHARED], byHand: [] }, undefined)).toBeUndefined();
});

test('a silent temple is the one of its seat nevertheless', () => {
  expect(templeOf({ temples: [temple('own', { present: false })] }, 0)?.name).toBe('own');
});
