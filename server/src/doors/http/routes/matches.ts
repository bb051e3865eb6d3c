import { bodies, RECORD_TYPE } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import { type Request, Router } from 'express';
import { Refused } from '../../../base/refused.ts';
import { createMatch } from '../../../features/table/create.ts';
import { addBot, connect, leave, sit, watch } from '../../../features/table/seating.ts';
import { summarize, takesPart } from '../../../features/table/summary.ts';
import { pagesOf } from '../../../store/journal/pages.ts';
import type { House } from '../../services.ts';
import { addressOf } from '../request/callers.ts';
import { answering, callerOf, parsed, tokenOf } from '../request/route.ts';
import { Readers } from '../request/slowReaders.ts';

export function matchRoutes(house: House): Router {
  const router = Router();
  const readers = new Readers();
  const post = (path: string, handler: (request: Request, player: string) => Promise<unknown>) =>
    router.post(
      path,
      answering(async (request) => handler(request, await callerOf(house, request))),
    );

  post('/matches', async (request, player) => {
    const match = await createMatch(house, parsed(bodies.create, request.body), player);
    house.billboard.noteAddress(match, addressOf(request));
    return summarize(house, match, player);
  });
  post('/matches/:match/seat', (request, player) =>
    sit(house, idOf(request.params), { player, address: addressOf(request), ...parsed(bodies.sit, request.body) }),
  );
  post('/matches/:match/connect', ({ params }, player) => connect(house, idOf(params), player));
  post('/matches/:match/watch', (request, player) =>
    watch(house, idOf(request.params), { player, address: addressOf(request), ...parsed(bodies.watch, request.body) }),
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
    const match = idOf(request.params);
    await mayRead(house, match, await tokenOf(house, request));
    response.type(RECORD_TYPE);
    if (request.method === 'HEAD') return void response.end();
    await readers.send({ address: addressKey(addressOf(request)), response }, textOf(house, match));
  });
  return router;
}

async function mayRead(house: House, id: string, player: string | undefined): Promise<void> {
  const summary = await summarize(house, id, player);
  if (summary.status !== 'ended') throw new Refused('not-over');
  if (summary.table.visibility === 'private' && !takesPart(summary, player)) throw new Refused('forbidden');
}

async function* textOf({ journal }: House, match: string): AsyncGenerator<string> {
  for await (const page of pagesOf(journal, match)) yield page.map((line) => `${line}\n`).join('');
}

export function idOf({ match }: Request['params']): string {
  return String(match).slice(0, 64);
}
