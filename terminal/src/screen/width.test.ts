import { expect, test } from 'vitest';
import { cut, wrap } from './width.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['abcd', 0, '…'],
])('cut(%j, %i)', (text, width, expected) => {
  expect(cut(text, width)).toBe(expected);
});

test('text is broken between words, and what follows is indented', () => {
  const four = (times: number) => Array(times).fill('four').join(' ');
  expect(wrap(`  ${four(17)}`, 4)).toEqual([`  ${four(15)}`, `    ${four(2)}`]);
  expect(wrap('short', 4)).toEqual(['short']);
});
