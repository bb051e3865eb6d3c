/** Where notices go: webhooks of programs and of chat services. */
import * as z from 'zod';
import { REMINDER_HOURS } from '../../wire/names.ts';
import { matchResult } from '../../record/entry/entries.ts';
import {
  amount,
  challengeId,
  gameId,
  matchId,
  noticeId,
  playerId,
  type RoutesOf,
  seat,
  time,
  tournamentId,
  webhookId,
} from './route.ts';
import { declineReason } from './matches.ts';

const LONGEST_URL = 500;

/** What a webhook may be told: the events of a match, and of challenges. */
export const noticeEvents = ['turn', 'started', 'ended', 'challenge'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];
const event = z.enum(noticeEvents);

/** What a webhook understands: our own signed JSON, the text that a chat service takes, what a browser shows on its device, or a mail. */
export const webhookForms = ['signed', 'discord', 'slack', 'telegram', 'ntfy', 'push', 'email'] as const;
export type WebhookForm = (typeof webhookForms)[number];
const form = z.enum(webhookForms);
const onlyMatch = matchId.describe('The one match of which it gets notices. Without it, all matches.');

const hour = z.int().min(0).max(23);
const quiet = z
  .strictObject({
    from: hour,
    to: hour,
    zone: z.string().max(64).describe('A time zone, such as `America/Mexico_City`.'),
  })
  .describe('Hours of the day in which nothing is sent. What happens then is told when they end.');
export type QuietHours = z.infer<typeof quiet>;

const pushKeys = z
  .strictObject({
    p256dh: z.string().max(120).describe('The public key of the browser, in base64url.'),
    auth: z.string().max(40).describe('The secret that the browser shares with the server, in base64url.'),
  })
  .describe(
    'The keys of a subscription of a browser, for the form `push`: only the browser can read what is sent to it.',
  );
export type PushKeys = z.infer<typeof pushKeys>;
const digest = z
  .strictObject({ hour, zone: quiet.shape.zone })
  .describe('Once a day, at this hour, one message tells of all turns, starts and ends, instead of each at once.');
export type DailyDigest = z.infer<typeof digest>;

const reminder = z
  .literal(REMINDER_HOURS)
  .describe('How many hours before the time of a decision is over the player is reminded of it. Without it, never.');
export type ReminderHours = z.infer<typeof reminder>;

export const webhookBodies = {
  webhook: z.strictObject({
    url: z.string().min(1).max(LONGEST_URL).meta({ format: 'uri', description: 'Where the server posts its notices.' }),
    events: z
      .array(event)
      .max(noticeEvents.length)
      .describe('Without it, all events. It may be empty if there is a reminder.')
      .optional(),
    form: form.describe('What the address understands. Without it, `signed`.').optional(),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/)
      .describe('The language of the text that a chat service gets, such as `es`. Without it, English.')
      .optional(),
    match: onlyMatch.optional(),
    quiet: quiet.optional(),
    keys: pushKeys.optional(),
    digest: digest.optional(),
    reminder: reminder.optional(),
  }),
  proof: z.strictObject({
    code: z.string().min(1).max(40).describe('What the first message to the webhook says.'),
  }),
} as const;
export type NewWebhook = z.infer<typeof webhookBodies.webhook>;

const head = { id: noticeId, at: time };
const place = {
  match: matchId,
  game: gameId,
  seat,
  link: z
    .string()
    .describe('A link to the match; absent if the host has not set the public address of the server.')
    .exactOptional(),
};

const entered = { tournament: tournamentId, game: gameId };
const asked = { challenge: challengeId, game: gameId };

/** What the server posts to a webhook. It never holds a card, a move, or what other players are asked. */
export const notice = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('turn'), ...place }),
  z.object({ ...head, kind: z.literal('started'), ...place }),
  z.object({ ...head, kind: z.literal('ended'), ...place, result: matchResult }),
  z.object({
    ...head,
    kind: z.literal('paired'),
    ...place,
    tournament: tournamentId,
    endsAt: time.describe('Until when the player must come.'),
  }),
  z.object({
    ...head,
    kind: z.literal('begins'),
    ...entered,
    startsAt: time,
    mustCheckIn: z.boolean().describe('Whether the player is left out without checking in.'),
  }),
  z.object({
    ...head,
    kind: z.literal('placed'),
    ...entered,
    place: z.int().min(1).describe('Absent if the player did not play.').exactOptional(),
  }),
  z.object({ ...head, kind: z.literal('challenged'), ...asked, from: playerId, endsAt: time }),
  z.object({ ...head, kind: z.literal('accepted'), ...asked, match: matchId }),
  z.object({ ...head, kind: z.literal('declined'), ...asked, reason: declineReason }),
  z.object({
    ...head,
    kind: z.literal('reminder'),
    ...place,
    decision: amount.describe('The number of the decision, as the table shows it.'),
    until: time.describe('When its time is over.'),
  }),
  z.object({ ...head, kind: z.literal('test') }),
]);
export type Notice = z.infer<typeof notice>;

/** Why a webhook gets nothing more: the link in a mail stopped it, or its address refused several mails for good. */
const paused = z.enum(['stopped', 'refused']).describe('Why it gets nothing more. Add it anew to get notices again.');
export type PausedWebhook = z.infer<typeof paused>;

const webhookFailure = z.object({ at: time, reason: z.string() });

export const webhook = z.object({
  webhook: webhookId,
  url: z.string(),
  form,
  language: z.string(),
  match: onlyMatch.exactOptional(),
  quiet: quiet.exactOptional(),
  digest: digest.exactOptional(),
  reminder: reminder.exactOptional(),
  paused: paused.exactOptional(),
  isProven: z.boolean().describe('Until its code is entered, it gets no other notice.'),
  events: z.array(event),
  createdAt: time,
  pending: amount.describe('Notices that are on their way.'),
  failed: amount.describe('Notices that the server gave up in the last thirty days.'),
  lastSuccessAt: time.exactOptional(),
  lastFailure: webhookFailure.exactOptional(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhooks = z.object({ webhooks: z.array(webhook) });
export const addedWebhook = webhook.extend({
  secret: z.string().describe('Signs the notices, and is shown this once.'),
});
export type AddedWebhook = z.infer<typeof addedWebhook>;
export const removedWebhook = z.object({ removed: z.literal(true) });
export const provenWebhook = z.object({ proven: z.literal(true) });
export const testedWebhook = z.object({ notice: noticeId });
export const pushKey = z.object({
  publicKey: z.string().describe('The `applicationServerKey` with which a browser subscribes, in base64url.'),
});

export const webhookAnswers = {
  WebhookList: webhooks,
  AddedWebhook: addedWebhook,
  RemovedWebhook: removedWebhook,
  ProvenWebhook: provenWebhook,
  TestedWebhook: testedWebhook,
  PushKey: pushKey,
} as const;

export const webhookParts = {
  NoticeEvent: event,
  WebhookForm: form,
  QuietHours: quiet,
  PushKeys: pushKeys,
  DailyDigest: digest,
  ReminderHours: reminder,
  PausedWebhook: paused,
  Webhook: webhook,
  WebhookFailure: webhookFailure,
} as const;

export const webhookRoutes = {
  listWebhooks: {
    about: 'my webhooks, the oldest first',
    token: 'must',
    scope: 'account',
    answer: 'WebhookList',
  },
  addWebhook: {
    about: 'adds an address that gets notices of my matches; its secret is shown once',
    token: 'must',
    scope: 'account',
    body: 'webhook',
    answer: 'AddedWebhook',
    limit: 'webhooks',
    codes: ['bad-webhook', 'no-such-match', 'too-many-webhooks', 'webhooks-off', 'mail-off', 'too-many-mails'],
  },
  proveWebhook: {
    about: 'enters the code of the first message to a chat or an e-mail address',
    token: 'must',
    scope: 'account',
    body: 'proof',
    answer: 'ProvenWebhook',
    limit: 'webhooks',
    codes: ['no-such-webhook', 'wrong-webhook-code', 'too-many-guesses'],
  },
  removeWebhook: {
    about: 'removes a webhook',
    token: 'must',
    scope: 'account',
    answer: 'RemovedWebhook',
    limit: 'webhooks',
    codes: ['no-such-webhook'],
  },
  testWebhook: {
    about: 'sends a notice of the kind `test`',
    token: 'must',
    scope: 'account',
    answer: 'TestedWebhook',
    limit: 'webhooks',
    codes: ['no-such-webhook', 'unproven-webhook', 'paused-webhook', 'webhooks-off'],
  },
  askToStop: {
    about: 'a page that asks whether an e-mail address shall get no more notices; the link of each mail leads there',
    answer: 'Page',
  },
  stopNotices: {
    about: 'ends the notices to an e-mail address at once; its body is not read, so that a mail program can send any',
    answer: 'Page',
    hasAnyBody: true,
    limit: 'webhooks',
  },
  getPushKey: {
    about: 'the key of this server, with which a browser subscribes to its notices',
    answer: 'PushKey',
    codes: ['webhooks-off'],
  },
} as const satisfies RoutesOf;
