import { expect, test } from 'vitest';
import type { Rating } from '../../store/ratings.ts';
import { deviationAt, isProvisional, newcomer, rated } from './glicko.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const known = (rating: number, deviation: number): Rating => ({ ...newcomer(0), rating, deviation });
const rounded = ({ rating, deviation, volatility }: Rating) => [
  Number(rating.toFixed(2)),
  Number(deviation.toFixed(2)),
  Number(volatility.toFixed(5)),
];

/** Glickman's own example: a win against 1400, losses against 1550 and 1700, all in one period. */
test('the example of the paper', () => {
  const [own] = rated(
    [
      { rating: known(1500, 200), place: 2 },
      { rating: known(1400, 30), place: 3 },
      { rating: known(1550, 100), place: 1 },
      { rating: known(1700, 300), place: 1 },
    ],
    0,
  );
  expect(rounded(own!)).toEqual([1464.05, 151.52, 0.06]);
});

test('who is placed better gains, equal places between equals change nothing, and the order of seats does not matter', () => {
  const seats = [1, 2, 2, 4].map((place) => ({ rating: newcomer(0), place }));
  const after = rated(seats, 0);
  const turned = rated(seats.toReversed(), 0).toReversed();
  expect(turned.map(rounded)).toEqual(after.map(rounded));
  expect(after[0]!.rating).toBeGreaterThan(after[1]!.rating);
  expect(after[1]!.rating).toBe(after[2]!.rating);
  expect(after[1]!.rating).toBeCloseTo(1500);
  expect(after.every(({ deviation, matches }) => deviation < 350 && matches === 1)).toBe(true);
});

test('what is known fades with time, up to what is known of a newcomer, and not when a clock is set back', () => {
  const own = { ...known(1500, 60), at: 1000 * DAY_MS };
  expect(deviationAt(own, 1000 * DAY_MS)).toBe(60);
  expect(deviationAt(own, 999 * DAY_MS)).toBe(60);
  expect(deviationAt(own, 1365 * DAY_MS)).toBeCloseTo(96.4, 0);
  expect(deviationAt(own, 99_000 * DAY_MS)).toBe(350);
  const [after] = rated(
    [
      { rating: own, place: 1 },
      { rating: known(1500, 60), place: 2 },
    ],
    999 * DAY_MS,
  );
  expect(after!.at).toBe(own.at);
});

test('somebody is provisional until they have played enough, and again when they have been away for long', () => {
  let [own, other] = [newcomer(0), newcomer(0)];
  const provisional: boolean[] = [];
  for (let n = 0; n < 12; n++) {
    const after = rated(
      [own, other].map((rating, seat) => ({ rating, place: 1 + ((seat + n) % 2) })),
      n,
    );
    [own, other] = [after[0]!, after[1]!];
    provisional.push(isProvisional(own, n));
  }
  expect(provisional.indexOf(false)).toBe(6);
  expect(provisional.at(-1)).toBe(false);
  expect(isProvisional(own, 5000 * DAY_MS)).toBe(true);
});
