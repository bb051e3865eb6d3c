import { expect, test } from 'vitest';
import { keepSame } from './keepSame.ts';

test.each([
  ['numbers', 1],
  ['nothing', undefined],
  ['null', null],
  ['lists', [1, [2, { three: 3 }]]],
  ['objects', { seats: [{ name: 'Ana' }], view: {} }],
])('what equals the old value is the old value: %s', (_, value) => {
  const old = keepSame(undefined, structuredClone(value));
  expect(keepSame(old, structuredClone(value))).toBe(old);
  expect(old).toEqual(value);
});

test('what did not change stays, what changed is new', () => {
  const old = keepSame(undefined, { seats: [{ name: 'Ana' }, { name: 'Ben' }], step: 1 });
  const now = keepSame(old, { seats: [{ name: 'Ana' }, { name: 'Eve' }], step: 2 });
  expect(now).toEqual({ seats: [{ name: 'Ana' }, { name: 'Eve' }], step: 2 });
  expect(now.seats[0]).toBe(old.seats[0]);
  expect(now.seats).not.toBe(old.seats);
  expect(old.step).toBe(1);
});

test.each([
  [[1], [1, 2]],
  [[1, 2], [1]],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [{ 0: 'x' }, ['x']],
  [['x'], { 0: 'x' }],
  [{ a: 1 }, null],
  [null, {}],
  [Number.NaN, 0],
])('%j becomes %j', (old, now) => {
  const kept = keepSame<unknown>(keepSame<unknown>(undefined, old), now);
  expect(kept).toStrictEqual(now);
  expect(Array.isArray(kept)).toBe(Array.isArray(now));
});

test('no caller can change what is kept, and errors stay as they are', () => {
  const error = new Error('lost');
  const kept = keepSame(undefined, { legal: ['b', 'a'], why: error });
  expect(() => kept.legal.sort()).toThrow(TypeError);
  expect(() => Object.assign(kept, { legal: [] })).toThrow(TypeError);
  expect(kept.why).toBe(error);
  expect(Object.isFrozen(error)).toBe(false);
});

test('a field called __proto__ is only a field', () => {
  const kept = keepSame(undefined, JSON.parse('{"__proto__":{"a":1}}'));
  expect(Object.keys(kept)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  expect(Object.values(keepSame({}, JSON.parse('{"__proto__":{}}')))[0]).not.toBe(Object.prototype);
});
