import { expect, test } from 'vitest';
import { rollIn, stepTime } from './animate.tsx';

test('no step takes longer than 700 ms, and none takes time without motion', () => {
  expect([0, 0.5, 1, 2].map(stepTime)).toEqual([0, 700, 350, 175]);
});

const BEGAN = { kind: 'turn-began', seat: 0, round: 2, extra: false };
const rolled = (die: number) => ({ kind: 'rolled', seat: 0, die });
const MOVED = { kind: 'moved', seat: 0, from: 1, to: 5, way: 'move' };

test.each([
  ['before the first throw there is none', [[BEGAN]], undefined],
  ['it lies there while the tribe moves', [[BEGAN], [rolled(4)], [MOVED]], { step: 1, die: 4 }],
  ['the last of several in a step counts', [[BEGAN, rolled(4), rolled(2)]], { step: 0, die: 2 }],
  ['the next turn takes it up', [[rolled(4)], [MOVED, BEGAN]], undefined],
])('%s', (_, steps, roll) => {
  expect(rollIn(steps.map((events, number) => ({ number, events })))).toEqual(roll);
});
