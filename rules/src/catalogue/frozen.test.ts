import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { resolveOptions } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { FROZEN } from './frozen.ts';
import { frozenEngine } from './frozenEngine.ts';
import { type AnyGame, GAMES, gameById } from './games.ts';

test.each(FROZEN)('%s takes beads as its source does', async (name) => {
  const { game } = (await import(`../../frozen/${name}.mjs`)) as { readonly game: AnyGame };
  expect(Object.keys(game.temple ?? {})).toEqual(Object.keys(gameById(game.id)?.temple ?? {}));
});

test.each(FROZEN)('%s has the windows that its source has', async (name) => {
  const [id = '', version] = name.split('@');
  const [frozen, source] = [await frozenEngine(id, Number(version)), gameById(id)];
  expect(Object.keys(frozen?.windows ?? {})).toEqual(Object.keys(source?.windows ?? {}));
});

test.each([...GAMES.keys()])('%s explains its moves', (id) => {
  expect(gameById(id)?.parts).toBeDefined();
});

test.each(FROZEN.filter((name) => /^(flower-war|mexica)@/.test(name)))(
  '%s says what its moves are about',
  async (name) => {
    const [id = '', version] = name.split('@');
    const frozen = await frozenEngine(id, Number(version));
    if (frozen === undefined) throw new Error(`${name} is not there`);
    const resolved = resolveOptions(frozen, undefined, {});
    const options = resolved.ok ? resolved.options : {};
    const state: unknown = frozen.setup(options, 2, fastChance(1));
    const [seat] = frozen.toMove(state);
    if (seat === undefined) throw new Error('no seat is asked');
    const legal = frozen.legalMoves(state, seat);
    const seen = { view: frozen.view(state, seat), seat, options, legal };
    expect(frozen.parts?.(seen, at(legal, 0))).toEqual({ verb: 'roll', rule: 'moving' });
  },
);

test.each([...GAMES.values()].map(({ game }) => game))(
  'the frozen $id of today has the habits of its source',
  async (game) => {
    const frozen = await frozenEngine(game.id, game.rulesVersion);
    expect(frozen?.habits?.list).toEqual(game.habits?.list);
  },
);
