/** What the parts of a move say comes true: every legal move of random matches is played, and its outcome compared. */
import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { at } from '../json.ts';
import { drawOptions } from '../tools/matches.ts';
import { tieqchieq } from './index.ts';
import type { Settings } from './options.ts';
import { parts, type TieqchieqParts } from './parts.ts';
import type { Event, State } from './state.ts';

interface Played {
  readonly parts: TieqchieqParts;
  readonly events: readonly Event[];
}

const played = Array.from({ length: 30 }, (_, index) => movesOf(index + 1)).flat();
const has = ({ events }: Played, ...kinds: readonly Event['kind'][]) => events.some(({ kind }) => kinds.includes(kind));

test('a token goes where its move says', () => {
  const walks = played.filter(({ parts: { verb } }) => ['introduce', 'move', 'step'].includes(verb));
  expect(walks.length).toBeGreaterThan(1000);
  for (const { parts: told, events } of walks)
    expect(at(events, 0)).toMatchObject('to' in told ? { from: told.from, to: told.to } : {});
});

test('it fights where its move says, and nowhere else', () => {
  expect(played.some((one) => has(one, 'fought'))).toBe(true);
  for (const one of played) expect(has(one, 'fought')).toBe('fights' in one.parts);
});

test('a token that need not fight gets what the move says', () => {
  for (const one of played) {
    if (!('gives' in one.parts) || 'fights' in one.parts) continue;
    if (one.parts.gives === 'turn') expect(has(one, 'extra-turn', 'ended')).toBe(true);
    if (one.parts.gives === 'home') expect(at(one.events, 0)).toMatchObject({ to: 15 });
  }
});

test('a move that says so ends the turn', () => {
  const ending = played.filter(({ parts: { endsTurn } }) => endsTurn);
  expect(ending.length).toBeGreaterThan(500);
  for (const one of ending) expect(has(one, 'turn-ended', 'ended')).toBe(true);
});

function movesOf(seed: number): readonly Played[] {
  const chance = fastChance(seed);
  const options = drawOptions(tieqchieq.options, chance) as Settings;
  let state = tieqchieq.setup(options, 2, chance);
  const all: Played[] = [];
  for (let [seat] = tieqchieq.toMove(state); seat !== undefined && all.length < 400; [seat] = tieqchieq.toMove(state)) {
    const view = tieqchieq.view(state, seat);
    const legal = tieqchieq.legalMoves(state, seat);
    const outcomes = legal.map((move) => {
      const applied = tieqchieq.apply(state, seat, move, chance);
      if (!applied.ok) throw new Error(applied.reason);
      return {
        parts: parts({ view, seat, options, legal }, move),
        events: applied.events,
        after: applied.state as State,
      };
    });
    all.push(...outcomes);
    state = chance.pick(outcomes).after;
  }
  return all;
}
