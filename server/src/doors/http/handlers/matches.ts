/** Creating, joining and reading a match. */
import { MEDIA } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import { Refused } from '../../../base/refused.ts';
import { createMatch } from '../../../features/table/create.ts';
import { movesOf } from '../../../features/table/moves.ts';
import { addBot, connect, leave, sit, watch } from '../../../features/table/seating.ts';
import { summarize, takesPart } from '../../../features/table/summary.ts';
import { pagesOf } from '../../../store/journal/pages.ts';
import type { Services } from '../../services.ts';
import type { SomeHandlers } from '../request/handler.ts';
import { SlowReaders } from '../request/slowReaders.ts';

export function matchHandlers(services: Services) {
  const readers = new SlowReaders();
  return {
    createMatch: async ({ body, caller, address }) => {
      const match = await createMatch(services, body, caller.player);
      services.billboard.noteAddress(match, address);
      return summarize(services, match, caller.player);
    },
    takeSeat: ({ params, body, caller, address }) => sit(services, params.match, { ...body, ...caller, address }),
    connectToSeat: ({ params, caller }) => connect(services, params.match, caller),
    watchMatch: ({ params, body, caller, address }) => watch(services, params.match, { ...body, ...caller, address }),
    listMoves: ({ params, caller }) => movesOf(services, params.match, caller.player),
    seatBot: ({ params, body, caller }) => addBot(services, params.match, { ...body, player: caller.player }),
    leaveSeat: ({ params, caller }) => leave(services, params.match, caller.player),
    getMatch: ({ params, caller }) => summarize(services, params.match, caller?.player),
    getRecord: async ({ params: { match }, caller, address }) => {
      await mayRead(services, match, caller?.player);
      return async (response) => {
        response.type(MEDIA.Record);
        if (response.req.method === 'HEAD') return void response.end();
        await readers.send({ address: addressKey(address), response }, textOf(services, match));
      };
    },
  } satisfies SomeHandlers;
}

async function mayRead(services: Services, id: string, player: string | undefined): Promise<void> {
  const summary = await summarize(services, id, player);
  if (summary.status !== 'ended') throw new Refused('not-over');
  if (summary.table.visibility === 'private' && !takesPart(summary, player)) throw new Refused('forbidden');
}

async function* textOf({ journal }: Services, match: string): AsyncGenerator<string> {
  for await (const page of pagesOf(journal, match)) yield page.map((line) => `${line}\n`).join('');
}
