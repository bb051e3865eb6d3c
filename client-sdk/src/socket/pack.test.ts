import { unpack } from 'msgpackr';
import { expect, test } from 'vitest';
import { pack } from './frames.ts';

const read = (value: unknown): unknown => unpack(Uint8Array.from(pack(value)));

test.each([
  0,
  1,
  127,
  128,
  255,
  256,
  65_535,
  65_536,
  0xffffffff,
  0x100000000,
  -1,
  -32,
  -33,
  -128,
  -70_000,
  0.5,
  -0,
  1e300,
  Number.MAX_SAFE_INTEGER,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  null,
  '',
])('%s comes out as it went in', (value) => {
  expect(read(value)).toBe(value);
});

test.each([0, 15, 16, 31, 32, 255, 256, 65_535, 65_536])('a text, a list and an object of %i', (size) => {
  const text = 'ō'.repeat(size / 2);
  const list = Array.from({ length: size }, (_, index) => index);
  const object: object = Object.fromEntries(list.map((index) => [`k${index}`, index]));
  expect(read(text)).toBe(text);
  expect(read(list)).toEqual(list);
  expect(read(object)).toEqual(object);
});

test('what is undefined is left out of objects, as in JSON, and is null in a list', () => {
  expect(read({ a: undefined, b: 1 })).toEqual({ b: 1 });
  expect(read([undefined, '𐀀'])).toEqual([null, '𐀀']);
  expect(pack(undefined)).toEqual([0xc0]);
});

test('a function or a bigint is a bug of the caller', () => {
  expect(() => pack(() => {})).toThrow('a function cannot be sent');
  expect(() => pack({ a: 1n })).toThrow('a bigint cannot be sent');
});

/** Random values of every form: nested lists and objects of numbers and texts of all sizes. */
function random(next: () => number, depth = 0): unknown {
  const kind = Math.floor(next() * (depth > 3 ? 4 : 6));
  if (kind === 0) return Math.floor((next() - 0.5) * 2 ** Math.floor(next() * 50));
  if (kind === 1) return next() * 2 ** Math.floor(next() * 50);
  if (kind === 2) return next() < 0.5;
  if (kind === 3)
    return String.fromCodePoint(...Array.from({ length: next() * 300 }, () => 32 + Math.floor(next() * 0x3000)));
  const items = Array.from({ length: next() * 20 }, () => random(next, depth + 1));
  return kind === 4 ? items : Object.fromEntries(items.map((item, index) => [`${index}é`, item]));
}

test('random values come out as they went in', () => {
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 500; round++) {
    const value = random(next);
    expect(read(value)).toEqual(value);
  }
});
