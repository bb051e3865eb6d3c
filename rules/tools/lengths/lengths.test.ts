/** docs/lengths.md shows what `npm run lengths` finds. The test plays one row anew. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataIn } from './data.ts';
import { figuresOf, playPortion } from './figures.ts';
import { REMARKS } from './remarks.ts';
import { nameOf, ROWS } from './rows.ts';
import { lineIn, lineOf, MATCHES, page, SEED } from './sheet.ts';
import { startThreads } from './threads.ts';

const text = readFileSync(new URL('../../../docs/lengths.md', import.meta.url), 'utf8');

test('every preset, length and number of seats is in it, with the words of today', () => {
  expect(text).toBe(page((row) => lineIn(text, row) ?? 'run npm run lengths -- --write'));
});

test('the data of the page are its figures', () => {
  const data = readFileSync(new URL('../../../web/src/new/data/lengths.json', import.meta.url), 'utf8');
  expect(data).toBe(dataIn(text));
  for (const { shares, choices } of JSON.parse(data) as { shares: number[]; choices: number }[])
    expect([...shares, choices].every((figure) => figure > 0)).toBe(true);
});

test('each line that is not as it should be has a remark that says why', () => {
  const unexplained = ROWS.filter((row) => {
    const isFaulty = !lineIn(text, row)?.endsWith('|  |');
    return (
      isFaulty &&
      !REMARKS.some(
        ({ preset, lengths }) => preset === row.preset && (lengths ?? [row.length]).includes(row.length ?? ''),
      )
    );
  });
  expect(unexplained.map(nameOf)).toEqual([]);
});

test('a cap that is too low is told', () => {
  const [row] = ROWS;
  const { stalled } = playPortion({ row: row!, options: 'roundCap=3', seed: 1, from: 0, matches: 2 });
  expect(stalled).toBe(2);
});

test('a line of the page is what several threads play', async () => {
  const row = ROWS.find(({ preset }) => preset === 'tieqchieq')!;
  const threads = startThreads(2, () => false);
  const counts = await threads.play({ row, options: '', seed: SEED, from: 0, matches: MATCHES });
  await threads.close();
  expect(lineOf({ row, figures: figuresOf(counts!) })).toBe(lineIn(text, row));
});

test('when the time is up, there are fewer matches', async () => {
  let asked = 0;
  const threads = startThreads(1, () => asked++ > 0);
  const row = ROWS.find(({ preset }) => preset === 'tieqchieq')!;
  const counts = await threads.play({ row, options: '', seed: SEED, from: 0, matches: 120 });
  await threads.close();
  expect(counts?.matches).toBe(50);
});
