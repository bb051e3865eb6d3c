import { expect, test } from 'vitest';
import { sizeOf } from './teletype.ts';

test.each([
  [{}, {}, { columns: 80, rows: 24 }],
  [{}, { COLUMNS: '60', LINES: '30' }, { columns: 60, rows: 30 }],
  [{ columns: 72, rows: 50 }, { COLUMNS: '60' }, { columns: 72, rows: 50 }],
  [{ columns: 20, rows: 5 }, {}, { columns: 60, rows: 24 }],
  [{ columns: 300, rows: 70 }, {}, { columns: 100, rows: 70 }],
])('a stream of %j with %j has %j', (stream, environment, size) => {
  expect(sizeOf(stream, environment)).toEqual(size);
});
