import { expect, test } from 'vitest';
import { lineCutter } from './lines.ts';

test.each([
  [['one\ntwo\n'], ['one', 'two']],
  [
    ['o', 'ne\nt', 'wo\n'],
    ['one', 'two'],
  ],
  [
    ['one', '\n', '\n'],
    ['one', ''],
  ],
  [['one\ntw'], ['one']],
])('from the pieces %j come the lines %j', (pieces, lines) => {
  const taken: string[] = [];
  const cut = lineCutter((line) => taken.push(line));
  for (const piece of pieces) cut(piece);
  expect(taken).toEqual(lines);
});
