/** What a host brings along as files that the settings name: puzzles, bots and words. */
import type { Config } from './base/config.ts';
import { type HostedGames, hostedGames } from './base/hostedGames.ts';
import { wordsIn } from './features/people/identity.ts';
import { hostedPuzzles } from './features/puzzles/puzzles.ts';
import { guestBotsIn, mustHaveStandIn } from './features/table/guestBots.ts';

/** Throws a `BadConfig` if one of them cannot be used. */
export async function broughtBy({ BOTS, NAMES_BLOCKED, PUZZLES, STAND_IN }: Config, own?: HostedGames) {
  const puzzles = await hostedPuzzles(PUZZLES);
  const guestBots = guestBotsIn(BOTS);
  const games = own ?? hostedGames({ guestBots, standIn: STAND_IN });
  mustHaveStandIn(games, STAND_IN);
  wordsIn(NAMES_BLOCKED); // names are judged by them later
  return { puzzles, guestBots, games };
}
