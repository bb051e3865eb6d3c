/** The webhooks of whoever calls. */
import { bodies } from '@flower-war/protocol';
import { type Request, Router } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { House } from '../../services.ts';
import { answering, callerOf, parsed } from '../request/route.ts';

export function webhookRoutes(house: House): Router {
  const router = Router();
  const { notices } = house;
  router.get(
    '/me/webhooks',
    answering(async (request) => ({ webhooks: notices.webhooks.of(await callerOf(house, request)) })),
  );
  router.post(
    '/me/webhooks',
    answering((request) => add(house, request)),
  );
  router.delete(
    '/me/webhooks/:webhook',
    answering(async (request) => {
      const { player, webhook } = await owned(house, request);
      notices.webhooks.remove(player, webhook);
      return { removed: true };
    }),
  );
  router.post(
    '/me/webhooks/:webhook/test',
    answering(async (request) => {
      const { webhook } = await owned(house, request);
      if (notices.isOff) throw new Refused('webhooks-off');
      return { notice: notices.test(webhook) };
    }),
  );
  return router;
}

async function add(house: House, request: Request) {
  const { notices } = house;
  const player = await callerOf(house, request);
  const wanted = parsed(bodies.webhook, request.body);
  if (notices.isOff) throw new Refused('webhooks-off');
  refuseOneMore(house, player);
  const refusal = await notices.refusalOf(wanted.url);
  if (refusal !== undefined) throw new Refused('bad-webhook', refusal);
  await callerOf(house, request); // the name took time to look up: they may have left for good
  refuseOneMore(house, player);
  return notices.webhooks.add(player, wanted, house.now());
}

function refuseOneMore({ notices }: House, player: string): void {
  if (notices.webhooks.isFull(player)) throw new Refused('too-many-webhooks');
}

async function owned(house: House, request: Request): Promise<{ player: string; webhook: string }> {
  const player = await callerOf(house, request);
  const webhook = String(request.params.webhook).slice(0, 64);
  if (!house.notices.webhooks.has(player, webhook)) throw new Refused('no-such-webhook');
  return { player, webhook };
}
