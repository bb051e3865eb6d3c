/** Past matches: lists of them, ratings, replays, and new matches from old positions. */
import { Refused } from '../../../../base/refused.ts';
import { continueMatch } from '../../../../features/next-match/continue.ts';
import { summarize } from '../../../../features/table/summary.ts';
import type { Services } from '../../../services.ts';
import type { SomeHandlers } from '../../request/handler.ts';
import { historyOf } from './history.ts';
import { leaderboard, profileOf } from './ratings.ts';
import { stepsOf } from './steps.ts';

export function pastMatchHandlers(services: Services) {
  return {
    listMyMatches: ({ query, caller }) => historyOf(services, { player: caller.player, withPrivate: true }, query),
    getPlayer: async ({ params }) => profileOf(services, await known(services, params.player)),
    listMatchesOf: async (asked) => {
      const player = await known(services, asked.params.player);
      return historyOf(services, { player, withPrivate: asked.caller?.player === player }, asked.query);
    },
    getLeaderboard: ({ query }) => leaderboard(services, query),
    listSteps: ({ params, query, caller }) => stepsOf(services, { match: params.match, player: caller?.player }, query),
    continueMatch: async ({ params, body, caller: { player } }) => {
      const match = await continueMatch(services, { match: params.match, player }, body);
      return summarize(services, match, player);
    },
  } satisfies SomeHandlers;
}

/** A deleted player has no name, no list and no rating any more. */
async function known({ people }: Services, player: string): Promise<string> {
  if (!(await people.isKnown(player))) throw new Refused('no-such-player');
  return player;
}
