/** The figures of docs/lengths.md as data. The page shows them to people who plan a match. */
import { ROWS, type Row } from './rows.ts';
import { lineIn } from './sheet.ts';

/** A line for each row, so that a change is a change of few lines. */
export const dataIn = (page: string): string =>
  `[\n${ROWS.map((row) => JSON.stringify(figuresIn(page, row))).join(',\n')}\n]\n`;

/** Shares and matches without a winner in percent. A game with one length has it under an empty name. */
function figuresIn(page: string, row: Row) {
  const cells = (lineIn(page, row) ?? '').split('|').map((cell) => cell.trim());
  const [, , , shares = '', unwon, , rounds, , choices] = cells;
  return {
    preset: row.preset,
    length: row.length ?? '',
    seats: row.seats,
    shares: shares.split(', ').map(Number),
    unwon: Number(unwon),
    rounds: Number(rounds) || 0, // 0 where the game has no rounds
    choices: Number(choices),
  };
}
