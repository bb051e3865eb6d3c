import { expect, test } from 'vitest';
import { flows } from './motionsBetween.ts';

test('what one place loses, another one gets', () => {
  expect(flows({ 'day:3': 5, 'seat:0': 1 }, { 'day:3': 0, 'seat:0': 6 })).toEqual([
    { from: 'day:3', to: 'seat:0', n: 5 },
  ]);
  expect(flows({ a: 5, b: 0, c: 0 }, { a: 1, b: 3, c: 1 })).toEqual([
    { from: 'a', to: 'b', n: 3 },
    { from: 'a', to: 'c', n: 1 },
  ]);
  expect(flows({ a: 1, b: 2 }, { a: 0, b: 0, c: 3 })).toEqual([
    { from: 'a', to: 'c', n: 1 },
    { from: 'b', to: 'c', n: 2 },
  ]);
});

test('where nothing changed, nothing moves', () => {
  expect(flows({ a: 1 }, { a: 1 }, 'x')).toEqual([]);
});

test('what has no counterpart goes elsewhere, or is not shown', () => {
  expect(flows({ a: 3 }, { a: 1 }, 'x')).toEqual([{ from: 'a', to: 'x', n: 2 }]);
  expect(flows({}, { a: 1, b: 2 }, 'x')).toEqual([
    { from: 'x', to: 'a', n: 1 },
    { from: 'x', to: 'b', n: 2 },
  ]);
  expect(flows({ a: 3 }, { a: 1 })).toEqual([]);
});
