import { wordsFor } from '@flower-war/words/all';
import { RULEBOOKS, rulebook } from '@flower-war/words/rulebook';
import { expect, test } from 'vitest';
import type { FlowerView, RingView } from '../tables/ring/ringView.ts';
import type { AztecsView } from '../tables/spaceAztecs/aztecsView.ts';
import type { WalkView } from '../tables/tieqchieq/walkView.ts';
import { daysBetween, flows, motionsBetween } from './motionsBetween.ts';

/** The first position that the rulebook of a game shows. */
function shownIn(game: string): object {
  const book = RULEBOOKS.find((id) => id === game);
  const rules = book === undefined ? [] : rulebook(wordsFor('en'), book).chapters.flatMap((chapter) => chapter.rules);
  const [picture] = rules.flatMap(({ pictures }) => pictures);
  if (picture === undefined) throw new Error(`the rulebook of ${game} shows no position`);
  return picture.view;
}

const FLOWER = shownIn('flower-war') as FlowerView;
const AZTECS = shownIn('space-aztecs') as AztecsView;
const WALK = shownIn('tieqchieq') as WalkView;

function onRing(change: Partial<FlowerView>, from: FlowerView = FLOWER) {
  return motionsBetween({ game: 'flower-war', before: from, view: { ...from, ...change }, seat: 0 });
}

/** The view with another tribe in the place of a seat. */
function withTribe(seat: number, change: Partial<FlowerView['tribes'][number]>): FlowerView['tribes'] {
  return FLOWER.tribes.map((tribe, index) => (index === seat ? { ...tribe, ...change } : tribe));
}

test('a view that shows the same moves nothing', () => {
  for (const [game, view] of [
    ['flower-war', FLOWER],
    ['space-aztecs', AZTECS],
    ['tieqchieq', WALK],
  ] as const)
    expect(motionsBetween({ game, before: view, view: { ...view }, seat: 0 })).toEqual([]);
});

test('a game without a table moves nothing', () => {
  expect(motionsBetween({ game: 'a-new-game', before: {}, view: { n: 1 }, seat: 0 })).toEqual([]);
});

test.each([
  [19, 2, [19, 20, 1, 2]],
  [2, 20, [2, 1, 20]],
  [5, 15, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
])('from day %i to day %i a pawn goes the shorter way', (from, to, days) => {
  expect(daysBetween(from, to)).toEqual(days);
});

test('a pawn goes along the days, and then skulls come to its tribe', () => {
  const { day } = FLOWER.tribes[0]!;
  const [first, next] = [daysBetween(day, 3), 3];
  const days = FLOWER.days.with(next - 1, (FLOWER.days[next - 1] ?? 0) - 2);
  expect(onRing({ tribes: withTribe(0, { day: next, skulls: FLOWER.tribes[0]!.skulls + 2 }), days })).toEqual([
    { kind: 'comes', piece: 'pawn:0', along: first.map((one) => `day:${one}`), stage: 0 },
    { kind: 'goes', made: 'skulls', n: 2, from: 'day:3', to: 'seat:0', stage: 1 },
  ]);
});

test('an offering goes to the temple, a lost skull to the stock', () => {
  const rich = { ...FLOWER, tribes: withTribe(1, { skulls: 5 }) };
  const after = (skulls: number) => withTribe(1, { skulls });
  expect(onRing({ tribes: after(4), rainLake: FLOWER.rainLake + 1 }, rich)).toMatchObject([
    { made: 'skulls', n: 1, from: 'seat:1', to: 'god:rain' },
  ]);
  expect(onRing({ tribes: after(3), pool: FLOWER.pool + 2 }, rich)).toMatchObject([
    { made: 'skulls', n: 2, from: 'seat:1', to: 'pool' },
  ]);
});

test('in Mexica tokens and week cards move as what they are', () => {
  const before = shownIn('mexica') as Exclude<RingView, FlowerView>;
  const [first = 0, ...others] = before.days;
  const tribes = before.tribes.with(0, { ...before.tribes[0]!, skulls: before.tribes[0]!.skulls + 1 });
  const view = { ...before, days: [first - 1, ...others], weeks: before.weeks.with(4, 1), tribes };
  expect(motionsBetween({ game: 'mexica', before, view, seat: 0 })).toEqual([
    { kind: 'goes', made: 'tokens', n: 1, from: 'day:1', to: 'seat:0', stage: 1 },
    { kind: 'goes', made: 'week', n: 1, from: 'day:5', to: 'seat:1', stage: 1 },
  ]);
});

test('a card comes from its deck, face down, whatever card it is', () => {
  const drawn = { tribes: withTribe(0, { cards: FLOWER.tribes[0]!.cards + 1 }), warDeck: FLOWER.warDeck - 1 };
  const expected = [{ kind: 'goes', made: 'card', n: 1, from: 'god:war', to: 'seat:0', stage: 1 }];
  expect(onRing({ ...drawn, hand: ['W01'] })).toEqual(expected);
  expect(onRing({ ...drawn, hand: [] })).toEqual(expected);
});

test('a disc goes from its day to its tribe', () => {
  expect(onRing({ discs: FLOWER.discs.with(6, 1) })).toEqual([
    { kind: 'goes', made: 'disc', n: 1, from: 'day:7', to: 'seat:1', stage: 1 },
  ]);
});

test('the dice of a battle fall when they are rolled, and a new one falls alone', () => {
  const battle = { ...FLOWER.battle, on: true, attacker: 0, defender: 1, attack: [3], defence: [5] };
  expect(onRing({ battle }).map((motion) => 'piece' in motion && motion.piece)).toEqual([
    'die:attack:0',
    'die:defence:0',
  ]);
  expect(onRing({ battle: { ...battle, attack: [3, 6] } }, { ...FLOWER, battle })).toEqual([
    { kind: 'falls', piece: 'die:attack:1', stage: 0 },
  ]);
});

function onWalk(from: Partial<WalkView>, to: Partial<WalkView>, seat?: number) {
  return motionsBetween({
    game: 'tieqchieq',
    before: { ...WALK, ...from },
    view: { ...WALK, ...from, ...to },
    seat,
  });
}

const side = (path: readonly number[], reserve: number) => ({ path, reserve, home: 6 - path.length - reserve });

test('a token walks each square, and one that is beaten goes back after it', () => {
  const from = { sides: [side([4], 5), side([11], 5)] };
  const to = { sides: [side([5], 5), side([], 6)] };
  expect(onWalk(from, to, 0)).toEqual([
    { kind: 'comes', piece: 'token:square:5', along: ['square:4', 'square:5'], stage: 0 },
    { kind: 'comes', piece: 'token:far:0', along: ['square:5', 'far:0'], stage: 1 },
  ]);
  // From the other side the same squares have its own numbers.
  expect(onWalk(from, to, 1)).toMatchObject([{ along: ['far:4', 'square:11'] }, { along: ['square:11', 'square:0'] }]);
});

test('a token comes home', () => {
  expect(onWalk({ sides: [side([14], 5), side([], 6)] }, { sides: [side([], 5), side([], 6)] })).toMatchObject([
    { piece: 'token:square:15', along: ['square:14', 'square:15'] },
  ]);
});

test('four coins fall with each toss', () => {
  expect(onWalk({}, { tosses: WALK.tosses + 1 }).map(({ kind }) => kind)).toEqual(['falls', 'falls', 'falls', 'falls']);
});

const inAztecs = (from: Partial<AztecsView>, to: Partial<AztecsView>) =>
  motionsBetween({
    game: 'space-aztecs',
    before: { ...AZTECS, ...from },
    view: { ...AZTECS, ...from, ...to },
    seat: 0,
  });

const cities = (...changes: readonly Partial<AztecsView['cities'][number]>[]): AztecsView['cities'] =>
  AZTECS.cities.map((city, seat) => ({ ...city, ...changes[seat] }));

test('piles are taken and given back', () => {
  expect(inAztecs({}, { cities: cities({ pile: 3 }) })).toEqual([
    { kind: 'goes', made: 'pile', n: 1, from: 'pile:3', to: 'city:0', stage: 0 },
  ]);
  expect(inAztecs({ cities: cities({ pile: 3 }) }, { cities: cities() })).toMatchObject([
    { from: 'city:0', to: 'pile:3' },
  ]);
});

test('a card that is revealed appears, and a captured one flies to its saucer', () => {
  const before = cities({ saucers: [{ card: 'P-S1', captured: [] }] }, { visible: ['P-A01'] });
  const after = cities({ saucers: [{ card: 'P-S1', captured: ['P-A01'] }] }, { visible: ['B-A01'] });
  expect(inAztecs({ cities: before }, { cities: after })).toEqual([
    { kind: 'comes', piece: 'card:P-A01', along: ['city:1'], stage: 1 },
    { kind: 'appears', piece: 'card:B-A01', stage: 1 },
  ]);
});

test('the token of the Starting Player changes cities', () => {
  expect(inAztecs({ starter: 0 }, { starter: 1 })).toEqual([
    { kind: 'comes', piece: 'starter:1', along: ['city:0'], stage: 0 },
  ]);
});

test('what only the viewer knows moves nothing, so that no other sees it', () => {
  expect(inAztecs({}, { chosen: 'P-A01', piles: AZTECS.piles.map((pile) => ({ ...pile, cards: ['P-A01'] })) })).toEqual(
    [],
  );
  expect(onRing({ hand: ['W01'], pending: ['D01'], looked: ['R01'], card: 'W02', moment: 'attack' })).toEqual([]);
});

test('what one place loses, another one gets', () => {
  expect(flows({ 'day:3': 5, 'seat:0': 1 }, { 'day:3': 0, 'seat:0': 6 })).toEqual([
    { from: 'day:3', to: 'seat:0', n: 5 },
  ]);
  expect(flows({ a: 5, b: 0, c: 0 }, { a: 1, b: 3, c: 1 })).toEqual([
    { from: 'a', to: 'b', n: 3 },
    { from: 'a', to: 'c', n: 1 },
  ]);
  expect(flows({ a: 1, b: 2 }, { a: 0, b: 0, c: 3 })).toEqual([
    { from: 'a', to: 'c', n: 1 },
    { from: 'b', to: 'c', n: 2 },
  ]);
});

test('where nothing changed, nothing moves', () => {
  expect(flows({ a: 1 }, { a: 1 }, 'x')).toEqual([]);
});

test('what has no counterpart goes elsewhere, or is not shown', () => {
  expect(flows({ a: 3 }, { a: 1 }, 'x')).toEqual([{ from: 'a', to: 'x', n: 2 }]);
  expect(flows({}, { a: 1, b: 2 }, 'x')).toEqual([
    { from: 'x', to: 'a', n: 1 },
    { from: 'x', to: 'b', n: 2 },
  ]);
  expect(flows({ a: 3 }, { a: 1 })).toEqual([]);
});
