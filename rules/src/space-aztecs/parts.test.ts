/** What the parts of a move say: an example of each verb, and that they hold in random matches. */
import { expect, test } from 'vitest';
import type { Seat } from '../contract/game.ts';
import { fastChance } from '../contract/chance.ts';
import { drawOptions } from '../tools/matches.ts';
import { spaceAztecs } from './index.ts';
import type { Move, State } from './state.ts';
import { parts, type SpaceAztecsParts } from './parts.ts';

interface MoveWithParts {
  readonly state: State;
  readonly seat: Seat;
  readonly move: Move;
  readonly parts: SpaceAztecsParts;
}

const told = Array.from({ length: 40 }, (_, index) => movesOf(index + 1)).flat();

test('every verb is told', () => {
  expect(new Set(told.map(({ parts: { verb } }) => verb)).size).toBe(5);
});

test('a pile has the cards that its move says', () => {
  for (const { state, parts: one } of told)
    if (one.verb === 'take') expect(state.piles[one.pile - 1]?.cards).toHaveLength(one.cards);
});

test('a choice says which one it replaces', () => {
  let replaced = 0;
  for (const { state, seat, parts: one } of told) {
    if (one.verb !== 'choose') continue;
    expect(one.replaces ?? '').toBe(state.hands[seat]?.chosen);
    if (one.replaces !== undefined) replaced++;
  }
  expect(replaced).toBeGreaterThan(10);
});

test('an Aztec goes under a temple, or a saucer takes it', () => {
  for (const { state, seat, parts: one } of told) {
    if (one.verb === 'hide' || one.verb === 'show') expect(state.phase).toMatchObject({ card: one.card });
    if (one.verb !== 'capture') continue;
    expect(state.cities[seat]?.saucers.at(-1)?.card).toBe(one.saucer);
    expect(state.cities[one.seat]?.visible).toContain(one.card);
  }
});

/** Every legal move of each position of a random match, also of seats that may change their choice. */
function movesOf(seed: number): readonly MoveWithParts[] {
  const chance = fastChance(seed);
  let state = spaceAztecs.setup(drawOptions(spaceAztecs.options, chance), 3, chance);
  const all: MoveWithParts[] = [];
  for (let [mover] = spaceAztecs.toMove(state); mover !== undefined; [mover] = spaceAztecs.toMove(state)) {
    for (const seat of [0, 1, 2] as const) all.push(...toldTo(state, seat));
    const applied = spaceAztecs.apply(state, mover, chance.pick(spaceAztecs.legalMoves(state, mover)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return all;
}

function toldTo(state: State, seat: Seat): readonly MoveWithParts[] {
  const view = spaceAztecs.view(state, seat);
  return spaceAztecs.legalMoves(state, seat).map((move) => ({ state, seat, move, parts: parts({ view }, move) }));
}
