/** What is left of matches when they are over: lists of them, ratings, replays, and new matches from old positions. */
import { afterBodies, historyQuery, leaderboardQuery, stepsQuery } from '@flower-war/protocol';
import { Router } from 'express';
import { Refused } from '../../../base/refused.ts';
import { continueMatch } from '../../../features/table/continue.ts';
import { summarize } from '../../../features/table/summary.ts';
import type { House } from '../../services.ts';
import { answering, callerOf, parsed, tokenOf } from '../request/route.ts';
import { historyOf } from './history.ts';
import { leaderboard, profileOf } from './ratings.ts';
import { stepsOf } from './steps.ts';

export function afterRoutes(house: House): Router {
  const router = Router();
  router.get(
    '/me/matches',
    answering(async (request) => {
      const player = await callerOf(house, request);
      return historyOf(house, { player, withPrivate: true }, parsed(historyQuery, request.query));
    }),
  );
  router.get(
    '/players/:player',
    answering(async (request) => {
      await tokenOf(house, request); // whoever is banned is told so
      return profileOf(house, known(house, idIn(request.params.player)));
    }),
  );
  router.get(
    '/players/:player/matches',
    answering(async (request) => {
      const player = known(house, idIn(request.params.player));
      const withPrivate = (await tokenOf(house, request)) === player;
      return historyOf(house, { player, withPrivate }, parsed(historyQuery, request.query));
    }),
  );
  router.get(
    '/leaderboard',
    answering(async ({ query }) => leaderboard(house, parsed(leaderboardQuery, query))),
  );
  router.get(
    '/matches/:match/steps',
    answering(async (request) => {
      const player = await tokenOf(house, request);
      return stepsOf(house, { match: idIn(request.params.match), player }, parsed(stepsQuery, request.query));
    }),
  );
  router.post(
    '/matches/:match/continue',
    answering(async (request) => {
      const player = await callerOf(house, request);
      const wanted = parsed(afterBodies.continue, request.body);
      return summarize(
        house,
        await continueMatch(house, { match: idIn(request.params.match), player }, wanted),
        player,
      );
    }),
  );
  return router;
}

function idIn(text: unknown): string {
  return String(text).slice(0, 64);
}

/** Whoever has left for good has no name, no list and no rating any more. */
function known({ people }: House, player: string): string {
  if (people.find(player) === undefined) throw new Refused('no-such-player');
  return player;
}
