import { expect, test } from 'vitest';
import type { AnyGame } from './anyGame.ts';
import { frozenEngine } from './engines.ts';
import { FROZEN } from './frozen.ts';
import { gameById } from './games.ts';

test.each(FROZEN)('%s takes beads as its source does', async (name) => {
  const { game } = (await import(`../../frozen/${name}.mjs`)) as { readonly game: AnyGame };
  expect(Object.keys(game.temple ?? {})).toEqual(Object.keys(gameById(game.id)?.temple ?? {}));
});

test.each(FROZEN)('%s has the windows that its source has', async (name) => {
  const [id = '', version] = name.split('@');
  const [frozen, source] = [await frozenEngine(id, Number(version)), gameById(id)];
  expect(Object.keys(frozen?.windows ?? {})).toEqual(Object.keys(source?.windows ?? {}));
});
