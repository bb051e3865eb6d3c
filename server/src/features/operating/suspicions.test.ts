/** What moderators are shown of rated matches: counted by hand, and from records that the store holds. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { playRated } from '../../store/ratedMatch.fixture.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { endMatch } from '../ratings/endedMatch.fixture.ts';
import { Ratings } from '../ratings/ratings.ts';
import { Figures, figuresOf, THRESHOLDS, type WatchedSeat } from './suspicions.ts';

const named = (player: string) => ({ player, name: player });
const seat = (player: string, rating: number, place: number, more: Partial<WatchedSeat> = {}): WatchedSeat => ({
  player,
  rating,
  place,
  turns: 10,
  byClock: 0,
  ...more,
});
const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

test('sandbagging: a favourite who gives up counts, one who plays on and loses does not, and few matches say nothing', () => {
  const gaveUp = { seats: [seat('ana', 1900, 2, { end: 'resigned' }), seat('ben', 1500, 1)] };
  const playedOn = { seats: [seat('cruz', 1900, 2), seat('ben', 1500, 1)] };
  const weak = { seats: [seat('dani', 1300, 2, { end: 'resigned' }), seat('ben', 1500, 1)] };
  const won = { seats: [seat('ana', 1900, 1), seat('ben', 1500, 2)] };
  const matches = [
    ...times(3, () => gaveUp),
    ...times(9, () => won),
    ...times(12, () => playedOn),
    ...times(12, () => weak),
  ];
  expect(figuresOf(matches, named).sandbagging).toEqual([
    { ...named('ana'), matches: 12, thrown: 3, share: 0.25, isMarked: true },
  ]);
  expect(
    figuresOf(
      times(THRESHOLDS.fewestMatches - 1, () => gaveUp),
      named,
    ).sandbagging,
  ).toEqual([]);
});

test('stalling: the share of turns that the clock ended, and of matches that were left', () => {
  const slow = { seats: [seat('ana', 1500, 1, { byClock: 4 }), seat('ben', 1500, 2, { end: 'resigned' })] };
  const gone = { seats: [seat('cruz', 1500, 2, { end: 'left', byClock: 1 }), seat('ben', 1500, 1)] };
  const { stalling } = figuresOf([...times(3, () => slow), ...times(10, () => gone)], named);
  expect(stalling).toEqual([
    { ...named('ana'), turns: 30, byClock: 12, shareOfTurns: 0.4, matches: 3, left: 0, shareLeft: 0, isMarked: true },
    {
      ...named('cruz'),
      turns: 100,
      byClock: 10,
      shareOfTurns: 0.1,
      matches: 10,
      left: 10,
      shareLeft: 1,
      isMarked: true,
    },
  ]);
});

test('always together: one of two equals who wins all matches is marked, and a favourite who does is not', () => {
  const equals = { seats: [seat('ana', 1500, 1), seat('ben', 1500, 2)] };
  const favourite = { seats: [seat('cruz', 2300, 1), seat('dani', 1500, 2)] };
  const { together } = figuresOf([...times(12, () => equals), ...times(12, () => favourite)], named);
  const [first, second] = together;
  expect(first).toEqual({
    winner: named('ana'),
    loser: named('ben'),
    matches: 12,
    won: 12,
    expected: 6,
    deviations: 3.5,
    isMarked: true,
  });
  expect(second).toMatchObject({ winner: named('cruz'), deviations: 0.3, isMarked: false });
  expect(
    figuresOf(
      times(THRESHOLDS.fewestMeetings - 1, () => equals),
      named,
    ).together,
  ).toEqual([]);
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
test(`whatever is counted, a share is one, no player meets itself, and fair play is hardly marked (SEED=${seed})`, () => {
  const chance = fastChance(seed);
  const players = ['a', 'b', 'c', 'd', 'e'];
  const matches = times(300, () => {
    const order = chance.shuffle(players).slice(0, 1 + chance.die(4));
    return { seats: order.map((player, n) => seat(player, 1500, n + 1, { byClock: chance.die(10) - 1 })) };
  });
  const { sandbagging, stalling, together } = figuresOf(matches, named);
  for (const { shareOfTurns, shareLeft } of stalling)
    for (const share of [shareOfTurns, shareLeft]) expect(share >= 0 && share <= 1).toBe(true);
  for (const { winner, loser, won, matches: met } of together) {
    expect(winner.player).not.toBe(loser.player);
    expect(won >= 0 && won <= met).toBe(true);
  }
  expect(sandbagging).toEqual([]);
  expect(together.filter(({ isMarked }) => isMarked).length).toBeLessThan(4);
});

test('records are read anew after a while only, and one that cannot be read says nothing', async () => {
  const { journal, stores } = memoryStore();
  const report = () => {};
  const rater = new Ratings({
    journal,
    table: stores.ratings,
    keeps: 'known',
    seasons: 'off',
    mayWrite: () => true,
    report,
  });
  let now = 1;
  const people = { load: async () => {}, nameOf: (player: string) => player };
  const figures = new Figures({ ratings: stores.ratings, journal, people, now: () => now });
  expect(await figures.all()).toMatchObject({ matches: 0, sandbagging: [], stalling: [], together: [] });
  const line = (entry: object) => JSON.stringify(entry);
  const turn = line({ kind: 'move', seat: 1, by: 'player' });
  const more = [turn, line({ kind: 'clock', seat: 1 }), line({ kind: 'absence', seat: 1, what: 'retired' })];
  for (const match of ['A', 'B']) await endMatch(journal, { match, players: ['p-ANA', 'p-BEN'], more });
  await rater.catchUp();
  await endMatch(journal, { match: 'C', players: ['p-ANA', 'p-BEN'] });
  await rater.catchUp();
  expect((await figures.all()).matches).toBe(0);
  now += 60_000;
  const { matches, stalling } = await figures.all();
  expect(matches).toBe(3);
  expect(stalling).toEqual([
    {
      player: 'p-BEN',
      name: 'p-BEN',
      turns: 4,
      byClock: 2,
      shareOfTurns: 0.5,
      matches: 3,
      left: 2,
      shareLeft: 0.667,
      isMarked: false,
    },
  ]);
  now += 60_000;
  const broken = { linesOf: async () => ['{"dama'] };
  expect(await new Figures({ ratings: stores.ratings, journal: broken, people, now: () => now }).all()).toMatchObject({
    matches: 0,
  });
});

test('matches of bot accounts alone take no place of those of people, and a match with both counts', async () => {
  const { stores } = memoryStore();
  const [bots, both] = [
    ['bot-1', 'bot-2'],
    ['bot-1', 'p-ANA'],
  ];
  await playRated(stores, 'people', { n: 1 });
  await playRated(stores, 'mixed', { n: 2, players: both, pool: 'mixed' });
  for (let n = 3; n < 6; n++) await playRated(stores, `bots ${n}`, { n, players: bots, pool: 'bots' });
  expect((await stores.ratings.latest(2, 'bot-')).map(({ match }) => match)).toEqual(['mixed', 'people']);
});
