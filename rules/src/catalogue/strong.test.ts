/** A bot that weighs or searches sees what its seat sees. The test shows it states that differ only in what the seat does not know. */
import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at, deepEqual } from '../json.ts';
import { movesFrom, optionsOf } from '../tools/matches.ts';
import { pilesSeen, twinOf } from '../tools/twins.ts';
import { type Entry, GAMES } from './games.ts';

/** A bot is slow, so that only some of its decisions are compared. */
const DECISIONS = 12;
const EVERY = 9;

interface Decision {
  readonly state: ReturnType<Entry['game']['setup']>;
  readonly seat: Seat;
}

/** Decisions with a choice, from a match of random moves. */
function decisionsIn({ game }: Entry, seed: number): readonly Decision[] {
  const chance = fastChance(seed);
  const found: Decision[] = [];
  const start = game.setup(optionsOf(game), at(game.seats, 0), chance);
  const choose = (state: typeof start) => {
    const seat = at(game.toMove(state), 0);
    const legal = game.legalMoves(state, seat);
    if (legal.length > 1) found.push({ state, seat });
    return { seat, move: chance.pick(legal), chance };
  };
  for (const _ of movesFrom(game, start, choose));
  return found;
}

test.each([...GAMES])('%s: the same view, the same choice, whatever is hidden', (id, entry) => {
  const { game, bots } = entry;
  const decisions = decisionsIn(entry, 3).filter((_, index) => index % EVERY === 0);
  let differing = 0;
  for (const [index, { state, seat }] of decisions.slice(0, DECISIONS).entries()) {
    const chosenIn = (one: Decision['state'], bot: 'strong' | 'easy' = 'strong') => {
      const question = {
        view: game.view(one, seat),
        seat,
        options: optionsOf(game),
        legal: game.legalMoves(one, seat),
      };
      return game.format(bots[bot](question, fastChance(index)));
    };
    const choice = chosenIn(state);
    const twin = twinOf(id, state, { viewer: seat, known: pilesSeen(id, state, seat) }, fastChance(index));
    if (!deepEqual(twin, state)) differing++;
    expect(chosenIn(twin), `decision ${index}`).toBe(choice);
    expect(chosenIn(twin, 'easy'), `decision ${index}`).toBe(chosenIn(state, 'easy'));
    expect(game.legalMoves(state, seat).map(game.format)).toContain(choice);
  }
  if (id !== 'tieqchieq') expect(differing).toBeGreaterThan(DECISIONS / 2);
});
