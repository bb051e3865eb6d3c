import { describe, expect, test } from 'vitest';
import { learnedOdds } from '../../../tools/selfPlay.ts';
import { tieqchieq } from '../index.ts';
import type { Settings } from '../options.ts';
import { learn, oddsOf, type Sides, SIZE } from './odds.ts';
import { WEIGHTS } from './oddsWeights.ts';
import { optionsOf } from '../../tools/matches.ts';

const AHEAD: Sides = [
  { path: [12], home: 5 },
  { path: [3, 6], home: 0 },
];
const BEHIND: Sides = [AHEAD[1], AHEAD[0]];

describe('the odds', () => {
  test.each(Object.entries(WEIGHTS))('of %s see who is far ahead', (_, thousandths) => {
    expect(thousandths).toHaveLength(SIZE);
    const weights = thousandths.map((weight) => weight / 1000);
    expect(oddsOf(weights, AHEAD)).toBeGreaterThan(0.9);
    expect(oddsOf(weights, BEHIND)).toBeLessThan(0.1);
  });

  test('come nearer to what they should have been', () => {
    const weights = Float64Array.from({ length: SIZE }, (_, index) => ((index % 7) - 3) / 10);
    const before = oddsOf(weights, AHEAD);
    for (let time = 0; time < 50; time++) learn(weights, { sides: AHEAD, odds: 0.9, rate: 0.1 });
    expect(Math.abs(oddsOf(weights, AHEAD) - 0.9)).toBeLessThan(Math.abs(before - 0.9) / 2);
  });

  test('are learned from few matches, and from the same seed the same', () => {
    const course = { options: optionsOf(tieqchieq, 'tieqchieq') as Settings, matches: 60, seed: 1 };
    const weights = learnedOdds(course);
    expect(oddsOf(weights, AHEAD)).toBeGreaterThan(oddsOf(weights, BEHIND) + 0.05);
    expect(learnedOdds(course)).toEqual(weights);
  });
});
