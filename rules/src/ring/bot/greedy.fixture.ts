/** Measures for the tests of greedy bots: how often a bot wins, and whether its answers are lawful. */

import { type Entry, GAMES } from '../../catalogue/games.ts';
import type { BotName } from '../../contract/bot.ts';
import { fastChance } from '../../contract/fastChance.ts';
import type { Options } from '../../contract/optionSpec.ts';
import { resolveOptions } from '../../contract/resolveOptions.ts';
import { at } from '../../json/at.ts';
import { drawOptions, drawSeats, simulate } from '../../tools/matches.ts';

export function entryOf(id: string): Entry {
  const entry = GAMES.get(id);
  if (entry === undefined) throw new Error(`no game ${id}`);
  return entry;
}

export interface Trial {
  readonly preset: string;
  readonly seats: number;
  readonly matches: number;
  readonly length?: 'short';
}

/** How often one greedy bot wins alone against random bots. It sits in each seat by turns. */
export function winsAgainstRandom(entry: Entry, { preset, seats, matches }: Trial): number {
  const options = optionsOf(entry, preset);
  const won = Array.from({ length: matches }, (_, seed) => {
    const own = seed % seats;
    const bots = Array.from({ length: seats }, (_, seat): BotName => (seat === own ? 'greedy' : 'random'));
    const { winners } = simulate(entry, { options, bots, chance: fastChance(seed + 1) }).result;
    return winners.length === 1 && winners[0] === own;
  });
  return won.filter(Boolean).length / matches;
}

export function optionsOf({ game }: Entry, preset: string, given: Options = {}): Options {
  const resolved = resolveOptions(game, preset, given);
  if (!resolved.ok) throw new Error(`the preset ${preset} is wrong: ${resolved.option}`);
  return resolved.options;
}

/** Asks the bot at every step of random matches with random options. Returns the kinds of questions that came up. */
export function questionsAnswered({ game, bots }: Entry, seeds: number): ReadonlySet<string> {
  const asked = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const chance = fastChance(seed);
    const options = drawOptions(game.options, chance);
    let state = game.setup(options, drawSeats(game.seats, chance), chance);
    for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
      const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
      const answer = bots.greedy({ view, seat, options, legal }, chance);
      if (!legal.includes(answer))
        throw new Error(`seed ${seed}: ${JSON.stringify(answer)} is not among the legal moves`);
      asked.add(view.phase);
      const applied = game.apply(state, seat, chance.coin() ? answer : chance.pick(legal), chance);
      if (!applied.ok) throw new Error(`seed ${seed}: refused: ${applied.reason}`);
      state = applied.state;
    }
  }
  return asked;
}

/** The lengths in rounds of some matches among greedy bots, the shortest first. */
export function roundsOf(entry: Entry, { preset, seats, matches, length }: Trial): readonly number[] {
  const bots = Array.from({ length: seats }, (): BotName => 'greedy');
  const options = optionsOf(entry, preset, length && { length });
  const rounds = Array.from({ length: matches }, (_, seed) => {
    const { events } = simulate(entry, { options, bots, chance: fastChance(seed + 1) });
    return Number(at(events.filter(({ kind }) => kind === 'turn-began').slice(-1), 0)['round']);
  });
  return rounds.toSorted((a, b) => a - b);
}
