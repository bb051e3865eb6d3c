/**
 * Random matches of every game, as the server's encoder writes them and as a reader reads them that knows nothing but
 * docs/socket.md. So the page names every operation that the tables really need.
 */
import { Encoder, Reflection, type Schema } from '@colyseus/schema';
import { fastChance, resolveOptions } from '@flower-war/rules';
import { type Hosted, hostedGames, project } from '@flower-war/server';
import { expect, test } from 'vitest';
import { Bytes } from './reader/bytes.ts';
import { readDescription, stateOf } from './reader/description.ts';
import type { LiveState } from './reader/liveState.ts';

const SEEDS = [1, 2];
const MOST_MOVES = 300;
const seen = new Set<string>();
const games = hostedGames().all.map((hosted) => [hosted.game.id, hosted] as const);

test.each(games)('%s', (_, hosted) => {
  for (const seed of SEEDS) for (const { id } of hosted.game.presets) playAndRead(hosted, id, seed);
});

test('the tables need exactly the operations that docs/socket.md names for them', () => {
  expect([...seen].sort()).toEqual([
    'list of objects 80',
    'list of values 0',
    'list of values 40',
    'list of values 80',
    'object 80',
  ]);
});

test('a list of objects that grows shorter names the object that goes', () => {
  const clock = { left: 1, deadline: 2 };
  const wire = new Wire(hostedGames().all[0]!.Table);
  expect(wire.show({ clocks: [clock, clock, { left: 7, deadline: 0.5 }] })).toMatchObject({ clocks: { length: 3 } });
  expect(wire.show({ clocks: [clock] })).toMatchObject({ clocks: [clock] });
  expect(wire.show({ clocks: [clock, clock] })).toMatchObject({ clocks: [clock, clock] });
  expect([...seen]).toContain('list of objects 21');
});

class Wire {
  private readonly table: Schema;
  private readonly encoder: Encoder;
  private readonly live: LiveState;
  private last: object | undefined;

  constructor(Table: Hosted['Table']) {
    this.table = new Table();
    this.encoder = new Encoder(this.table);
    this.live = stateOf(readDescription(new Bytes(Reflection.encode(this.encoder))));
    this.live.whole(new Bytes(this.encoder.encodeAll().slice()));
    this.encoder.discardChanges();
  }

  /** What the reader sees after the table has changed. */
  show(next: object): unknown {
    project(this.table, next, this.last);
    this.last = next;
    this.live.patch(new Bytes(this.encoder.encode().slice()));
    this.encoder.discardChanges();
    for (const operation of this.live.seen) seen.add(operation);
    return this.live.plain();
  }
}

function playAndRead({ game, Table }: Hosted, preset: string, seed: number): void {
  const resolved = resolveOptions(game, preset, {});
  if (!resolved.ok) throw new Error('a preset is lawful');
  const chance = fastChance(seed);
  const [least, most] = game.seats;
  let state: unknown = game.setup(resolved.options, least + chance.die(most - least + 1) - 1, chance);
  const wire = new Wire(Table);
  for (let moves = 0; game.toMove(state).length > 0 && moves < MOST_MOVES; moves++) {
    const view = game.view(state, 'spectator') as never;
    const shown = wire.show({ view: Table.packed === undefined ? view : Table.packed(view) });
    expect(shown, `seed ${seed}, move ${moves}`).toMatchObject({ view });
    const seat = chance.pick(game.toMove(state));
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (applied.ok) state = applied.state;
  }
}
