import { expect, test } from 'vitest';
import { fastChance } from '../src/contract/fastChance.ts';
import { allSets, playSet } from './discSets.ts';

const SAMPLE = 60;

test('there are 20 sets of one disc, 190 of two and 1140 of three', () => {
  const sets = allSets();
  expect([1, 2, 3].map((size) => sets.filter((set) => set.length === size).length)).toEqual([20, 190, 1140]);
  expect(new Set(sets.map((set) => set.join())).size).toBe(sets.length);
});

test(`a sample of ${SAMPLE} sets, and each disc alone, is played from the trigger to the end`, () => {
  const sets = allSets();
  const sample = [...sets.slice(0, 20), ...fastChance(11).shuffle(sets.slice(20)).slice(0, SAMPLE)];
  for (const set of sample) expect(playSet(set, 5), `discs ${set.join(', ')}, seed 5`).toEqual([]);
});
