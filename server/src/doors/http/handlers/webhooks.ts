/** The webhooks of the player who calls. */
import { Refused } from '../../../base/refused.ts';
import type { Services } from '../../services.ts';
import { refuseGone } from '../request/claims.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

export function webhookHandlers(services: Services) {
  const { notices } = services;
  return {
    listWebhooks: async ({ caller }) => ({ webhooks: await notices.webhooks.of(caller.player) }),
    addWebhook: (asked) => add(services, asked),
    removeWebhook: async (asked) => {
      await notices.webhooks.remove(asked.caller.player, await owned(services, asked));
      return { removed: true };
    },
    testWebhook: async (asked) => {
      const webhook = await owned(services, asked);
      if (notices.isOff) throw new Refused('webhooks-off');
      return { notice: await notices.test(webhook) };
    },
  } satisfies SomeHandlers;
}

async function add(services: Services, { body, caller }: Asked<'addWebhook'>) {
  const { notices } = services;
  const { url, events } = body;
  if (notices.isOff) throw new Refused('webhooks-off');
  if (notices.webhooks.isFull(caller.player)) throw new Refused('too-many-webhooks');
  const refusal = await notices.refusalOf(url);
  if (refusal !== undefined) throw new Refused('bad-webhook', refusal);
  await refuseGone(services, caller); // looking up the host name took time
  const added = await notices.webhooks.add(caller.player, { url, events }, services.now());
  if (added === undefined) throw new Refused('too-many-webhooks');
  return added;
}

/** The webhook that the path names, if it is the caller's. */
async function owned(
  { notices }: Services,
  { params, caller }: Asked<'removeWebhook' | 'testWebhook'>,
): Promise<string> {
  if (!(await notices.webhooks.has(caller.player, params.webhook))) throw new Refused('no-such-webhook');
  return params.webhook;
}
