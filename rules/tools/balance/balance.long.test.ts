/**
 * docs/balance.md shows what its commands print. The test checks that no table is missing, and plays cheap ones anew.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandOf, page, printed, SECTIONS, type Series, tableIn } from './balanceSheet.ts';

const text = readFileSync(new URL('../../../docs/balance.md', import.meta.url), 'utf8');
const all = SECTIONS.flatMap(({ series }) => series);

/** Series that take some seconds each. Every game and every bot is among them. */
const CHEAP: readonly (Pick<Series, 'preset' | 'bots'> & { readonly seats: number; readonly length?: string })[] = [
  { preset: 'flower-war', bots: 'greedy', seats: 2, length: 'short' },
  { preset: 'flower-war-early', bots: 'greedy', seats: 2, length: 'short' },
  { preset: 'tieqchieq', bots: 'greedy', seats: 2 },
  { preset: 'tieqchieq-fortress', bots: 'random', seats: 2 },
  { preset: 'space-aztecs', bots: 'random', seats: 2 },
];

test('every edition is in it, with the commands and words of today', () => {
  expect(text).toBe(page((series) => tableIn(text, series) ?? 'run npm run balance'));
});

test.each(CHEAP)('$preset with $bots bots, $seats seats: its row is what the rules give', ({ seats, ...wanted }) => {
  const found = all.find(
    ({ preset, bots, length }) => preset === wanted.preset && bots === wanted.bots && length === wanted.length,
  )!;
  const rowsOf = (table = '') => table.split('\n').filter((line) => line.startsWith(`| ${seats} |`));
  const rows = rowsOf(printed({ ...found, seats: [seats] }));
  expect(rows).toHaveLength(1);
  expect(rowsOf(tableIn(text, found)), `npm run balance; ${commandOf(found)}`).toEqual(rows);
});
