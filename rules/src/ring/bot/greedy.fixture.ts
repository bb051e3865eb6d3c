/** What the tests of greedy bots share: a game with its options, and whether the answers of its bot are lawful. */

import { type Entry, GAMES } from '../../catalogue/games.ts';
import { fastChance } from '../../contract/chance.ts';
import { at } from '../../json.ts';
import { drawOptions, drawSeats, movesFrom } from '../../tools/matches.ts';

export function entryOf(id: string): Entry {
  const entry = GAMES.get(id);
  if (entry === undefined) throw new Error(`no game ${id}`);
  return entry;
}

/** Asks the bot at every step of random matches with random options. Returns the kinds of questions that came up. */
export function questionsAnswered({ game, bots }: Entry, seeds: number): ReadonlySet<string> {
  const asked = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const chance = fastChance(seed);
    const options = drawOptions(game.options, chance);
    const start = game.setup(options, drawSeats(game.seats, chance), chance);
    const choose = (state: typeof start) => {
      const seat = at(game.toMove(state), 0);
      const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
      const answer = bots.greedy({ view, seat, options, legal }, chance);
      if (!legal.includes(answer))
        throw new Error(`seed ${seed}: ${JSON.stringify(answer)} is not among the legal moves`);
      asked.add(view.phase);
      return { seat, move: chance.coin() ? answer : chance.pick(legal), chance };
    };
    for (const _ of movesFrom(game, start, choose));
  }
  return asked;
}
