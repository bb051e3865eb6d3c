/** Finding a game, and which players a host lets sit down. */

import { rematch } from '../../../features/next-match/rematch.ts';
import { decide, emptySeat } from '../../../features/table/hosting.ts';
import { quickPlay } from '../../../features/table/quickPlay.ts';
import { shown, summarize } from '../../../features/table/summary.ts';
import { enterLobby } from '../../lobby/enterLobby.ts';
import { MOST_LISTED } from '../../lobby/lobbyRoom.ts';
import type { Services } from '../../services.ts';
import type { SomeHandlers } from '../request/handler.ts';

export function lobbyHandlers(services: Services) {
  const [entering, searching, repeating] = [queue(), queue(), queue()];
  return {
    listMatches: ({ query }) => {
      const found = services.billboard.find(query, MOST_LISTED);
      return { matches: found.map((posted) => shown(services, posted)) };
    },
    enterLobby: ({ body, caller, address }) =>
      entering(() => enterLobby(services, body, { player: caller.player, address })),
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

/** Runs jobs one by one, so that two players who look for a match at the same moment find each other. */
function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = last.then(job, job);
    last = run;
    return run;
  };
}
