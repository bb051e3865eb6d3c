/** Finding a game, and which players a host lets sit down. */

import { queue } from '../../../base/waiting/queue.ts';
import { rematch } from '../../../features/next-match/rematch.ts';
import { decide, emptySeat } from '../../../features/table/hosting.ts';
import { quickPlay } from '../../../features/table/quickPlay.ts';
import { loadNames, shown, summarize } from '../../../features/table/summary.ts';
import { enterLobby } from '../../lobby/enterLobby.ts';
import { MOST_LISTED } from '../../lobby/lobbyRoom.ts';
import type { Services } from '../../services.ts';
import type { SomeHandlers } from '../request/handler.ts';

export function lobbyHandlers(services: Services) {
  // Two players who look for a match at the same moment find each other.
  const [entering, searching, repeating] = [queue(), queue(), queue()];
  return {
    listMatches: async ({ query }) => {
      const found = services.billboard.find(query, MOST_LISTED);
      await loadNames(services, found);
      return { matches: found.map((posted) => shown(services, posted)) };
    },
    enterLobby: ({ body, caller, address }) => entering(() => enterLobby(services, body, { ...caller, address })),
    quickMatch: async ({ body, caller, address }) => {
      const match = await searching(() => quickPlay(services, body, caller.player));
      services.billboard.noteAddress(match, address);
      return summarize(services, match, caller.player);
    },
    admitPlayer: ({ params, body, caller }) =>
      decide(services, params.match, { host: caller.player, player: body.player, decision: 'admitted' }),
    dismissPlayer: ({ params, body, caller }) =>
      decide(services, params.match, { host: caller.player, player: body.player, decision: 'dismissed' }),
    emptySeat: ({ params, body, caller }) =>
      emptySeat(services, params.match, { host: caller.player, seat: body.seat }),
    playAgain: ({ params, caller }) => repeating(() => rematch(services, params.match, caller.player)),
  } satisfies SomeHandlers;
}
