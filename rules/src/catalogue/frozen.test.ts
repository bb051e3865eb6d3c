import { expect, test } from 'vitest';
import type { AnyGame } from '../contract/game.ts';
import { FROZEN } from './frozen.ts';
import { gameById } from './games.ts';

test.each(FROZEN)('%s takes beads as its source does', async (name) => {
  const { game } = (await import(`../../frozen/${name}.mjs`)) as { readonly game: AnyGame };
  expect(Object.keys(game.temple ?? {})).toEqual(Object.keys(gameById(game.id)?.temple ?? {}));
});
