/** docs/balance.md and docs/lengths.md hold what their tools print. `tools.long.test.ts` plays more of it anew. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GAMES } from '../src/catalogue/games.ts';
import { dataIn, lineIn, nameOf, playedLine, ROWS, type Row, SEED } from './lengthRows.ts';
import { lengthsOf, seatNumbers } from './series.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const lengths = read('docs/lengths.md');

test.each([...GAMES.values()])('balance.md has each edition of $game.id', ({ game }) => {
  for (const { id } of game.presets) {
    const table = `npm run do -- simulate --table --game ${game.id} --preset ${id} --seats ${seatNumbers(game).join(',')}`;
    for (const bots of ['greedy', 'random', ...(lengthsOf(game).includes('short') ? ['greedy --length short'] : [])])
      expect(read('docs/balance.md')).toContain(`\n${table} --bots ${bots} --matches 60 --seed 1\n\`\`\`\n\n| seats |`);
  }
});

test('lengths.md has a line for each edition, length and number of seats, and no other', () => {
  expect(ROWS.filter((row) => lineIn(lengths, row) === undefined).map(nameOf)).toEqual([]);
  expect(lengths.match(/^\| .* \| \d/gm)).toHaveLength(ROWS.length);
});

test('the data of the page are the figures of lengths.md', () => {
  const data = read('web/src/new/data/lengths.json');
  expect(data).toBe(dataIn(lengths));
  for (const { shares, choices } of JSON.parse(data) as { shares: number[]; choices: number }[])
    expect([...shares, choices].every((figure) => figure > 0)).toBe(true);
});

test('below a table with a line that is not as it should be stands why', () => {
  const isFaulty = (row: Row) => !lineIn(lengths, row)?.endsWith('|  |');
  for (const { preset } of ROWS.filter(isFaulty))
    expect(lengths).toMatch(new RegExp(`## ${preset}\n\n(\\|.*\n)+\n\\w`));
});

test('a cap that is too low is a fault', () => {
  const row = ROWS.find(({ preset }) => preset === 'tieqchieq')!;
  expect(playedLine({ row, options: 'turnCap=3', matches: 2, seed: SEED })).toMatch(/ stalls \|$/);
});
