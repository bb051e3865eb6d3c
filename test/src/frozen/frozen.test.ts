/** The first matches of each game are played as they were when they were frozen. `npm run do -- frozen` compares all. */
import { RANDOM_GAMES } from '@flower-war/server/testing';
import { expect, test } from 'vitest';
import { blocksOf, readFrozen } from './frozen.ts';

test.each(RANDOM_GAMES)('%s', async (game) => {
  const meant = 'If you mean this change, freeze it: npm run do -- frozen --write';
  expect(await blocksOf(game, 1), meant).toEqual(readFrozen().matches[game]?.slice(0, 1));
});
