/** More matches of each row than the short test plays: none ends at its cap, and no seat is far from its share. */
import { expect, test } from 'vitest';
import { figuresOf, playPortion } from './figures.ts';
import { nameOf, ROWS } from './rows.ts';

const MATCHES = 100;
/** Chance alone moves a share by 10 points. */
const MOST_OFF = 0.17;

test.each(ROWS.map((row) => ({ name: nameOf(row), row })))(`$name: ${MATCHES} matches`, ({ row }) => {
  const { stalled, shares } = figuresOf(playPortion({ row, options: '', seed: 3, from: 0, matches: MATCHES }));
  expect(stalled).toBe(0);
  for (const share of shares) expect(Math.abs(share - 1 / row.seats)).toBeLessThan(MOST_OFF);
});
