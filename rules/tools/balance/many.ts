/** Many matches of bots, from one seed. */

import type { Entry } from '../../src/catalogue/games.ts';
import { fastChance } from '../../src/contract/fastChance.ts';
import type { Options } from '../../src/contract/optionSpec.ts';
import { simulate } from '../../src/tools/simulate.ts';
import { type Summary, summaryOf } from './report.ts';
import { digest } from './story.ts';
import { thrifty } from './thrifty.ts';

export interface Wanted {
  readonly options: Options;
  /** One for each seat. */
  readonly bots: readonly string[];
  readonly matches: number;
  readonly seed: number;
}

export function botsOf({ bots }: Entry) {
  return { ...bots, thrifty };
}

export function playMany(entry: Entry, { options, bots, matches, seed }: Wanted): Summary {
  const { game } = entry;
  const players = { game, bots: botsOf(entry) };
  const names = bots as readonly (keyof ReturnType<typeof botsOf>)[];
  const played = Array.from({ length: matches }, (_, index) =>
    digest(game.id, simulate(players, { options, bots: names, chance: fastChance(seed * 1_000_003 + index) })),
  );
  return summaryOf({ game: game.id, rulesVersion: game.rulesVersion, options, bots, matches, seed }, played);
}
