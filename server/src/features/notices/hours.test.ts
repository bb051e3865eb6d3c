import { expect, test } from 'vitest';
import { afterQuiet, hoursUntil, isZone, remindAt, tellAt } from './hours.ts';

const DAY_MS = 86_400_000;

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

test('hours that are all quiet end the search', () => {
  const wishes = { quiet: { from: 24, to: 24, zone: '+05:37' }, reminder: 2 } as const;
  const at = Date.parse('2026-11-27T00:00:00Z');
  expect(afterQuiet(at, wishes) - at).toBe(3 * DAY_MS);
  expect(remindAt({ at, until: at + DAY_MS }, wishes)).toBeUndefined();
});

const zones: readonly (readonly [zone: string, is: boolean])[] = [
  ['UTC', true],
  ['europe/berlin', true],
  ['Etc/GMT+5', true],
  ['America/Argentina/ComodRivadavia', true],
  ['', false],
  ['Atlantis', false],
  ['+05:37', false],
  ['+05:30', false],
  ['-0530', false],
  ['−01:00', false],
  ['+01', false],
  ['UTC+1', false],
];

test.each(zones)('%j is a zone of a place: %j', (zone, is) => {
  expect(isZone(zone)).toBe(is);
});

test('without quiet hours it is told at once', () => {
  expect(afterQuiet(5, {})).toBe(5);
});

const digests: readonly (readonly [zone: string, hour: number, at: string, then: string])[] = [
  ['UTC', 8, '2026-11-27T07:59:59Z', '2026-11-27T08:00:00Z'],
  ['UTC', 8, '2026-11-27T08:00:00Z', '2026-11-28T08:00:00Z'],
  ['UTC', 0, '2026-12-31T12:00:00Z', '2027-01-01T00:00:00Z'],
  ['Asia/Kathmandu', 8, '2026-11-27T00:00:00Z', '2026-11-27T02:15:00Z'],
  // The hour that comes twice counts once, and on the day that skips it there is none.
  ['Europe/Berlin', 2, '2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z'],
  ['Europe/Berlin', 2, '2026-10-25T00:30:00Z', '2026-10-26T01:00:00Z'],
  ['Europe/Berlin', 2, '2026-03-28T12:00:00Z', '2026-03-30T00:00:00Z'],
  // Half an hour comes twice, and half an hour is skipped.
  ['Australia/Lord_Howe', 1, '2026-04-04T12:00:00Z', '2026-04-04T14:00:00Z'],
  ['Australia/Lord_Howe', 2, '2026-10-03T12:00:00Z', '2026-10-03T15:30:00Z'],
  ['Asia/Kathmandu', 0, '2026-11-27T00:00:00Z', '2026-11-27T18:15:00Z'],
  // A whole day is skipped.
  ['Pacific/Apia', 8, '2011-12-29T18:00:00Z', '2011-12-30T18:00:00Z'],
  // Stored before offsets were refused, or of a time in which no quarter begins an hour.
  ['+05:37', 8, '2026-11-27T00:00:00Z', '2026-11-27T02:30:00Z'],
  ['-00:01', 8, '2026-11-27T00:00:00Z', '2026-11-27T08:15:00Z'],
  ['Africa/Monrovia', 8, '1970-01-01T00:00:00Z', '1970-01-01T08:45:00Z'],
  // Not known to this process.
  ['Atlantis', 8, '2026-11-27T00:00:00Z', '2026-11-27T08:00:00Z'],
  // An hour that never comes ends the search.
  ['UTC', 24, '2026-11-27T00:00:00Z', '2026-11-30T00:00:00Z'],
];

test.each(digests)('in %s, the digest of %i o’clock tells what happens at %s at %s', (zone, hour, at, then) => {
  expect(new Date(tellAt(Date.parse(at), { digest: { hour, zone } }))).toEqual(new Date(then));
});

test('a digest in quiet hours goes when they end', () => {
  const wishes = { digest: { hour: 3, zone: 'UTC' }, quiet: { from: 22, to: 7, zone: 'UTC' } };
  expect(new Date(tellAt(Date.parse('2026-11-27T12:00:00Z'), wishes))).toEqual(new Date('2026-11-28T07:00:00Z'));
});

test('what happens in a day goes with one digest, in every zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').filter((_, n) => n % 20 === 0)) {
    const wishes = { digest: { hour: 18, zone } };
    const first = tellAt(Date.parse('2026-11-27T12:00:00Z'), wishes);
    expect(tellAt(first - 1, wishes)).toBe(first);
    expect(tellAt(first, wishes) - first).toBe(DAY_MS);
  }
});

const quiet = { from: 22, to: 7, zone: 'UTC' };
const reminders: readonly (readonly [at: string, until: string, wishes: object, then: string | undefined])[] = [
  ['2026-11-27T12:00Z', '2026-11-28T12:00Z', {}, '2026-11-28T10:00:00.000Z'],
  ['2026-11-27T12:00Z', '2026-11-27T14:00Z', {}, undefined],
  ['2026-11-27T12:00Z', '2026-11-27T13:00Z', {}, undefined],
  ['2026-11-27T12:00Z', '2026-11-28T05:00Z', { quiet }, '2026-11-27T21:59:00.000Z'],
  ['2026-11-27T12:00Z', '2026-11-27T23:59:00Z', { quiet }, '2026-11-27T21:59:00.000Z'],
  ['2026-11-27T12:00Z', '2026-11-27T23:59:30Z', { quiet }, '2026-11-27T21:44:00.000Z'],
  ['2026-11-27T23:00Z', '2026-11-28T08:00Z', { quiet }, '2026-11-28T07:00:00.000Z'],
  ['2026-11-27T23:00Z', '2026-11-28T05:00Z', { quiet }, undefined],
];

test.each(reminders)('of a decision from %s to %s with %j the player is reminded at %s', (at, until, wishes, then) => {
  const dueAt = remindAt({ at: Date.parse(at), until: Date.parse(until) }, { reminder: 2, ...wishes });
  expect(dueAt && new Date(dueAt).toISOString()).toBe(then);
});

test('without the wish there is no reminder', () => {
  expect(remindAt({ at: 0, until: 9e9 }, {})).toBeUndefined();
});

test('the hours that are left are never none', () => {
  expect([7_200_000, 7_199_999, 3_600_000, 1, 0].map((left) => hoursUntil(left, 0))).toEqual([2, 2, 1, 1, 1]);
});
