/** The webhooks of the player who calls. */
import { Refused } from '../../../base/refused.ts';
import type { House } from '../../services.ts';
import { refuseGone } from '../request/claims.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

export function webhookHandlers(house: House) {
  const { notices } = house;
  return {
    listWebhooks: ({ caller }) => ({ webhooks: notices.webhooks.of(caller.player) }),
    addWebhook: (asked) => add(house, asked),
    removeWebhook: (asked) => {
      notices.webhooks.remove(asked.caller.player, owned(house, asked));
      return { removed: true };
    },
    testWebhook: (asked) => {
      const webhook = owned(house, asked);
      if (notices.isOff) throw new Refused('webhooks-off');
      return { notice: notices.test(webhook) };
    },
  } satisfies SomeHandlers;
}

async function add(house: House, { body, caller }: Asked<'addWebhook'>) {
  const { notices } = house;
  const { url, events } = body;
  if (notices.isOff) throw new Refused('webhooks-off');
  if (notices.webhooks.isFull(caller.player)) throw new Refused('too-many-webhooks');
  const refusal = await notices.refusalOf(url);
  if (refusal !== undefined) throw new Refused('bad-webhook', refusal);
  refuseGone(house, caller); // the name took time to look up
  const added = notices.webhooks.add(caller.player, { url, events }, house.now());
  if (added === undefined) throw new Refused('too-many-webhooks');
  return added;
}

/** The webhook that the path names, if the caller has it. */
function owned({ notices }: House, { params, caller }: Asked<'removeWebhook' | 'testWebhook'>): string {
  if (!notices.webhooks.has(caller.player, params.webhook)) throw new Refused('no-such-webhook');
  return params.webhook;
}
