/** Every puzzle is proved again. If rules or bots have changed, find puzzles anew. */
import { expect, test } from 'vitest';
import { GAMES } from '../catalogue/games.ts';
import { isProved } from './finding.ts';
import { listPuzzles, loadPuzzle } from './puzzle.ts';

test.each(await listPuzzles())('$id: its answer is ahead of each other one', async ({ id, game }) => {
  const [entry, puzzle] = [GAMES.get(game), await loadPuzzle(id)];
  if (entry === undefined || puzzle === undefined) throw new Error(`${id} is listed, and not there`);
  expect(isProved(entry, puzzle)).toBe(true);
});
