/** Finding a game, and who sits down in it. */
import { bodies, listQuery } from '@flower-war/protocol';
import { type Request, Router } from 'express';
import { decide, emptySeat } from '../../../features/table/hosting.ts';
import { quickPlay } from '../../../features/table/quickPlay.ts';
import { rematch } from '../../../features/table/rematch.ts';
import { shown, summarize } from '../../../features/table/summary.ts';
import { enterLobby } from '../../rooms/enterLobby.ts';
import { MOST_LISTED } from '../../rooms/lobbyRoom.ts';
import type { House } from '../../services.ts';
import { addressOf } from '../request/callers.ts';
import { answering, callerOf, parsed } from '../request/route.ts';
import { idOf } from './matches.ts';

export function lobbyRoutes(house: House): Router {
  const router = Router();
  const [entering, searching, repeating] = [queue(), queue(), queue()];
  const post = (path: string, handler: (request: Request, player: string) => Promise<unknown>) =>
    router.post(
      path,
      answering(async (request) => handler(request, await callerOf(house, request))),
    );
  const deciding = (decision: 'admitted' | 'dismissed') => (request: Request, host: string) =>
    decide(house, idOf(request.params), { host, ...parsed(bodies.admission, request.body), decision });

  router.get(
    '/matches',
    answering(async ({ query }) => {
      const found = house.billboard.find(parsed(listQuery, query), MOST_LISTED);
      return { matches: found.map((posted) => shown(house, posted)) };
    }),
  );
  post('/lobby', async (request, player) => {
    const filter = parsed(bodies.lobby, request.body);
    return entering(() => enterLobby(house, filter, { player, address: addressOf(request) }));
  });
  post('/quick', async (request, player) => {
    const wish = parsed(bodies.quick, request.body);
    const match = await searching(() => quickPlay(house, wish, player));
    house.billboard.noteAddress(match, addressOf(request));
    return summarize(house, match, player);
  });
  post('/matches/:match/admit', deciding('admitted'));
  post('/matches/:match/dismiss', deciding('dismissed'));
  post('/matches/:match/remove', ({ params, body }, host) =>
    emptySeat(house, idOf(params), { host, ...parsed(bodies.remove, body) }),
  );
  post('/matches/:match/rematch', ({ params }, player) => repeating(() => rematch(house, idOf(params), player)));
  return router;
}

/** Two who look for a match at the same moment must find each other, not each make one; and so with rooms. */
function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = last.then(job, job);
    last = run;
    return run;
  };
}
