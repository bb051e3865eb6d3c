import { describe, expect, test } from 'vitest';
import { COMPASS, DAY_NAMES, DAYS, dayNamed, distance, forward, nameOf, START_DAYS, wrap } from './calendar.ts';

describe('the ring', () => {
  test.each([
    [1, 1],
    [20, 20],
    [21, 1],
    [0, 20],
    [-1, 19],
    [-39, 1],
    [61, 1],
  ])('[§1.1] day %i is day %i', (day, wrapped) => {
    expect(wrap(day)).toBe(wrapped);
  });

  test.each([
    [1, 1, 0, 0],
    [1, 2, 1, 1],
    [2, 1, 19, 1],
    [20, 1, 1, 1],
    [1, 11, 10, 10],
    [1, 12, 11, 9],
  ])('[§0.3] from %i to %i it is %i steps forward, %i apart', (from, to, steps, apart) => {
    expect(forward(from, to)).toBe(steps);
    expect(distance(from, to)).toBe(apart);
    expect(distance(to, from)).toBe(apart);
    expect(wrap(from + steps)).toBe(to);
  });
});

describe('names', () => {
  test('[§1.1] every day has its own, and is found by it', () => {
    expect(new Set(DAY_NAMES).size).toBe(DAYS);
    expect(DAY_NAMES.map(dayNamed)).toEqual(DAY_NAMES.map((_, index) => index + 1));
    expect([5, 15, 20].map(nameOf)).toEqual(['coatl', 'cuauhtli', 'xochitl']);
  });

  test('what is not a day has no name', () => {
    expect(dayNamed('Cipactli')).toBeUndefined();
    expect(nameOf(21)).toBe('');
  });
});

describe('starts', () => {
  test('[§1.2] just before their own line, or the first day of their own quarter', () => {
    expect(COMPASS.map((seat) => START_DAYS.threshold[seat])).toEqual([20, 5, 10, 15, 13, 3]);
    expect(COMPASS.map((seat) => START_DAYS.firstOfQuadrant[seat])).toEqual([1, 6, 11, 16, 13, 3]);
  });

  test('[§1.2] the first step enters their own quarter', () => {
    const four = COMPASS.slice(0, 4);
    expect(four.map((seat) => wrap(START_DAYS.threshold[seat] + 1))).toEqual(
      four.map((seat) => START_DAYS.firstOfQuadrant[seat]),
    );
  });
});
