import { bodies, RECORD_TYPE } from '@flower-war/protocol';
import { type Request, Router } from 'express';
import type { House } from '../rooms/house.ts';
import { createMatch } from './creating.ts';
import { answering, callerOf, parsed, Refused, tokenOf } from './route.ts';
import { addBot, connect, leave, sit, watch } from './seating.ts';
import { summarize, takesPart } from './summary.ts';

export function matchRoutes(house: House): Router {
  const router = Router();
  const post = (path: string, handler: (request: Request, player: string) => Promise<unknown>) =>
    router.post(
      path,
      answering(async (request) => handler(request, await callerOf(house, request))),
    );

  post('/matches', async ({ body }, player) =>
    summarize(house, await createMatch(house, parsed(bodies.create, body), player), player),
  );
  post('/matches/:match/seat', ({ params, body }, player) =>
    sit(house, idOf(params), { player, ...parsed(bodies.sit, body) }),
  );
  post('/matches/:match/connect', ({ params }, player) => connect(house, idOf(params), player));
  post('/matches/:match/watch', ({ params, body }, player) =>
    watch(house, idOf(params), { player, ...parsed(bodies.watch, body) }),
  );
  post('/matches/:match/bots', ({ params, body }, player) =>
    addBot(house, idOf(params), { player, ...parsed(bodies.bot, body) }),
  );
  post('/matches/:match/leave', ({ params }, player) => leave(house, idOf(params), player));

  router.get(
    '/matches/:match',
    answering(async (request) => summarize(house, idOf(request.params), await tokenOf(house, request))),
  );
  router.get('/matches/:match/record', async (request, response) => {
    response.type(RECORD_TYPE).send(await record(house, idOf(request.params), await tokenOf(house, request)));
  });
  return router;
}

async function record(house: House, id: string, player: string | undefined): Promise<string> {
  const summary = await summarize(house, id, player);
  if (summary.status !== 'ended') throw new Refused('not-over');
  if (summary.table.visibility === 'private' && !takesPart(summary, player)) throw new Refused('forbidden');
  const stored = await house.journal.read(id);
  return (stored?.lines ?? []).map((line) => `${line}\n`).join('');
}

export function idOf({ match }: Request['params']): string {
  return String(match).slice(0, 64);
}
