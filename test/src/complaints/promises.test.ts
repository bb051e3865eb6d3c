import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INVARIANTS, invariantRows } from '../simulation/world.ts';

const ROOT = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/promises.md', ROOT), 'utf8');
const rows = [...page.matchAll(/^\| +(\d+) \| ([^|]+?) +\|/gm)];
const tests = globSync('{rules,protocol,server,client-sdk,test}/**/*.test.ts', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
}).map((path) => readFileSync(new URL(path, ROOT), 'utf8'));

test('there are rows', () => {
  expect(rows.length).toBeGreaterThan(15);
});

test.each(rows.map(([, row = '', complaint = '']) => [row, complaint]))(
  'row %s, %s: has a test named for it',
  (row) => {
    expect(tests.filter((text) => new RegExp(`\\(\\s*['"\`]complaint ${row}, `).test(text))).not.toEqual([]);
  },
);

test('the invariants of simulated worlds are told as they are, and each is of a row', () => {
  expect(page.split('\n').filter((line) => line.startsWith('- '))).toEqual(invariantRows());
  const numbers = rows.map(([, row]) => Number(row));
  for (const { promises } of Object.values(INVARIANTS)) expect(numbers).toEqual(expect.arrayContaining([...promises]));
});
