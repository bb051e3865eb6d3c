/** The routes of webhooks: part of the table in routes.ts. */
import type { Route } from './route.ts';

const MINE = '/api/me/webhooks';

export const NOTICE_ROUTES: readonly Route[] = [
  {
    id: 'listWebhooks',
    call: `GET ${MINE}`,
    about: 'my webhooks, the oldest first',
    token: 'must',
    answer: 'Webhooks',
  },
  {
    ...{
      id: 'addWebhook',
      call: `POST ${MINE}`,
      about: 'an address that is told of my matches; its secret is shown once',
    },
    ...{ token: 'must', body: 'webhook', answer: 'AddedWebhook', limit: 'webhooks' },
    codes: ['bad-webhook', 'too-many-webhooks', 'webhooks-off'],
  },
  {
    ...{ id: 'removeWebhook', call: `DELETE ${MINE}/{webhook}`, about: 'is told nothing any more' },
    ...{ token: 'must', answer: 'RemovedWebhook', limit: 'webhooks', codes: ['no-such-webhook'] },
  },
  {
    ...{ id: 'testWebhook', call: `POST ${MINE}/{webhook}/test`, about: 'sends it a notice of the kind `test`' },
    ...{ token: 'must', answer: 'TestedWebhook', limit: 'webhooks', codes: ['no-such-webhook', 'webhooks-off'] },
  },
];
