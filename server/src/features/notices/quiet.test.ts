import { expect, test } from 'vitest';
import { afterQuiet } from './bodies.ts';

const cases: readonly (readonly [zone: string, from: number, to: number, at: string, then: string])[] = [
  ['UTC', 22, 7, '2026-11-26T21:59:59Z', '2026-11-26T21:59:59Z'],
  ['UTC', 22, 7, '2026-11-26T22:00:00Z', '2026-11-27T07:00:00Z'],
  ['UTC', 22, 7, '2026-11-27T06:59:59Z', '2026-11-27T07:00:00Z'],
  ['UTC', 9, 17, '2026-11-27T12:34:56Z', '2026-11-27T17:00:00Z'],
  ['UTC', 0, 23, '2026-11-27T00:00:00Z', '2026-11-27T23:00:00Z'],
  ['Asia/Kathmandu', 22, 7, '2026-11-26T20:00:00Z', '2026-11-27T01:15:00Z'],
  // The night in which clocks go back is an hour longer.
  ['Europe/Berlin', 22, 7, '2026-10-24T20:30:00Z', '2026-10-25T06:00:00Z'],
  ['Europe/Berlin', 22, 7, '2026-03-28T21:30:00Z', '2026-03-29T05:00:00Z'],
];

test.each(cases)('in %s, quiet from %i to %i, what happens at %s is told at %s', (zone, from, to, at, then) => {
  expect(new Date(afterQuiet(Date.parse(at), { quiet: { from, to, zone } }))).toEqual(new Date(then));
});

test('without quiet hours it is told at once', () => {
  expect(afterQuiet(5, {})).toBe(5);
});
