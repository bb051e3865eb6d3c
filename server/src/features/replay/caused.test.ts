import { type AnyGame, at, fastChance, frozenEngine, gameById, resolveOptions } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { UnknownRules } from '../../base/hostedGames.ts';
import { newTable, openedMatch } from '../../matches/table.fixture.ts';
import { causedBy, Replays } from './replays.ts';

async function engineCalled(id: string, version: number | undefined): Promise<AnyGame> {
  const engine = version === undefined ? gameById(id) : await frozenEngine(id, version);
  if (engine === undefined) throw new Error(`no ${id}@${version}`);
  return engine;
}

test.each([
  ['flower-war', undefined],
  ['mexica', undefined],
  ['flower-war', 1],
  ['mexica', 1],
])('what a hidden window of %s (version %s) keeps back is caused when it happens, and once', async (id, version) => {
  const game = await engineCalled(id, version);
  const resolved = resolveOptions(game, undefined, { length: 'short' });
  if (!resolved.ok) throw new Error(resolved.option);
  const early = { count: 0 };
  for (let seed = 1; seed <= 8; seed++) {
    const chance = fastChance(seed);
    let state: unknown = game.setup(resolved.options, 4, chance);
    const [told, caused]: [unknown[], unknown[]] = [[], []];
    while (game.toMove(state).length > 0) {
      const seat = at(game.toMove(state), 0);
      const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
      if (!applied.ok) throw new Error(applied.reason);
      const now = causedBy(game, state, applied);
      if (now.length > 0 && applied.events.length === 0) early.count++;
      told.push(...applied.events);
      caused.push(...now);
      state = applied.state;
    }
    expect(caused, `seed ${seed}`).toEqual(told);
  }
  expect(early.count).toBeGreaterThan(10);
});

test('before the start nothing was caused', () => {
  const game = gameById('flower-war')!;
  expect(causedBy(game, undefined, { state: undefined, events: [] })).toEqual([]);
});

test('a record of newer rules is not damaged: it waits for a version that knows them', async () => {
  const { journal, matches } = newTable();
  const { id } = await openedMatch({ matches });
  await expect(new Replays(journal, async () => undefined).open(id)).rejects.toThrow(UnknownRules);
});
