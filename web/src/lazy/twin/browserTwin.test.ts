import { seeded } from '@flower-war/temple/core';
import { expect, test } from 'vitest';
import { DriftingClock, loginInHash, loginOf, nextFall, NO_MISHAPS } from './browserTwin.ts';

const shareOf = (kind: string, mishaps: typeof NO_MISHAPS): number => {
  const random = seeded(3);
  return Array.from({ length: 2000 }, () => nextFall(mishaps, random)).filter((fall) => fall === kind).length / 2000;
};

test('beads fall badly as often as the sliders say', () => {
  expect(shareOf('clean', NO_MISHAPS)).toBe(1);
  expect(shareOf('bounce', { ...NO_MISHAPS, bounce: 100 })).toBe(1);
  expect(shareOf('double', { ...NO_MISHAPS, double: 25 })).toBeCloseTo(0.25, 1);
  expect(shareOf('clean', { ...NO_MISHAPS, double: 25 })).toBeCloseTo(0.75, 1);
  expect(shareOf('clean', { ...NO_MISHAPS, bounce: 100, flicker: 100 })).toBe(0);
});

test('a clock that changes its pace goes on from where it is', () => {
  let real = 1000;
  const clock = new DriftingClock(() => real);
  real += 100;
  expect(clock.now()).toBe(100);
  clock.goAt(2);
  real += 100;
  expect(clock.now()).toBe(300);
  clock.goAt(0.5);
  expect(clock.now()).toBe(300);
  real += 100;
  expect(clock.now()).toBe(350);
});

const PASSWORD = 'HDVTE7EHDDS2SLXFVFKMWX3T';

test.each([
  [`#templo-7f3a.${PASSWORD}`, { id: 'templo-7f3a', password: PASSWORD }],
  ['#templo-7f3a', undefined],
  ['#templo-7f3a.', undefined],
  [`#temple.${PASSWORD}`, undefined],
  ['#/rules/mexica', undefined],
  ['', undefined],
])('%s', (hash, login) => {
  expect(loginInHash(hash)).toEqual(login);
});

test('what people type may have spaces around it', () => {
  expect(loginOf({ id: ' Templo-7F3A ', password: ` ${PASSWORD}\n`, code: '8xnt-yxv4' })).toEqual({
    id: 'templo-7f3a',
    password: PASSWORD,
    code: '8XNTYXV4',
  });
});
