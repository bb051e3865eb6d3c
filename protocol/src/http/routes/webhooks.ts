/** Webhooks, and the notices that are sent to them. */
import { z } from 'zod';
import { matchResult } from '../../record/entry/entries.ts';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
const LONGEST_URL = 500;

/** What a webhook may be told of matches. */
export const noticeEvents = ['turn', 'started', 'ended'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];
const event = z.enum(noticeEvents);

export const webhookBodies = {
  webhook: z.strictObject({
    url: z.string().min(1).max(LONGEST_URL),
    /** Without it all of them. */
    events: z.array(event).min(1).max(noticeEvents.length).optional(),
  }),
} as const;
export type NewWebhook = z.infer<typeof webhookBodies.webhook>;

const head = { id, at: z.int() };
const place = {
  match: id,
  game: id,
  seat: z.int().min(0).max(5),
  /** Of the match on this server, where the host has said where that is. */
  link: z.string().exactOptional(),
};

/** What is posted to a webhook: never a card, a move, or what others are asked. */
export const notice = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('turn'), ...place }),
  z.object({ ...head, kind: z.literal('started'), ...place }),
  z.object({ ...head, kind: z.literal('ended'), ...place, result: matchResult }),
  z.object({ ...head, kind: z.literal('test') }),
]);
export type Notice = z.infer<typeof notice>;

export const webhook = z.object({
  webhook: id,
  url: z.string(),
  events: z.array(event),
  createdAt: z.int(),
  /** Notices that are on their way. */
  pending: z.int(),
  /** Notices that were given up in the last thirty days. */
  failed: z.int(),
  lastSuccessAt: z.int().exactOptional(),
  lastFailure: z.object({ at: z.int(), reason: z.string() }).exactOptional(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhooks = z.object({ webhooks: z.array(webhook) });
/** The secret signs the notices, and is shown this once. */
export const addedWebhook = webhook.extend({ secret: z.string() });
export type AddedWebhook = z.infer<typeof addedWebhook>;
export const removedWebhook = z.object({ removed: z.literal(true) });
export const testedWebhook = z.object({ notice: id });

export const webhookAnswers = {
  Webhooks: webhooks,
  AddedWebhook: addedWebhook,
  RemovedWebhook: removedWebhook,
  TestedWebhook: testedWebhook,
} as const;

export const webhookRoutes = {
  listWebhooks: {
    about: 'my webhooks, the oldest first',
    needs: 'nothing',
    token: 'must',
    answer: 'Webhooks',
  },
  addWebhook: {
    about: 'an address that is told of my matches; its secret is shown once',
    needs: 'nothing',
    token: 'must',
    body: 'webhook',
    answer: 'AddedWebhook',
    limit: 'webhooks',
    codes: ['bad-webhook', 'too-many-webhooks', 'webhooks-off'],
  },
  removeWebhook: {
    about: 'is told nothing any more',
    needs: 'nothing',
    token: 'must',
    answer: 'RemovedWebhook',
    limit: 'webhooks',
    codes: ['no-such-webhook'],
  },
  testWebhook: {
    about: 'sends it a notice of the kind `test`',
    needs: 'nothing',
    token: 'must',
    answer: 'TestedWebhook',
    limit: 'webhooks',
    codes: ['no-such-webhook', 'webhooks-off'],
  },
} as const satisfies RoutesOf;
