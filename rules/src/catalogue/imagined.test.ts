/** The positions that bots imagine look to their seat as the true one does, and the same moves are legal there. */
import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { sampledPosition as ofFlowerWar } from '../flower-war/bot/strong.ts';
import { at, deepEqual } from '../json.ts';
import { sampledPosition as ofMexica } from '../mexica/bot/strong.ts';
import { sampledPosition as ofSpaceAztecs } from '../space-aztecs/bot/strong.ts';
import { positionOf as ofTieqchieq } from '../tieqchieq/bot/strong.ts';
import { drawOptions, drawSeats, movesFrom } from '../tools/matches.ts';
import { type Entry, GAMES } from './games.ts';

const SEEDS = 8;
/** One position of this many is checked. */
const EVERY = 7;

interface Position {
  readonly state: ReturnType<Entry['game']['setup']>;
  readonly seat: Seat;
  readonly seed: number;
  readonly moves: number;
}

/** Checks some positions of random matches with random options. */
function inRandomMatches({ game }: Entry, check: (position: Position) => void): void {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const chance = fastChance(seed);
    const start = game.setup(drawOptions(game.options, chance), drawSeats(game.seats, chance), chance);
    const choose = (state: typeof start, moves: number) => {
      const seat = at(game.toMove(state), 0);
      if (moves % EVERY === 0) check({ state, seat, seed, moves });
      return { seat, move: chance.pick(game.legalMoves(state, seat)), chance };
    };
    for (const _ of movesFrom(game, start, choose));
  }
}

const RING = ['moving', 'adding-steps', 'ranged', 'offering', 'playing', 'discarding'];

test.each([
  ['flower-war', ofFlowerWar, RING.filter((phase) => phase !== 'adding-steps')],
  ['mexica', ofMexica, RING],
  ['space-aztecs', ofSpaceAztecs, ['taking', 'choosing']],
  ['tieqchieq', ofTieqchieq, ['tossing', 'acting', 'bonus']],
])('%s: what a bot imagines is what it sees, whatever the options', (id, imagined, phases) => {
  const entry = GAMES.get(id)!;
  const { game, broken } = entry;
  const found = new Set<string>();
  inRandomMatches(entry, ({ state, seat, seed, moves }) => {
    const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
    const question = { view, seat, options: state.options, legal };
    const position = imagined(question as never, fastChance(moves));
    if (position === undefined) return;
    found.add(view.phase);
    const wrong = [...broken(position), ...legal.flatMap((move) => game.refusal(position, seat, move) ?? [])];
    expect(wrong, `seed ${seed}, move ${moves}: ${view.phase}`).toEqual([]);
    expect(deepEqual(game.view(position, seat), view), `seed ${seed}, move ${moves}: ${view.phase}`).toBe(true);
  });
  expect([...found].toSorted()).toEqual(phases.toSorted());
});
