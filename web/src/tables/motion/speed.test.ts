import { expect, test } from 'vitest';
import { SPEEDS, stepTime } from './animate.ts';

test('no step takes longer than 700 ms, and none takes time without motion', () => {
  expect(SPEEDS.map(stepTime)).toEqual([0, 700, 350, 175]);
});
