import { expect, test } from 'vitest';
import { Meter, MOST_KEYS } from './rateLimits.ts';

const perMinute = (most: number) => new Meter({ most, milliseconds: 60_000 });

function times(meter: Meter, key: string, now: number): number {
  for (let n = 0; ; n++) {
    if (meter.wait(key, now) > 0) return n;
    meter.charge(key, now);
  }
}

test.each([1, 3, 7, 10, 60])('%i a minute are %i at once, and no more', (most) => {
  expect(times(perMinute(most), 'ana', 1_000_000)).toBe(most);
});

test('what was used comes back bit by bit, and the wait says when', () => {
  const meter = perMinute(6);
  expect(times(meter, 'ana', 0)).toBe(6);
  expect(meter.wait('ana', 0)).toBe(10_000);
  expect(meter.wait('ana', 4000)).toBe(6000);
  expect(times(meter, 'ana', 10_000)).toBe(1);
  expect(times(meter, 'ana', 35_000)).toBe(2);
  expect(times(meter, 'ana', 500_000)).toBe(6);
});

test('nobody pays for another', () => {
  const meter = perMinute(2);
  times(meter, 'ana', 0);
  expect(times(meter, 'ben', 0)).toBe(2);
});

test('a clock that is set back locks nobody out for long', () => {
  const meter = perMinute(6);
  times(meter, 'ana', 1_000_000_000);
  expect(meter.wait('ana', 0)).toBeLessThanOrEqual(10_000);
});

test('its memory is bounded, and who was idle longest is forgotten first', () => {
  const meter = perMinute(1);
  meter.charge('first', 0);
  for (let key = 0; key < MOST_KEYS - 1; key++) meter.charge(String(key), 1);
  expect(meter.wait('first', 1)).toBeGreaterThan(0);
  for (let key = 0; key < 3 * MOST_KEYS; key++) meter.charge(`flood ${key}`, 2);
  expect(meter.size).toBe(MOST_KEYS);
  expect(meter.wait('first', 2)).toBe(0);
});

test('at rest it holds nothing', () => {
  const meter = perMinute(10);
  for (let key = 0; key < 100; key++) meter.charge(String(key), 0);
  meter.charge('later', 120_000);
  expect(meter.size).toBe(1);
});
