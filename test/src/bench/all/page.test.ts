import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOALS } from './goals.ts';
import { keptReport, loadWords, PAGE, refreshedPage } from './page.ts';

const page = readFileSync(PAGE, 'utf8');

test('docs/performance.md says what docs/performance.json says', () => {
  expect(refreshedPage(page, keptReport())).toBe(page);
});

test('the kept figures are of a whole run: each goal has a row, and nothing was stopped', () => {
  const { results, troubles } = keptReport();
  expect(Object.keys(results)).toEqual(GOALS.map(({ id }) => id));
  expect(troubles).toEqual({});
});

test('figures of a busy machine are named as such', () => {
  expect(loadWords(2.2)).toBe('The load of the machine was 2.2, of which the bench itself makes about 2.');
  expect(refreshedPage(page, { ...keptReport(), load: 7.5 })).toContain('other programs took the cores');
});

test('a changed figure shows in the page', () => {
  const kept = keptReport();
  const results = { ...kept.results, joins: { ours: 1, peer: 2, ratio: 0.512, least: 0.5, most: 0.6 } };
  expect(refreshedPage(page, { ...kept, results })).toContain('| 0.512 | 0.500 – 0.600 |');
});

test('a page without the part is refused', () => {
  expect(() => refreshedPage('# Performance\n', keptReport())).toThrow('lost its part');
});
