import { describe, expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { type Seat, SEATS } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { spaceAztecs } from './index.ts';
import { type City, shelteredIn, type State } from './state.ts';
import { city, withCities } from './position.fixture.ts';
import { linesOf, scoresOf, totalOf } from './scoring.ts';

const lines = (text: string) => Object.fromEntries(linesOf(city(text), 'none'));
const total = (of: City) => totalOf(linesOf(of, 'none'));

const PRIESTS = ['B-A03', 'B-A06', 'B-A09'];
const ALIENS = ['B-A02', 'B-A05', 'B-A08'];
/** Points by priests, then by aliens: ten for a pair, three for an Alien alone, nothing for a Priest alone. */
const PAIRS = [
  [0, 3, 6, 9],
  [0, 10, 13, 16],
  [0, 10, 20, 23],
  [0, 10, 20, 30],
];

describe('[D7, SA-19] Priests and Aliens', () => {
  const cases = PAIRS.flatMap((row, priests) => row.map((points, aliens) => [priests, aliens, points] as const));
  test.each(cases)('%i Priests and %i Aliens are worth %i', (priests, aliens, points) => {
    const blue = [...PRIESTS.slice(0, priests), ...ALIENS.slice(0, aliens)];
    expect(total(city(blue.join(' ')))).toBe(points);
    // [SA-20] It does not matter which Aztec is under a temple.
    expect(total(city(`${blue.slice(1).join(' ')} B-T1(${blue.slice(0, 1).join(' ')})`))).toBe(points);
    expect(lines(blue.join(' '))['pairs']).toBe(
      Math.min(priests, aliens) === 0 ? undefined : 10 * Math.min(priests, aliens),
    );
  });
});

test.each([
  ['eagle', ['Y-A08', 'Y-A09', 'Y-A10'], [3, 9, 18]],
  ['jaguar', ['Y-A03', 'Y-A05', 'Y-A07'], [2, 7, 15]],
  ['otomi', ['Y-A01', 'Y-A02', 'Y-A04', 'Y-A06'], [1, 4, 8, 14]],
] as const)('[D8] %s warriors', (type, cards, worth) => {
  expect(worth.map((_, index) => lines(cards.slice(0, index + 1).join(' ')))).toEqual(
    worth.map((points) => ({ [type]: points })),
  );
  // Under different temples they still belong to one city; captured ones do not.
  expect(lines(`${cards[0]} Y-T1(${cards[1]}) Y-S1(${cards[2]})`)).toEqual({ [type]: worth[1], 'Y-S1': 1 });
});

describe('[D7 II] the fewest pink Aztecs', () => {
  const penalties = (cities: readonly string[], given: Options = { removedSet: 'Y' }) =>
    scoresOf(withCities(cities, given).cities, given['removedSet'] === 'P' ? 'P' : 'Y').map(
      (of) => Object.fromEntries(of)['fewest-pink'],
    );

  test('who has fewest loses 5, sheltered or not, and captured ones do not count', () => {
    expect(penalties(['P-A01 P-T1(P-A02)', 'P-A03 P-A04', 'P-A05 P-S1(P-A06 P-A07)'])).toEqual([
      undefined,
      undefined,
      -5,
    ]);
  });

  test('all who share the smallest number lose 5, also with none', () => {
    expect(penalties(['P-A01', 'P-A02', 'P-A03 P-A04'])).toEqual([-5, -5, undefined]);
    expect(penalties(['', '', ''])).toEqual([-5, -5, -5]);
  });

  test('[SA-17] cards count, not points', () => {
    expect(penalties(['P-A09', 'P-A01 P-A02', 'P-A03 P-A04'])).toEqual([-5, undefined, undefined]);
  });

  test('[SA-18] without the pink set there is no penalty', () => {
    expect(penalties(['', '', ''], { removedSet: 'P' })).toEqual([undefined, undefined, undefined]);
  });

  test('[D11] who has left is not a measure of it', () => {
    const { cities } = withCities(['', 'P-A02', 'P-A03 P-A04'], { removedSet: 'Y' });
    const left = cities.map((one, seat) => ({ ...one, isHere: seat !== 0 }));
    expect(scoresOf(left, 'Y').map((of) => Object.fromEntries(of)['fewest-pink'])).toEqual([undefined, -5, undefined]);
    expect(at(scoresOf(left, 'Y'), 0)).toEqual([]);
  });
});

test('[S15] the large example, card by card', () => {
  const own = 'Y-A08 Y-A09 P-A06 G-T1(G-A03 G-A01) P-T2(P-A09) X5 X8 G-S1(G-A10)';
  const parts = { X5: 6, X8: 6, eagle: 9, 'P-A06': 4, 'G-A03': 6, 'G-A01': 2, 'P-A09': 5, 'G-S1': 1 };
  const { cities, removed } = withCities([own, 'P-A01', ''], { removedSet: 'B' });
  const [first] = scoresOf(cities, removed).map((of) => Object.fromEntries(of));
  expect(first).toEqual(parts);
  expect(totalOf(at(scoresOf(cities, removed), 0))).toBe(39);
});

describe('the end', () => {
  const over = (cities: readonly string[], given: Options = {}): State => {
    const state = withCities(cities, given);
    return { ...state, phase: { kind: 'over', reason: 'saucers-landed' } };
  };
  const ranks = (state: State) =>
    spaceAztecs.result(state)!.standings.map(({ seat, place, score }) => [seat, place, score]);

  test('[SA-23] totals may be negative', () => {
    const result = spaceAztecs.result(over(['', 'P-A01 P-A02', ''], { removedSet: 'Y' }))!;
    expect(result.standings.map(({ seat, score }) => [seat, score])).toEqual([
      [1, 4],
      [0, -5],
      [2, -5],
    ]);
    expect(result.standings[1]!.breakdown).toEqual({ 'fewest-pink': -5 });
  });

  test('[SA-24] a tie goes to more Aztecs, then to more temples, then it is shared', () => {
    // Cities of 4 points: one Aztec; two; two and a temple; two and two temples.
    const tie = ['B-A07', 'G-A01 G-A04', 'B-A10 B-A03 G-T1', 'Y-A01 B-A01 Y-T1 B-T1'];
    expect(ranks(over(tie, { removedSet: 'P' }))).toEqual([
      [3, 1, 4],
      [2, 2, 4],
      [1, 3, 4],
      [0, 4, 4],
    ]);
    expect(spaceAztecs.result(over(tie))).toMatchObject({ result: 'win', winners: [3] });
    const equal = ['B-A07 B-A03', 'G-A01 G-A04', ''];
    expect(spaceAztecs.result(over(equal))).toMatchObject({ result: 'draw', winners: [0, 1] });
    expect(ranks(over(equal))).toEqual([
      [0, 1, 4],
      [1, 1, 4],
      [2, 3, 0],
    ]);
  });

  test('[tieBreak = shared] equal totals share the victory', () => {
    const tie = ['B-A07', 'G-A01 G-A04', ''];
    const result = spaceAztecs.result(over(tie, { tieBreak: 'shared' }));
    expect(result).toMatchObject({ result: 'draw', winners: [0, 1] });
  });

  test('[D11] who has left comes last, whatever the city would be worth', () => {
    const state = over(['B-A07', 'Y-A08 Y-A09 Y-A10', '']);
    const left = { ...state, cities: state.cities.with(1, { ...at(state.cities, 1), isHere: false }) };
    expect(ranks(left)).toEqual([
      [0, 1, 4],
      [2, 2, 0],
      [1, 3, 0],
    ]);
  });
});

describe('[inv 8, 9] over matches at random', () => {
  const finals = Array.from({ length: 40 }, (_, seed) => finalOf(seed));

  test('the total is the sum of its lines, and each captive is one point', () => {
    for (const state of finals) {
      for (const { seat, score, breakdown } of spaceAztecs.result(state)!.standings) {
        expect(score).toBe(Object.values(breakdown).reduce((sum, points) => sum + points, 0));
        const { saucers } = at(state.cities, seat);
        for (const { card, captured } of saucers) expect(breakdown[card]).toBe(captured.length);
        expect(Object.keys(breakdown).filter((name) => /^\w-S\d$/.test(name))).toHaveLength(saucers.length);
      }
    }
  });

  test('an Aztec who comes out from under a temple changes archivists and X6 alone', () => {
    const fixed = (of: City) =>
      linesOf(of, 'none').filter(([name]) => name !== 'X6' && !/^G-A(02|03|05|07|08|10)$/.test(name));
    const sorted = (of: City) => fixed(of).toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const of of finals.flatMap(({ cities }) => cities)) {
      const inside = shelteredIn(of)[0];
      if (inside === undefined) continue;
      const turned: City = {
        ...of,
        visible: [...of.visible, inside],
        temples: of.temples.map((temple) => ({ ...temple, aztecs: temple.aztecs.filter((one) => one !== inside) })),
      };
      expect(sorted(turned)).toEqual(sorted(of));
    }
  });
});

function finalOf(seed: number): State {
  const chance = fastChance(seed);
  const seats = 2 + (seed % 5);
  let state = withCities(SEATS.slice(0, seats).map(() => ''));
  for (let [seat] = spaceAztecs.toMove(state); seat !== undefined; [seat] = spaceAztecs.toMove(state)) {
    const applied = spaceAztecs.apply(state, seat as Seat, chance.pick(spaceAztecs.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return state;
}
