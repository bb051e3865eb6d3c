/** The faults that `npm run do -- faults` plants can be planted. */
import { expect, test } from 'vitest';
import { plantedFaults } from './planted.ts';

const { faults, mistakes } = plantedFaults();

test('the text of each fault is in the code once', () => {
  expect(mistakes).toEqual([]);
});

test('each has a name of its own, and changes something', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.filter(({ from, to }) => from === to || from.trim() === '')).toEqual([]);
});
