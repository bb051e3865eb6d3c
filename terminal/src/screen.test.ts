import { expect, test } from 'vitest';
import { cut, fitted, inColumns, shown, sizeOf, wrap } from './screen.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['abcd', 0, '…'],
  ['山田太郎', 8, '山田太郎'],
  ['山田太郎', 7, '山田太…'],
  ['a👩‍👩‍👧‍👦b', 3, 'a…'],
  ['e\u0301te\u0301', 3, 'e\u0301te\u0301'],
])('cut(%j, %i)', (text, width, expected) => {
  expect(cut(text, width)).toBe(expected);
});

const four = (times: number) => Array(times).fill('four').join(' ');

test('text is broken between words, and what follows is indented', () => {
  expect(wrap(`  ${four(17)}`, 4)).toEqual([`  ${four(15)}`, `    ${four(2)}`]);
  expect(wrap('short', 4)).toEqual(['short']);
  expect(wrap(four(13), 4, 60)).toEqual([four(12), '    four']);
});

test('a word that is wider than the screen is broken too', () => {
  expect(wrap(`  ${'x'.repeat(64)} end`, 4, 60)).toEqual([`  ${'x'.repeat(58)}`, `    ${'x'.repeat(6)} end`]);
});

test('a line goes on where its text begins', () => {
  expect(fitted(`  --out FILE  ${four(12)}`, 60)).toEqual([`  --out FILE  ${four(9)}`, `              ${four(3)}`]);
  expect(fitted(four(13), 60)).toEqual([four(12), '  four']);
  expect(fitted(four(12), 60)).toEqual([four(12)]);
});

test('wide letters take two columns, and no letter is broken', () => {
  expect(fitted('山'.repeat(31), 60)).toEqual(['山'.repeat(30), '  山']);
  expect(fitted(`x${'👍🏽'.repeat(30)}`, 60)).toEqual([`x${'👍🏽'.repeat(29)}`, '  👍🏽']);
  expect(fitted('·'.repeat(60), 60)).toEqual(['·'.repeat(60)]);
  const rows = ['Ana', '山田太郎', 'ｱﾝﾅ', '김철수 😀', '❤️'].map((name) => [name, '7']);
  expect(inColumns(rows)).toEqual(['Ana        7', '山田太郎   7', 'ｱﾝﾅ        7', '김철수 😀  7', '❤️         7']);
});

test('colours take no room', () => {
  const red = `\u001B[31m${four(12)}\u001B[39m`;
  expect(fitted(red, 60)).toEqual([red]);
});

test.each([
  [{}, {}, { columns: 80, rows: 24 }],
  [{}, { COLUMNS: '60', LINES: '30' }, { columns: 60, rows: 30 }],
  [{ columns: 72, rows: 50 }, { COLUMNS: '60' }, { columns: 72, rows: 50 }],
  [{ columns: 20, rows: 5 }, {}, { columns: 60, rows: 24 }],
  [{ columns: 300, rows: 70 }, {}, { columns: 100, rows: 70 }],
])('a stream of %j with %j has %j', (stream, environment, size) => {
  expect(sizeOf(stream, environment)).toEqual(size);
});

test('colours and line ends of the program stay, and those of strangers are shown', () => {
  expect(shown('\u001b[1mAna\u001b[22m\nsays: \u001b[2J\u202e')).toEqual([
    '\u001b[1mAna\u001b[22m',
    'says: \\u{1b}[2J\\u{202e}',
  ]);
  expect(shown('\u001b[8mhidden\u001b[28m')).toEqual(['\\u{1b}[8mhidden\\u{1b}[28m']);
});
