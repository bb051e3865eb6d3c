/**
 * After every move of random matches, a client decodes exactly the spectator's view, field by field. Covers all games.
 */
import { Decoder, Encoder, type Schema } from '@colyseus/schema';
import { plainState } from '@flower-war/protocol';
import { at, fastChance, resolveOptions, type Seat } from '@flower-war/rules';
import { type Hosted, project } from '@flower-war/server';
import { expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';

const SEEDS = [1, 2];
const games = gamesWithSealed().all.map((hosted) => [hosted.game.id, hosted] as const);

test.each(games)('%s', (_, hosted) => {
  for (const seed of SEEDS) for (const preset of hosted.game.presets) playAndCompare(hosted, seed, preset.id);
});

function playAndCompare({ game, Table }: Hosted, seed: number, preset: string): void {
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, preset, {});
  if (!resolved.ok) throw new Error('a preset is lawful');
  const table = new Table() as Schema & { view: Schema };
  const encoder = new Encoder(table);
  const seen = new Table();
  const decoder = new Decoder(seen);
  decoder.decode(encoder.encodeAll());
  encoder.discardChanges();
  let state: unknown = game.setup(
    resolved.options,
    chance.die(game.seats[1] - game.seats[0] + 1) + game.seats[0] - 1,
    chance,
  );
  let last: object | undefined;
  for (let moves = 0; game.toMove(state).length > 0 && moves < 300; moves++) {
    const view = game.view(state, 'spectator') as never;
    const next = { view: Table.packed === undefined ? view : Table.packed(view) };
    project(table, next, last);
    last = next;
    decoder.decode(encoder.encode());
    encoder.discardChanges();
    expect(plainState(seen)['view'], `seed ${seed}, move ${moves}`).toEqual(view);
    const seat: Seat = chance.pick(game.toMove(state));
    const applied = game.apply(state, seat, at(chance.shuffle(game.legalMoves(state, seat)), 0), chance);
    if (applied.ok) state = applied.state;
  }
}
