import { expect, test } from 'vitest';
import { entryOf, optionsOf, questionsAnswered, roundsOf, winsAgainstRandom } from '../ring/greedy.fixture.ts';

const FLOWER_WAR = entryOf('flower-war');
const QUESTIONS = [
  ...['moving', 'ranged', 'choosing-opponent', 'battle', 'reacting', 'offering', 'sacrificing', 'drawing', 'claiming'],
  ...['playing', 'discarding', 'picking', 'dealing', 'giving', 'cancelling', 'taking-disc'],
];

// Measured over hundreds of matches: every one is won.
test.each([
  ['flower-war', 2, 0.8],
  ['flower-war', 4, 0.7],
  ['flower-war-rules-of-play', 4, 0.7],
])('greedy beats random on %s with %i seats', (preset, seats, least) => {
  expect(winsAgainstRandom(FLOWER_WAR, { preset, seats, matches: 24 })).toBeGreaterThan(least);
});

test('greedy answers every question with a legal move, whatever the options', () => {
  expect([...questionsAnswered(FLOWER_WAR, 60)].toSorted()).toEqual(QUESTIONS.toSorted());
});

test('matches among greedy bots end long before the round limit', () => {
  expect(roundsOf(FLOWER_WAR, { preset: 'flower-war', seats: 4, matches: 20 }).at(-1)).toBeLessThan(150);
});

test('[C7] a short match ends before its round cap, which is five times the median, also where the gods are level', () => {
  const matches = 150;
  const rounds = roundsOf(FLOWER_WAR, { preset: 'flower-war', seats: 4, length: 'short', matches });
  const { roundCap } = optionsOf(FLOWER_WAR, 'flower-war', { length: 'short' });
  expect(roundCap).toBe(5 * rounds[matches / 2]!);
  expect(rounds.at(-1)).toBeLessThan(roundCap as number);
});
