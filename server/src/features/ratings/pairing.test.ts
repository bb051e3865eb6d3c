/** Who fits whom, by properties that hold for all players and waits. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { doFit, gapBetween, newcomer, type Strength, strengthOf, type Wait } from './glicko.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUNDS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;
const longestMs = 30_000;
const after = (seconds: number): Wait => ({ waitedMs: seconds * 1000, longestMs });
const known = (rating: number, deviation = 50): Strength => ({ rating, deviation, isProvisional: false });
const newbie = strengthOf(undefined, 0);

/** Two players and two waits, the shorter first. */
function* cases() {
  const chance = fastChance(seed);
  const below = (n: number) => chance.die(n) - 1;
  const one = (): Strength => {
    const deviation = 30 + below(320);
    return { rating: 600 + below(2400), deviation, isProvisional: deviation >= 160 || below(8) === 0 };
  };
  for (let n = 0; n < ROUNDS; n++) {
    const [a, b] = [below(40), below(40)].sort((x, y) => x - y) as [number, number];
    yield { one: one(), other: one(), early: after(a), late: after(b) };
  }
}

test(`one fits the other as the other fits one, and who fits once fits from then on (SEED=${seed})`, () => {
  let widened = 0;
  for (const { one, other, early, late } of cases()) {
    expect(doFit(one, other, early)).toBe(doFit(other, one, early));
    if (doFit(one, other, early)) expect(doFit(one, other, late)).toBe(true);
    else if (doFit(one, other, late)) widened++;
  }
  expect(widened).toBeGreaterThan(ROUNDS / 50);
});

test(`who is nearer fits no later, and equals who are known fit at once (SEED=${seed})`, () => {
  for (const { one, other, early } of cases()) {
    if (one.isProvisional || other.isProvisional) continue;
    const nearer = { ...other, rating: (one.rating + other.rating) / 2 };
    if (doFit(one, other, early)) expect(doFit(one, nearer, early)).toBe(true);
    expect(doFit(one, { ...other, rating: one.rating }, after(0))).toBe(true);
  }
});

test(`newcomers meet each other at any time, and those who are known only in the second half (SEED=${seed})`, () => {
  for (const { one, other, early } of cases()) {
    if (one.isProvisional && other.isProvisional) expect(doFit(one, other, early)).toBe(true);
    if (one.isProvisional !== other.isProvisional && early.waitedMs < longestMs / 2)
      expect(doFit(one, other, early)).toBe(false);
  }
});

test.each([
  [known(1500), known(1600), 0, true],
  [known(1500), known(1800), 0, false],
  [known(1500), known(1800), 5, true],
  [known(1500), known(2200), 15, false],
  [known(1500), known(2200), 20, true],
  [known(1000), known(2500), 30, false],
  [known(1500), newbie, 14, false],
  [known(1500), newbie, 15, true],
  [known(2600), newbie, 30, true],
  [newbie, newbie, 0, true],
])('%j and %j after %i of 30 seconds: %s', (one, other, seconds, fits) => {
  expect(doFit(one, other, after(seconds))).toBe(fits);
});

test('a clock that was set back, and a wait without length, mean nothing special', () => {
  expect(doFit(known(1500), known(1800), after(-99))).toBe(false);
  expect(doFit(known(1500), known(1800), { waitedMs: 0, longestMs: 0 })).toBe(true);
});

test('a rating that has faded is that of a newcomer, who may be anywhere', () => {
  const rating = { ...newcomer(0), rating: 1900, deviation: 60, matches: 30 };
  expect(strengthOf(rating, DAY_MS)).toMatchObject({ rating: 1900, isProvisional: false });
  expect(strengthOf(rating, 5000 * DAY_MS).isProvisional).toBe(true);
  expect(gapBetween(known(1500, 0), known(1900, 300))).toBe(100);
  expect(gapBetween(known(1500, 300), known(1600, 0))).toBe(0);
});
